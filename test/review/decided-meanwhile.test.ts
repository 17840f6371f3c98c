import { randomUUID } from "node:crypto";
import type { View } from "@slack/types";
import { expect, it } from "vitest";
import { seedDestination } from "../../src/destination/seed-destination.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { block } from "../../src/platform/slack/blocks/ids.ts";
import type { SubmitArgs } from "../../src/platform/slack/intake/listeners.ts";
import type { Context } from "../../src/request/context.ts";
import { findDestinationByDetails } from "../../src/request/queries/destinations.ts";
import { findDispute } from "../../src/request/queries/disputes.ts";
import { listOpenRequests } from "../../src/request/queries/find-requests.ts";
import { findReview } from "../../src/request/queries/reviews.ts";
import { noteSetUp, saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import type { Verdict } from "../../src/request/rules/approval/review.ts";
import { myReviews } from "../../src/review/my-reviews.ts";
import { reviewChore } from "../../src/review/review-chore.ts";
import { reviewModal, verdictBlock } from "../../src/review/review-modal.ts";
import { submitReview } from "../../src/review/submit-review.ts";
import { askedFor, NEW_WALLET, whitelisting } from "../services/register-steps.ts";
import { approved, expectState, runJobs } from "../services/steps.ts";
import type { World } from "../services/world.ts";
import { aWorld, moveTo } from "../services/world.ts";
import { after, BEN, CAL, DAN, EVE, TREASURY } from "../support/builders.ts";
import { filledIn } from "../support/fill-in.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

async function reviewing(world: World): Promise<void> {
  const { deps, workspaceId, now } = world;
  await saveApprovalsChannel(deps.db, workspaceId, "C0APPROVALS");
  await noteSetUp(deps.db, workspaceId, now.value);
  now.value = after({ days: 95 });
  const logger = createLogger("silent");
  await reviewChore.work({ ...deps, logger, reviewMonths: 3, announceChanges: async () => {} });
}

/** Decides about one thing of the page that this person sees now; `asking` comes before a request is made. */
async function decides(
  { deps, workspaceId }: World,
  { by, name, verdict }: { by: string; name: string; verdict: Verdict },
  asking: () => Promise<void> = async () => {},
) {
  const found = await myReviews(deps, { workspaceId, userId: by });
  const thing = found?.mine.find((each) => each.name === name || each.ref === name);
  if (!found || !thing) throw new Error("It is theirs to review");
  const page = reviewModal(found, { askedIn: TREASURY });
  const [reasonId = ""] = page.blocks.flatMap(({ block_id = "" }) =>
    block_id.startsWith(block.verdictReason) ? block_id : [],
  );
  const answered: unknown[] = [];
  const told: string[] = [];
  const answers = { [verdictBlock(found.review, thing)]: verdict, [reasonId]: "Unused" };
  const args = {
    body: { team: { id: workspaceId }, user: { id: by }, trigger_id: randomUUID() },
    view: filledIn(page, answers),
    ack: async (answer: { view?: View }) => void answered.push(answer),
  };
  const messenger = {
    ...deps.messenger,
    async placeOf() {
      await asking();
      return "ours" as const;
    },
    whisper: async (...[, , { text }]: Parameters<typeof deps.messenger.whisper>) =>
      void told.push(text),
  };
  const context: Partial<Context> = {
    ...deps,
    ...{ messenger, newId: randomUUID, approvalsChannelOf: async () => "C0APPROVALS" },
    announceChanges: async () => {},
  };
  await submitReview(context as Context, args as unknown as SubmitArgs);
  return { answer: textIn(answered), told };
}

/** Every text of an answer to Slack, without the rest. */
const textIn = (answer: unknown) =>
  [...JSON.stringify(answer).matchAll(/"(?:text|verdict_\w+)":"([^"]*)"/g)]
    .map(([, text]) => text)
    .join(" ");

const isDecided = async ({ deps, workspaceId }: World, key: string) =>
  (await findReview(deps.db, { workspaceId }))?.undecided.has(key) === false;

it.each([
  ["retire", "Operating"],
  ["remove", CAL],
] as const)(
  "nothing is requested to %s what another reviewer kept meanwhile",
  async (verdict, name) => {
    const world = await aWorld(database, { approvers: [BEN, CAL, DAN, EVE] });
    await reviewing(world);

    const { answer, told } = await decides(world, { by: BEN, name, verdict }, async () => {
      await decides(world, { by: DAN, name, verdict: "keep" });
    });

    expect(answer).toContain("1 decision not saved: the facts had changed");
    expect(told).toEqual([]);
    expect(await listOpenRequests(world.deps.db, world.workspaceId)).toEqual([]);
  },
);

it("a decision counts with its request: together they are saved", async () => {
  const world = await aWorld(database);
  await reviewing(world);

  const { answer } = await decides(world, { by: BEN, name: "Operating", verdict: "retire" });

  expect(answer).toContain("1 decision saved.");
  const [request] = await listOpenRequests(world.deps.db, world.workspaceId);
  const about = request?.content.change;
  const id = about?.kind === "retire-destination" ? about.destinationId : "";
  expect(about?.name).toBe("Operating");
  expect(await isDecided(world, `destination ${id}`)).toBe(true);
});

it("to retire what somebody asks to whitelist is not decided, and says which request is in its way", async () => {
  const world = await aWorld(database);
  const { deps, connectionId } = world;
  const asked = await askedFor(world, whitelisting());
  // Another process of the same workspace registers it, without a request.
  await seedDestination({ ...deps, newId: randomUUID }, world.workspaceId, {
    name: "Payroll",
    details: NEW_WALLET,
  });
  await reviewing(world);

  const { answer } = await decides(world, { by: BEN, name: "Payroll", verdict: "retire" });

  expect(answer).toContain(`R-${asked.number} is about this address already`);
  const seeded = await findDestinationByDetails(deps.db, connectionId, NEW_WALLET);
  expect(await isDecided(world, `destination ${seeded?.id}`)).toBe(false);
});

it("a Rail is disputed also where the connection changes while its decision is saved", async () => {
  const world = await aWorld(database);
  const { deps, connectionId } = world;
  const { railId } = expectState(await runJobs(world, await approved(world)), "done");
  await reviewing(world);
  const { people } = deps;
  const whoIs: typeof people.whoIs = async (...asked) => {
    if (asked[3] === "now") await moveTo(database, world, "production");
    return people.whoIs(...asked);
  };
  const moving = { ...world, deps: { ...deps, people: { ...people, whoIs } } };

  await decides(moving, { by: BEN, name: railId, verdict: "dispute" });

  const dispute = await findDispute(deps.db, connectionId, railId);
  expect(await isDecided(world, `rail ${railId}`)).toBe(dispute !== null);
  expect(dispute).toMatchObject({ by: BEN });
});
