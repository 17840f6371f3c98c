import { expect, it } from "vitest";
import { createLogger } from "../../src/platform/process/logger.ts";
import { knownRailRows } from "../../src/rail/screens/rail-row.ts";
import { listNotices } from "../../src/request/queries/notices.ts";
import { addToReview, findReview } from "../../src/request/queries/reviews.ts";
import { noteSetUp, saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { myReviews } from "../../src/review/my-reviews.ts";
import { reviewChore } from "../../src/review/review-chore.ts";
import { approved, runJobs } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { after, BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

/** A workspace with one Rail, and the chore as it runs after so many days. */
async function aYear() {
  const world = await aWorld(database);
  const { deps, workspaceId, now } = world;
  await saveApprovalsChannel(deps.db, workspaceId, "C0APPROVALS");
  await noteSetUp(deps.db, workspaceId, now.value);
  await runJobs(world, await approved(world));
  const run = async (days: number, reviewMonths: number | null = 3) => {
    now.value = after({ days });
    const logger = createLogger("silent");
    await reviewChore.work({ ...deps, logger, reviewMonths, announceChanges: async () => {} });
    return findReview(deps.db, { workspaceId });
  };
  const entries = async () =>
    (
      await deps.db
        .selectFrom("audit")
        .select(["action", "facts"])
        .where("workspace_id", "=", workspaceId)
        .where("action", "like", "review%")
        .orderBy("sequence")
        .execute()
    ).map(({ action, facts }) => ({ action, ...JSON.parse(facts) }));
  const news = async () =>
    (await listNotices(deps.db, workspaceId)).map(({ news: { kind } }) => kind);
  return { ...world, run, entries, news };
}

it("begins once, three months after the set-up, and the next one as soon as it ends, however far the clock was moved", async () => {
  const { run, entries, news } = await aYear();
  expect(await run(80)).toBeNull();

  const first = await run(95);
  expect(await run(96)).toEqual(first);
  expect(first).toMatchObject({ from: after({ days: 95 }) });
  expect(await news()).toEqual(["review-begun"]);

  const later = await run(900);
  expect(await run(900)).toEqual(later);
  expect(later).toMatchObject({ from: after({ days: 900 }) });
  const [begun, ended, again, ...more] = await entries();
  expect([begun.action, ended.action, again.action, more]).toEqual([
    ...["reviews-begun", "reviews-ended", "reviews-begun"],
    [],
  ]);
  expect(ended).toMatchObject({ because: "over", from: begun.from, items: begun.items });
  expect(await news()).toEqual(["review-begun", "review-ended", "review-begun"]);

  // Back again: nothing is undone.
  expect(await run(95)).toEqual(later);
});

it("is none where it is switched off, and ends a review that is open without a word", async () => {
  const { run, entries, news } = await aYear();
  expect(await run(95, null)).toBeNull();
  expect(await run(96)).not.toBeNull();

  expect(await run(97, null)).toBeNull();

  expect((await entries()).at(-1)).toMatchObject({ because: "switched-off" });
  expect(await news()).toEqual(["review-begun"]);
});

it("what is gone needs no decision, and a Rail that vanished meanwhile is still under review, and says so", async () => {
  const { run, deps, workspaceId, connectionId, news } = await aYear();
  const review = await run(95);
  const [{ ref: railId = "" } = {}] = await knownRailRows(deps.db, connectionId);
  const shown = async () => {
    const found = await myReviews(deps, { workspaceId, userId: BEN });
    const rail = found?.mine.find(({ kind }) => kind === "rail");
    return JSON.stringify(rail?.facts());
  };
  expect(await shown()).toContain("Approved");
  await deps.db
    .updateTable("connections")
    .set({ rails_read_at: new Date(after({ days: 96 })) })
    .where("id", "=", connectionId)
    .execute();
  expect(await shown()).toContain("No longer shown");

  // All but the Rail is decided; then the register loses what was decided by nobody.
  const items = [...(review?.undecided.values() ?? [])]
    .filter(({ kind }) => kind === "approver")
    .map((item) => ({ ...item, verdict: "keep" as const }));
  const about = { workspaceId, connectionId, actor: BEN, at: after({ days: 96 }) };
  await database.transaction((tx) =>
    addToReview(tx.db, about, { action: "reviewed", from: review?.from ?? "", reason: "", items }),
  );
  await deps.db
    .updateTable("destinations")
    .set({ retired_at: new Date(after({ days: 97 })) })
    .where("workspace_id", "=", workspaceId)
    .execute();
  const next = await run(200);

  expect([...(next?.undecided.values() ?? [])].map(({ kind }) => kind)).not.toContain("rail");
  const [, ended] = (await listNotices(deps.db, workspaceId)).map(({ news: each }) => each);
  expect(ended).toMatchObject({ kind: "review-ended", count: 1, first: [{ ref: railId }] });
  expect(await news()).toHaveLength(3);
});
