import type { ModalView } from "@slack/types";
import { railRow } from "../../src/rail/screens/rail-row.ts";
import type { News } from "../../src/request/queries/notices.ts";
import { reviewModal, THINGS_PER_PAGE } from "../../src/review/review-modal.ts";
import type { StandingThing } from "../../src/review/standing-things.ts";
import { approverThings, destinationThing, railThing } from "../../src/review/standing-things.ts";
import { ANA, aWallet, aWalletDestination, BEN, NOW, somePolicy } from "./builders.ts";
import { aKnownRail } from "./list-screens.ts";

/** A full page of each sort of thing, with one foreign text wherever people or the service may put one. */
export function reviewScreen(foreign: string, people: readonly string[]): ModalView {
  const known = aKnownRail(foreign);
  const rule = { approvers: people, groups: ["S0GROUP"], name: foreign };
  const policy = somePolicy();
  const rules = policy.rules.map((each) => ({ ...each, ...rule }));
  const versions = [{ ...policy, rules, since: NOW, by: ANA, requestId: null }];
  const destination = aWalletDestination({ wallet: aWallet({ name: foreign }) });
  const [approver, ...others] = approverThings(versions, new Map([["S0GROUP", people]]));
  const things = [
    approver,
    others.at(-1),
    destinationThing(destination, [railRow(known), railRow(known)], NOW),
    railThing(railRow(known), undefined),
    railThing(railRow(aKnownRail(foreign, { isApproved: true })), destination),
  ].filter((each): each is StandingThing => each !== undefined);
  const mine = Array.from({ length: 20 }, (_, at) => {
    const thing = things[at % things.length] ?? things[0];
    // No two things of a page are the same.
    return { ...thing, ref: `${at}` } as StandingThing;
  });
  const review = { from: NOW, to: NOW, total: 20, undecided: new Map() };
  return reviewModal(
    { review, isApprover: true, mine },
    { askedIn: "C0TREASURY1", said: `${THINGS_PER_PAGE} decisions saved.` },
  );
}

/** The end of a review of which little was decided. */
export function reviewNews(foreign: string): Extract<News, { kind: "review-ended" }> {
  const kinds = ["approver", "group", "destination", "rail"] as const;
  const first = Array.from({ length: 10 }, (_, at) => ({
    kind: kinds[at % kinds.length] ?? "rail",
    ref: BEN,
    name: foreign,
  }));
  return { kind: "review-ended", from: NOW, to: NOW, total: 540, count: 500, first };
}
