import type { Chore } from "../platform/queue/job.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import type { ChoreContext } from "../request/capability.ts";
import { eachWorkspace } from "../request/each-workspace.ts";
import { lockWorkspace } from "../request/queries/audit.ts";
import { findCurrentConnection } from "../request/queries/companies.ts";
import { keepNotice } from "../request/queries/notices.ts";
import { addToReview, findReview, hasReviewed } from "../request/queries/reviews.ts";
import { findSetup } from "../request/queries/setups.ts";
import type { Review } from "../request/rules/approval/review.ts";
import { isUnreviewed, monthsLater } from "../request/rules/approval/review.ts";
import type { StandingThing } from "./standing-things.ts";
import { standingThings } from "./standing-things.ts";

type Reviewing = Pick<
  ChoreContext,
  "db" | "transaction" | "clock" | "logger" | "reviewMonths" | "announceChanges"
>;

/** Begins a review in each workspace when it is due, and ends it in its time: the next one begins at once. */
export const reviewChore: Chore<Reviewing> = {
  name: "review",
  everySeconds: 300,
  expireInSeconds: 600,
  work: (context) =>
    eachWorkspace(context, { that: "are-connected", atOnce: 4, what: "review" }, (workspaceId) =>
      lookAtReview(context, workspaceId),
    ),
};

/** The first one begins so many months after the set-up: before that everything is new. */
async function lookAtReview(context: Reviewing, workspaceId: string): Promise<void> {
  const { db, transaction, clock, reviewMonths: months } = context;
  const isOver = (review: Review) => months === null || review.to <= clock();
  const { setUpAt } = await findSetup(db, workspaceId);
  const isBegun =
    (await hasReviewed(db, workspaceId)) ||
    (setUpAt !== null && months !== null && monthsLater(setUpAt, months) <= clock());
  const before = await findReview(db, { workspaceId });
  if (before ? !isOver(before) : months === null || !isBegun) return;
  await transaction(async (tx) => {
    // Another process may have begun or ended it.
    await lockWorkspace(tx.db, workspaceId);
    const review = await findReview(tx.db, { workspaceId });
    if (review?.from !== before?.from) return;
    const at = clock();
    const all = await standingThings(tx.db, { workspaceId, now: at });
    if (review)
      await end(tx, workspaceId, review, all, months === null ? "switched-off" : "over", at);
    if (months !== null) await begin(tx, workspaceId, monthsLater(at, months), all, at);
  });
  await context.announceChanges();
}

async function begin(
  tx: Tx,
  workspaceId: string,
  to: string,
  all: readonly StandingThing[],
  at: string,
): Promise<void> {
  const due = all.filter(({ isMissing }) => !isMissing);
  if (due.length === 0) return;
  const items = due.map(({ kind, ref }) => ({ kind, ref }));
  await addToReview(tx.db, await aboutNow(tx, workspaceId, at), {
    ...{ action: "reviews-begun", from: at, to, items },
  });
  const count = due.length;
  await keepNotice(tx.db, workspaceId, { kind: "review-begun", to, count }, at);
}

/** What is gone meanwhile needs no decision; of the rest the administrators are told. */
async function end(
  tx: Tx,
  workspaceId: string,
  review: Review,
  all: readonly StandingThing[],
  because: "over" | "switched-off",
  at: string,
): Promise<void> {
  const { from, to, total } = review;
  const left = all.filter((thing) => isUnreviewed(review, thing));
  const items = left.map(({ kind, ref }) => ({ kind, ref }));
  await addToReview(tx.db, await aboutNow(tx, workspaceId, at), {
    ...{ action: "reviews-ended", from, to, because, total, items },
  });
  if (because === "switched-off" || left.length === 0) return;
  const first = left.slice(0, MOST_NAMED).map(({ kind, ref, name }) => ({ kind, ref, name }));
  const news = { kind: "review-ended", from, to, total, count: left.length, first } as const;
  await keepNotice(tx.db, workspaceId, news, at);
}

/** As many as the message names. */
const MOST_NAMED = 10;

const aboutNow = async ({ db }: Tx, workspaceId: string, at: string) => ({
  ...{ workspaceId, actor: "signalbox", at },
  connectionId: (await findCurrentConnection(db, workspaceId)).id,
});
