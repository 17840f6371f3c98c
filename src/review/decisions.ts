import type { ViewSubmitAction } from "@slack/bolt";
import { whyMayNot } from "../authority/judge.ts";
import { ownersFor } from "../authority/quorum.ts";
import type { Roster } from "../authority/roster.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import { clickOf } from "../platform/slack/intake/delivery.ts";
import { findCurrentConnection, findPolicy } from "../request/queries/companies.ts";
import { addToReview, findReview } from "../request/queries/reviews.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { namedAnywhere } from "../request/rules/approval/policy.ts";
import type { Review, Verdict } from "../request/rules/approval/review.ts";
import { isUnreviewed } from "../request/rules/approval/review.ts";
import type { Decided } from "./review-modal.ts";
import type { StandingThing } from "./standing-things.ts";

/** A thing with the decision about it, and the field in which it was made. */
export interface Chosen {
  thing: StandingThing;
  verdict: Verdict;
  field: string;
}

/** What each decision of one form is saved with. */
export interface Saving extends Pick<Decided, "askedIn" | "reason"> {
  body: ViewSubmitAction;
  /** As it was shown. */
  review: Review;
  roster: Roster;
}

/** A sentence by field. Nobody decides about what another account of theirs asked for. */
export function whyNotTheirs(
  policy: Policy,
  roster: Roster,
  { by, chosen }: { by: string; chosen: readonly Chosen[] },
): Record<string, string> {
  const anywhere = namedAnywhere(policy);
  return Object.fromEntries(
    chosen.flatMap(({ thing, field }) => {
      const own = ownersFor(by, thing, roster);
      const why = whyMayNot("review", { by }, { anywhere, roster, own });
      return why === undefined ? [] : [[field, WHY_NOT[why]]];
    }),
  );
}

const NOT_KNOWN = "Slack isn't responding. Nothing was saved here; try again in a minute.";
const WHY_NOT = {
  "not-an-approver": "Only active approvers review. Nothing was saved.",
  "not-an-active-member": "Only active approvers review. Nothing was saved.",
  "standing-not-known": NOT_KNOWN,
  "group-not-known": NOT_KNOWN,
  "person-not-known": NOT_KNOWN,
  own: "You requested this, or use it alone. Somebody else reviews it.",
};

/** The decisions that count now: the review, its rules and what others decided may have changed. The workspace is locked. */
export async function stillDue(
  { db }: Tx,
  { body, review: shown, roster }: Saving,
  chosen: readonly Chosen[],
): Promise<readonly Chosen[]> {
  const { workspaceId, by } = clickOf(body);
  const review = await findReview(db, { workspaceId });
  const refused = whyNotTheirs(await findPolicy(db, workspaceId), roster, { by, chosen });
  return chosen.filter(
    ({ thing, field }) =>
      review?.from === shown.from && isUnreviewed(review, thing) && refused[field] === undefined,
  );
}

export async function addDecisions(
  { db }: Tx,
  { body, review: { from }, reason }: Saving,
  chosen: readonly Chosen[],
  at: string,
): Promise<void> {
  const { workspaceId, by: actor } = clickOf(body);
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const items = chosen.map(({ thing: { kind, ref }, verdict }) => ({ kind, ref, verdict }));
  const about = { workspaceId, connectionId, actor, at };
  await addToReview(db, about, { action: "reviewed", from, reason, items });
}
