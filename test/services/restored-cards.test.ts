import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { linkRail } from "../../src/rail/creating/verify-rail.ts";
import { keepMarker } from "../../src/request/freezing/restored.ts";
import { sweep } from "../../src/request/sweep.ts";
import { bindJobs } from "../../src/wiring/bind-work.ts";
import { APPROVALS, aSlack } from "../jobs/slack.ts";
import { ANA, BEN, TREASURY } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { makeRail, makeTaggedRail, unanswered, untilReleasable } from "./at-the-service.ts";
import { backup } from "./backup.ts";
import { remedied } from "./register-steps.ts";
import { approved, delivery, expectState, must, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

let database: TestStore;
beforeEach(async () => {
  database = await openTestStore();
});
afterEach(() => database.close());

/** A world before a real Slack workspace, of which only the sweep keeps the messages true. */
async function inSlack(before: World) {
  const slack = await aSlack();
  const deps = {
    ...before.deps,
    messenger: slack.messenger,
    workspaceId: before.workspaceId,
    approvalsChannelOf: async () => APPROVALS,
  };
  const world = { ...before, deps };
  const work = bindJobs(deps);
  const inThread = async (isInThread: boolean) => {
    const all = await slack.messagesIn(APPROVALS);
    return all.filter(({ threadTs }) => (threadTs !== undefined) === isInThread);
  };
  const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);
  return {
    world,
    async sweepUntilQuiet() {
      for (let round = 0; round < 10; round += 1) {
        world.jobs.length = 0;
        await sweep(deps);
        const asked = world.jobs.splice(0);
        if (asked.length === 0) return;
        for (const { name, request } of asked) await work(name, request);
      }
      throw new Error("Never quiet");
    },
    /** The card and the alarms, and what is told under the card. */
    said: async () => ({
      above: texts(await inThread(false)),
      below: texts(await inThread(true)),
    }),
    instructions: async () => texts(await slack.messagesIn(TREASURY)),
    told: async () => texts(await slack.directMessagesTo(ANA)),
  };
}

const A_PERSON = expect.stringContaining("NEEDS REVIEW");

describe("after a restore to when a person was needed", () => {
  it.each<[string, string, (world: World, ref: RequestRef) => Promise<unknown>]>([
    ["closed", "VOID", async (world, ref) => must(await remedied(world, ref, { type: "close" }))],
    [
      "linked",
      "DONE",
      async (world, ref) => {
        const railId = await makeRail(world, ref);
        must(await linkRail(world.deps, { ...ref, by: BEN, railId, delivery: delivery() }));
        await runJobs(world, ref);
      },
    ],
    [
      "released",
      "DONE",
      async (world, ref) => {
        must(await remedied(world, ref, { type: "release-attempt" }));
        await runJobs(world, ref);
      },
    ],
  ])(
    "a card of what was %s since says again that one is, and nobody is called twice",
    async (_, ends, happens) => {
      const { world: before, ref } = await unanswered(database);
      await untilReleasable(before, ref);
      const { world, sweepUntilQuiet, said } = await inSlack(before);
      await sweepUntilQuiet();
      await keepMarker(world.deps, world.workspaceId);
      const restore = await backup(database, "earlier");
      expect((await said()).above).toEqual([A_PERSON, A_PERSON]);
      await happens(world, ref);
      await sweepUntilQuiet();
      await keepMarker(world.deps, world.workspaceId);
      const after = await said();
      expect(after.above[0]).toContain(ends);

      await restore();
      await keepMarker(world.deps, world.workspaceId);
      await sweepUntilQuiet();

      expectState(await stateOf(world, ref), "needs-a-person");
      const { above, below } = await said();
      expect(above).toEqual([A_PERSON, ...after.above.slice(1)]);
      expect(below).toEqual(after.below);
    },
  );

  it("cards are drawn anew also where sending is frozen by an earlier restore already", async () => {
    const { world: before, ref } = await unanswered(database);
    await untilReleasable(before, ref);
    const { world, sweepUntilQuiet, said } = await inSlack(before);
    await sweepUntilQuiet();
    await keepMarker(world.deps, world.workspaceId);
    const earliest = await backup(database, "earliest");
    must(await remedied(world, ref, { type: "close" }));
    await keepMarker(world.deps, world.workspaceId);
    await earliest();
    await keepMarker(world.deps, world.workspaceId);
    await sweepUntilQuiet();
    const frozen = await backup(database, "frozen");
    must(await remedied(world, ref, { type: "close" }));
    await sweepUntilQuiet();
    await keepMarker(world.deps, world.workspaceId);
    expect((await said()).above[0]).toContain("VOID");

    await frozen();
    await keepMarker(world.deps, world.workspaceId);
    await sweepUntilQuiet();

    expect((await said()).above[0]).toEqual(A_PERSON);
  });
});

describe("after a restore to when it was done", () => {
  it("a card and instructions of what was quarantined since say again that it is, and stand there once", async () => {
    const { world, sweepUntilQuiet, said, instructions, told } = await inSlack(
      await aWorld(database),
    );
    const ref = await approved(world);
    await createRail(world.deps, ref);
    await runJobs(world, ref);
    await sweepUntilQuiet();
    await keepMarker(world.deps, world.workspaceId);
    const posted = await instructions();
    expect(posted).toEqual([expect.stringContaining("whitelisted at the Rail service")]);
    const restore = await backup(database, "earlier");
    await makeTaggedRail(world, ref);
    await readRails(world.deps, world.workspaceId);
    await sweepUntilQuiet();
    await keepMarker(world.deps, world.workspaceId);
    expect(await instructions()).toEqual([expect.stringContaining("Do not send money to it")]);
    expect((await said()).above[0]).toContain("QUARANTINED");

    await restore();
    await keepMarker(world.deps, world.workspaceId);
    await sweepUntilQuiet();

    expectState(await stateOf(world, ref), "done");
    expect(await instructions()).toEqual(posted);
    expect((await said()).above[0]).toContain("DONE");

    // The list of all Rails is read every ten minutes.
    await readRails(world.deps, world.workspaceId);
    await sweepUntilQuiet();
    expect(await instructions()).toEqual([expect.stringContaining("Do not send money to it")]);
    expect((await said()).above[0]).toContain("QUARANTINED");
    expect(await told()).toHaveLength(2);
  });
});
