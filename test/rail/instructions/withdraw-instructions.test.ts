import { describe, expect, it } from "vitest";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import type { Messenger } from "../../../src/platform/slack/slack.ts";
import { createRail } from "../../../src/rail/creating/post-rail.ts";
import { readRails } from "../../../src/rail/creating/read-rails.ts";
import { verifyRail } from "../../../src/rail/creating/verify-rail.ts";
import { postInstructions } from "../../../src/rail/instructions/post-instructions.ts";
import { withdrawInstructions } from "../../../src/rail/instructions/withdraw-instructions.ts";
import { applyCommand } from "../../../src/request/apply-command.ts";
import { tellEnding } from "../../../src/request/posting/tell-ending.ts";
import { updateApprovalCard } from "../../../src/request/posting/update-approval-card.ts";
import { listStaleInstructions } from "../../../src/request/queries/stale-messages.ts";
import { sweep } from "../../../src/request/sweep.ts";
import { APPROVALS, aSlack, INVITED, THROWN_OUT } from "../../jobs/slack.ts";
import { approved, expectState, stateOf } from "../../services/steps.ts";
import { aWorld, withApi } from "../../services/world.ts";
import { ANA, after, BEN, TREASURY } from "../../support/builders.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

const OTHER_ADDRESS = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

/** An off-ramp that is done, before a real Slack workspace: its instructions stand in #treasury. */
async function done() {
  const world = await aWorld(database);
  const slack = await aSlack();
  const deps = {
    ...world.deps,
    messenger: slack.messenger,
    workspaceId: world.workspaceId,
    approvalsChannelOf: async () => APPROVALS,
  };
  const ref = await approved(world, { type: "OFF_RAMP" });
  await createRail(deps, ref);
  await verifyRail(deps, ref);
  await updateApprovalCard(deps, ref);
  await postInstructions(deps, ref);
  const { railId } = expectState(await stateOf(world, ref), "done");
  const rails = await deps.railApis(world.workspaceId, world.connectionId);
  const { source } = await rails.getRail(railId);
  const address = source.kind === "crypto" ? source.wallet.address : "";
  world.jobs.length = 0;
  return {
    world,
    slack,
    deps,
    ref,
    railId,
    address,
    jobs: () =>
      world.jobs
        .filter(({ request }) => request.requestId === ref.requestId)
        .map(({ name }) => name),
    /** The list of all Rails shows others with its tag besides its own. */
    async othersTurnUp(...ids: string[]) {
      const first = await rails.getRail(railId);
      const listed = withApi(world, () => ({
        async *listRails() {
          const all = [first, ...ids.map((id) => ({ ...first, id }))];
          yield { rails: all, total: all.length };
        },
      }));
      await readRails({ ...deps, railApis: listed.deps.railApis }, deps.workspaceId);
      expectState(await stateOf(world, ref), "quarantined");
    },
    /** A read-back shows another entry point than the one that was issued. */
    async leadsElsewhere() {
      const rail = await rails.getRail(railId);
      if (rail.type !== "OFF_RAMP") throw new Error("It is an off-ramp");
      const wallet = { ...rail.source.wallet, address: OTHER_ADDRESS };
      const changed = { ...rail, source: { ...rail.source, wallet } };
      await applyCommand(deps, ref, { type: "read-back", railId, rail: changed });
      expectState(await stateOf(world, ref), "quarantined");
    },
    withdraw: (messenger: Partial<Messenger> = {}) =>
      withdrawInstructions({ ...deps, messenger: { ...slack.messenger, ...messenger } }, ref),
    instructions: async () => (await slack.messagesIn(TREASURY)).map(({ text }) => text),
    told: async (person = ANA) => (await slack.directMessagesTo(person)).map(({ text }) => text),
    async card() {
      await updateApprovalCard(deps, ref);
      return (await slack.messagesIn(APPROVALS))[0]?.text;
    },
    async isStanding() {
      const standing = await listStaleInstructions(deps.db, world.now.value, 1_000);
      return standing.some(({ requestId }) => requestId === ref.requestId);
    },
  };
}

describe("one message tells the requester of the quarantine and of the withdrawn instructions", () => {
  const orders = [
    ["the ending first", true],
    ["the withdrawal first", false],
  ] as const;

  it.each(orders)("when the requester heard nothing before: %s", async (_, isEndingFirst) => {
    const { othersTurnUp, withdraw, told, ref, deps } = await done();
    await othersTurnUp("rail_another");

    if (isEndingFirst) await tellEnding(deps, ref);
    await withdraw();
    await tellEnding(deps, ref);

    const [only, ...more] = await told();
    expect(more).toEqual([]);
    expect(only).toContain("quarantine");
    expect(only).toContain("instructions are withdrawn");
  });

  it.each(orders)("after a message that it is done: %s", async (_, isEndingFirst) => {
    const { othersTurnUp, withdraw, told, ref, deps } = await done();
    await tellEnding(deps, ref);
    await othersTurnUp("rail_another");

    if (isEndingFirst) await tellEnding(deps, ref);
    await withdraw();
    await tellEnding(deps, ref);

    const [was, ...came] = await told();
    expect(was).not.toContain("is done");
    expect(came).toHaveLength(1);
    expect(came[0]).toContain("quarantine");
    expect(came[0]).toContain("instructions are withdrawn");
    expect(was).not.toContain("in quarantine");
  });
});

describe("when another Rail of a request turns up after its instructions were posted", () => {
  it("they are withdrawn with the state, in words and without anything to pay with, and the requester is told once", async () => {
    const { othersTurnUp, jobs, withdraw, instructions, told, address, railId, isStanding } =
      await done();
    expect(await instructions()).toEqual([expect.stringContaining(address)]);
    await othersTurnUp("rail_other");
    expect(jobs()).toContain("withdraw-instructions");
    expect(await isStanding()).toBe(true);

    await withdraw();
    await withdraw();

    const [text = "", ...more] = await instructions();
    expect(more).toEqual([]);
    expect(text).toContain("Do not send money to it");
    expect(text).toContain(`2 Rails exist for this one request: ${railId}, rail_other.`);
    expect(text).toContain("approval card");
    expect(text).not.toContain(address);
    const [word = "", ...others] = await told();
    expect(others).toEqual([]);
    expect(word).toContain("Do not send money to it");
    expect(word).toContain(`The message with them in <#${TREASURY}> says so now.`);
    expect(word).not.toContain(address);
    expect(await isStanding()).toBe(false);
  });

  it("a third one changes the words, and tells nobody anew", async () => {
    const { othersTurnUp, withdraw, instructions, told, isStanding } = await done();
    await othersTurnUp("rail_second");
    await withdraw();
    await othersTurnUp("rail_second", "rail_third");
    expect(await isStanding()).toBe(true);

    await withdraw();

    expect(await instructions()).toEqual([expect.stringContaining("rail_third")]);
    expect(await told()).toEqual([expect.stringContaining("rail_third")]);
    expect(await isStanding()).toBe(false);
  });

  it("the sweep has them withdrawn where the job was lost, and leaves them alone then", async () => {
    const { deps, othersTurnUp, jobs, withdraw } = await done();
    await othersTurnUp("rail_other");
    database.jobs.length = 0;

    await sweep(deps);
    expect(jobs()).toContain("withdraw-instructions");

    await withdraw();
    database.jobs.length = 0;
    await sweep(deps);
    expect(jobs()).not.toContain("withdraw-instructions");
  });
});

describe("when a Rail leads elsewhere after its instructions were posted", () => {
  it("what differs is named, and neither what was issued nor what is shown now", async () => {
    const { leadsElsewhere, withdraw, instructions, told, address } = await done();
    await leadsElsewhere();

    await withdraw();

    for (const text of [...(await instructions()), ...(await told())]) {
      expect(text).toContain("It differs in: source.wallet.address.");
      expect(text).not.toContain(address);
      expect(text).not.toContain(OTHER_ADDRESS);
    }
    expect(await told()).toHaveLength(1);
  });
});

describe("instructions that cannot be taken back", () => {
  it("are told of to the requester all the same, once, where somebody has deleted them", async () => {
    const { slack, othersTurnUp, withdraw, instructions, told, isStanding } = await done();
    const [message] = await slack.messagesIn(TREASURY);
    await slack.remove(TREASURY, message?.ts ?? "");
    await othersTurnUp("rail_other");

    await withdraw();
    await withdraw();

    expect(await instructions()).toEqual([]);
    const words = await told();
    expect(words).toEqual([expect.stringContaining("Do not send money to it")]);
    expect(words[0]).not.toContain("The message with them");
    expect(await isStanding()).toBe(false);
  });

  it.each([
    ["the bot was thrown out", THROWN_OUT],
    ["the channel is archived", { isArchived: true }],
    ["the bot cannot see the channel", { ...THROWN_OUT, isPrivate: true }],
  ])(
    "stay out of date, and everybody concerned hears where they are, once, where %s",
    async (_, how) => {
      const {
        world,
        slack,
        othersTurnUp,
        withdraw,
        instructions,
        told,
        card,
        address,
        isStanding,
      } = await done();
      slack.change(TREASURY, how);
      await othersTurnUp("rail_other");

      await withdraw();
      await withdraw();

      for (const person of [ANA, BEN]) {
        const [word = "", ...more] = await told(person);
        expect(more).toEqual([]);
        expect(word).toContain(`with them in <#${TREASURY}> could not be changed: it may`);
        expect(word).not.toContain("are withdrawn");
      }
      expect(await card()).toContain("Their message could not be changed: it may still say how");
      expect(await isStanding()).toBe(false);
      world.now.value = after({ minutes: 5 });
      expect(await isStanding()).toBe(true);
      slack.change(TREASURY, { ...INVITED, isArchived: false, isPrivate: false });
      expect(await instructions()).toEqual([expect.stringContaining(address)]);

      await withdraw();

      expect(await instructions()).toEqual([expect.stringContaining("Do not send money to it")]);
      for (const person of [ANA, BEN]) {
        expect(await told(person)).toEqual([expect.stringContaining("says so now.")]);
      }
      expect(await card()).toContain("Its deposit instructions are withdrawn");
      expect(await isStanding()).toBe(false);
    },
  );

  it("are tried again where Slack is down, and a requester out of reach does not hold them up", async () => {
    const { slack, othersTurnUp, withdraw, instructions, isStanding } = await done();
    await othersTurnUp("rail_other");
    const update = async () => {
      throw new MessengerError("unavailable", "Slack did not take the call");
    };
    await expect(withdraw({ update })).rejects.toMatchObject({ code: "unavailable" });
    expect(await isStanding()).toBe(true);
    slack.deactivate(ANA);

    await withdraw();

    expect(await instructions()).toEqual([expect.stringContaining("Do not send money to it")]);
    expect(await isStanding()).toBe(false);
  });
});

describe("instructions that Slack takes while the Rail is quarantined", () => {
  it("are withdrawn by whoever posted them", async () => {
    const world = await aWorld(database);
    const slack = await aSlack();
    const ref = await approved(world, { type: "OFF_RAMP" });
    await createRail(world.deps, ref);
    await verifyRail(world.deps, ref);
    const { railId } = expectState(await stateOf(world, ref), "verified");
    const rails = await world.deps.railApis(world.workspaceId, world.connectionId);
    const first = await rails.getRail(railId);
    const messenger: Messenger = {
      ...slack.messenger,
      async post(workspaceId, channelId, ...message) {
        const at = await slack.messenger.post(workspaceId, channelId, ...message);
        if (channelId !== TREASURY) return at;
        const matches = [first, { ...first, id: "rail_other" }];
        await applyCommand(world.deps, ref, { type: "scanned", matches, candidates: [] });
        // As its own job would, which finds no instructions yet.
        await withdrawInstructions({ ...world.deps, messenger: slack.messenger }, ref);
        return at;
      },
    };

    await postInstructions({ ...world.deps, messenger }, ref);

    const [instructions, ...more] = await slack.messagesIn(TREASURY);
    expect(more).toEqual([]);
    expect(instructions?.text).toContain("Do not send money to it");
    expect(await slack.directMessagesTo(ANA)).toHaveLength(1);
  });
});
