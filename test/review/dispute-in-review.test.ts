import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createLogger } from "../../src/platform/process/logger.ts";
import { block } from "../../src/platform/slack/blocks/ids.ts";
import type { SubmitArgs } from "../../src/platform/slack/intake/listeners.ts";
import { reportProblem } from "../../src/rail/disputes/report-problem.ts";
import type { Context } from "../../src/request/context.ts";
import { findDispute } from "../../src/request/queries/disputes.ts";
import { noteSetUp, saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { myReviews } from "../../src/review/my-reviews.ts";
import { reviewChore } from "../../src/review/review-chore.ts";
import { reviewModal, verdictBlock } from "../../src/review/review-modal.ts";
import { submitReview } from "../../src/review/submit-review.ts";
import { approved, delivery, expectState, runJobs } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { after, BEN, EVE } from "../support/builders.ts";
import { filledIn } from "../support/fill-in.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

it("a reviewer's dispute keeps what a member reported, beside their own reason", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId, connectionId, now } = world;
  await saveApprovalsChannel(deps.db, workspaceId, "C0APPROVALS");
  await noteSetUp(deps.db, workspaceId, now.value);
  const { railId } = expectState(await runJobs(world, await approved(world)), "done");
  now.value = after({ days: 95 });
  const report = { workspaceId, railId, by: EVE, reason: "The account is closed" };
  await reportProblem(deps, { ...report, delivery: delivery() });
  const logger = createLogger("silent");
  await reviewChore.work({ ...deps, logger, reviewMonths: 3, announceChanges: async () => {} });
  const found = await myReviews(deps, { workspaceId, userId: BEN });
  const thing = found?.mine.find(({ kind, ref }) => kind === "rail" && ref === railId);
  if (!found || !thing) throw new Error("It is under review");

  const page = reviewModal(found, { askedIn: "C0ASKEDIN" });
  const [reasonId = ""] = page.blocks.flatMap(({ block_id = "" }) =>
    block_id.startsWith(block.verdictReason) ? block_id : [],
  );
  const filled = filledIn(page, {
    [verdictBlock(found.review, thing)]: "dispute",
    [reasonId]: "Odd",
  });
  const args = {
    body: { team: { id: workspaceId }, user: { id: BEN }, trigger_id: randomUUID() },
    view: filled,
    ack: async () => {},
  };
  const context: Partial<Context> = { ...deps, announceChanges: async () => {} };
  await submitReview(context as Context, args as unknown as SubmitArgs);

  expect(await findDispute(deps.db, connectionId, railId)).toMatchObject({
    ...{ reportedBy: EVE, reason: "The account is closed", by: BEN },
    later: { reportedBy: BEN, reason: "Odd" },
  });
});
