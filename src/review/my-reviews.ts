import { whyMayNot } from "../authority/judge.ts";
import { ownersFor } from "../authority/quorum.ts";
import type { Context } from "../request/context.ts";
import { findPolicy } from "../request/queries/companies.ts";
import { findReview } from "../request/queries/reviews.ts";
import { namedAnywhere } from "../request/rules/approval/policy.ts";
import type { Review } from "../request/rules/approval/review.ts";
import { isUnreviewed, itemKey } from "../request/rules/approval/review.ts";
import { digestOf } from "../request/rules/digest.ts";
import { everyoneNamed, rosterOfPolicy } from "../request/who-is.ts";
import type { StandingThing } from "./standing-things.ts";
import { standingThings } from "./standing-things.ts";

/** The open review, as one person sees it. */
export interface MyReviews {
  review: Review;
  isApprover: boolean;
  /** Nobody has decided about these, and this person may: approvers first, Rails last. */
  mine: readonly StandingThing[];
}

/** Null where no review is open. */
export async function myReviews(
  context: Pick<Context, "db" | "people" | "clock">,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<MyReviews | null> {
  const { db } = context;
  const review = await findReview(db, { workspaceId });
  if (!review) return null;
  const policy = await findPolicy(db, workspaceId);
  const roster = await rosterOfPolicy(context, workspaceId, policy, [userId], "of-a-minute");
  const why = (own: readonly string[]) =>
    whyMayNot("review", { by: userId }, { anywhere: namedAnywhere(policy), roster, own });
  if (why([]) !== undefined) return { review, isApprover: false, mine: [] };
  const { members } = roster;
  const all = await standingThings(db, { workspaceId, now: context.clock(), members });
  // Slack is asked about the people who asked for a thing once it is decided.
  const theirs = all.filter(
    (each) => isUnreviewed(review, each) && why(ownersFor(userId, each, roster)) !== "own",
  );
  const approvers = (await everyoneNamed(context, workspaceId, policy)).sort();
  const turnOf = turnFor(approvers.indexOf(userId), approvers.length);
  const mine = theirs.sort(
    (one, other) =>
      ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || turnOf(one) - turnOf(other),
  );
  return { review, isApprover: true, mine };
}

const ORDER: readonly StandingThing["kind"][] = ["approver", "group", "destination", "rail"];

/** Each approver begins with a share of their own, so that those who review at the same time seldom see the same page. */
function turnFor(place: number, approvers: number): (thing: StandingThing) => number {
  return (thing) => {
    const share = Number.parseInt(digestOf(itemKey(thing)).slice(0, 8), 16);
    return (share + place) % Math.max(1, approvers);
  };
}
