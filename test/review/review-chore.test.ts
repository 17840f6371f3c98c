import type { ModalView } from "@slack/types";
import { expect, it } from "vitest";
import { createLogger } from "../../src/platform/process/logger.ts";
import type { SubmitArgs } from "../../src/platform/slack/intake/listeners.ts";
import { withoutApprovers } from "../../src/policy/rules/living-quorum.ts";
import { knownRailRows } from "../../src/rail/screens/rail-row.ts";
import type { Context } from "../../src/request/context.ts";
import { findPolicy } from "../../src/request/queries/companies.ts";
import { listNotices } from "../../src/request/queries/notices.ts";
import { addToReview, findReview } from "../../src/request/queries/reviews.ts";
import { noteSetUp, saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { myReviews } from "../../src/review/my-reviews.ts";
import { reviewChore } from "../../src/review/review-chore.ts";
import { reviewModal } from "../../src/review/review-modal.ts";
import { submitReview } from "../../src/review/submit-review.ts";
import { approved, runJobs } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { after, BEN } from "../support/builders.ts";
import { filledIn } from "../support/fill-in.ts";
import { savePolicy } from "../support/set-up.ts";
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

it.each([
  { when: "is an approver until the end", isRemoved: false, kept: 1 },
  { when: "is removed while the page is being judged", isRemoved: true, kept: 0 },
])("keeps what an approver decides who $when", async ({ isRemoved, kept }) => {
  const { run, deps, workspaceId, now } = await aYear();
  await run(95);
  const who = { workspaceId, userId: BEN };
  const found = await myReviews(deps, who);
  if (!found) throw new Error("A review is open");
  const page = reviewModal(found, { askedIn: "C0ASKEDIN" });
  const [{ block_id: field = "" } = {}] = page.blocks.filter(
    ({ block_id }) => block_id?.startsWith("verdict") && !block_id.startsWith("verdict_reason"),
  );
  const { transaction } = deps;
  const context: Partial<Context> = {
    ...deps,
    announceChanges: async () => {},
    async transaction(work) {
      if (isRemoved) {
        const policy = await findPolicy(deps.db, workspaceId);
        await savePolicy(deps.db, workspaceId, withoutApprovers(policy, [BEN]), now.value);
      }
      return transaction(work);
    },
  };
  const said: string[] = [];
  const args = {
    body: { team: { id: workspaceId }, user: { id: BEN }, trigger_id: "pressed" },
    view: filledIn(page, { [field]: "keep" }),
    ack: async (answer: { view: ModalView }) => void said.push(JSON.stringify(answer.view)),
  };

  await submitReview(context as Context, args as unknown as SubmitArgs);

  const { undecided } = (await findReview(deps.db, { workspaceId })) ?? {};
  expect(found.review.undecided.size - (undecided?.size ?? 0)).toBe(kept);
  expect(said.join()).toContain(kept === 1 ? "1 decision saved" : "Nothing was saved");
});
