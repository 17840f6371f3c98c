import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createLogger } from "../../src/platform/process/logger.ts";
import type { SubmitArgs } from "../../src/platform/slack/intake/listeners.ts";
import { draftRail } from "../../src/rail/screens/draft-rail.ts";
import type { Context } from "../../src/request/context.ts";
import { findPolicy } from "../../src/request/queries/companies.ts";
import { findReview } from "../../src/request/queries/reviews.ts";
import { noteSetUp, saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { requestChange } from "../../src/request/request-change.ts";
import { myReviews } from "../../src/review/my-reviews.ts";
import { reviewChore } from "../../src/review/review-chore.ts";
import { reviewModal, verdictBlock } from "../../src/review/review-modal.ts";
import { submitReview } from "../../src/review/submit-review.ts";
import { answers, approves, must, refOf, runJobs } from "../services/steps.ts";
import type { World } from "../services/world.ts";
import { aWorld } from "../services/world.ts";
import { after, BEN, CAL, DAN } from "../support/builders.ts";
import { filledIn } from "../support/fill-in.ts";
import { savePolicy } from "../support/set-up.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

/** The other account of Ben. */
const BEN_TOO = "U0BENTOO01";

/** Begins a review. Ben keeps all that he is shown of this kind; returns whether nothing of it is left undecided. */
async function benKeeps(world: World, kind: "group" | "destination", name: string) {
  const { deps, workspaceId, now } = world;
  now.value = after({ days: 95 });
  const logger = createLogger("silent");
  await reviewChore.work({ ...deps, logger, reviewMonths: 3, announceChanges: async () => {} });
  const found = await myReviews(deps, { workspaceId, userId: BEN });
  if (!found) throw new Error("A review is open");
  const theirs = found.mine.filter((each) => each.kind === kind && each.name === name);
  const [thing] = theirs;
  if (!thing) return "not shown";
  const page = reviewModal(found, { askedIn: "C0ASKEDIN" });
  const args = {
    body: { team: { id: workspaceId }, user: { id: BEN }, trigger_id: randomUUID() },
    view: filledIn(page, { [verdictBlock(found.review, thing)]: "keep" }),
    ack: async () => {},
  };
  const context: Partial<Context> = { ...deps, announceChanges: async () => {} };
  await submitReview(context as Context, args as unknown as SubmitArgs);
  const review = await findReview(deps.db, { workspaceId });
  return review?.undecided.has(`${kind} ${thing.ref}`) ? "refused" : "decided";
}

async function aYear(world: World) {
  const { deps, workspaceId, now } = world;
  await saveApprovalsChannel(deps.db, workspaceId, "C0APPROVALS");
  await noteSetUp(deps.db, workspaceId, now.value);
  world.persons[BEN] = "E0BEN";
  world.persons[BEN_TOO] = "E0BEN";
}

async function made(world: World, by: string, name: string) {
  const form = await answers(world, { name });
  const { draft, digest } = must(await draftRail(world.deps, world.workspaceId, by, form));
  const { workspaceId } = world;
  const submission = { workspaceId, draftId: draft.id, digest, by, delivery: randomUUID() };
  const { request } = must(await requestChange(world.deps, submission));
  for (const each of [CAL, DAN]) must(await approves(world, request, each));
  await runJobs(world, refOf(request));
}

describe("two accounts of one person count as one in a review", () => {
  it.each(["both accounts of one person", "one account"])(
    "a group whose members are %s is not theirs to review",
    async (whose) => {
      const world = await aWorld(database);
      await aYear(world);
      const { version: _, ...policy } = await findPolicy(world.deps.db, world.workspaceId);
      world.members.S0BEN = whose === "one account" ? [BEN] : [BEN, BEN_TOO];
      const rules = policy.rules.map((rule) => ({ ...rule, groups: ["S0BEN"] }));
      await savePolicy(world.deps.db, world.workspaceId, { ...policy, rules }, world.now.value);
      expect(await benKeeps(world, "group", "")).not.toBe("decided");
    },
  );

  it.each([BEN_TOO, BEN])(
    "a destination into which only Ben and %s requested Rails is not Ben's to review",
    async (other) => {
      const world = await aWorld(database);
      await aYear(world);
      await made(world, BEN, "One");
      await made(world, other, "Other");
      expect(await benKeeps(world, "destination", "Cold")).not.toBe("decided");
    },
  );
});
