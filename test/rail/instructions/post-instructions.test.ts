import { describe, expect, it } from "vitest";
import { healthOf } from "../../../src/home/health-message.ts";
import { createLogger } from "../../../src/platform/process/logger.ts";
import type { QueueHealth } from "../../../src/platform/queue/job.ts";
import type { RequestRef } from "../../../src/platform/queue/request-ref.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import type { Messenger, Place } from "../../../src/platform/slack/slack.ts";
import { createRail } from "../../../src/rail/creating/post-rail.ts";
import { verifyRail } from "../../../src/rail/creating/verify-rail.ts";
import { postInstructions } from "../../../src/rail/instructions/post-instructions.ts";
import { withdrawInstructions } from "../../../src/rail/instructions/withdraw-instructions.ts";
import { applyCommand } from "../../../src/request/apply-command.ts";
import { ChangedMeanwhile } from "../../../src/request/posting/meanwhile.ts";
import { findMessage, saveMessage } from "../../../src/request/queries/messages.ts";
import { findRequest } from "../../../src/request/queries/requests.ts";
import { listStaleInstructions } from "../../../src/request/queries/stale-messages.ts";
import { aSlack } from "../../jobs/slack.ts";
import { approved, eventsOf, expectState, stateOf } from "../../services/steps.ts";
import type { World } from "../../services/world.ts";
import { aWorld, withApi } from "../../services/world.ts";
import { ADDRESS, ANA, TREASURY } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

interface Due {
  world: World;
  ref: RequestRef;
  /** What Slack took, in order. */
  taken: string[];
  log: string[];
}

/** An off-ramp whose instructions are due, before a Slack that is changed in these ways and well otherwise. */
async function due(change: (well: Messenger) => Partial<Messenger> = () => ({})): Promise<Due> {
  const taken: string[] = [];
  const log: string[] = [];
  const world = await aWorld(database);
  const ref = await approved(world, { type: "OFF_RAMP" });
  await createRail(world.deps, ref);
  await verifyRail(world.deps, ref);
  const well: Messenger = {
    ...world.deps.messenger,
    async post(_, channelId, { text }, { lastLook } = {}) {
      await lastLook?.();
      taken.push(text);
      return { channelId, ts: `${taken.length}` };
    },
  };
  const messenger = { ...well, ...change(well) };
  const logger = createLogger("warn", { write: (line) => void log.push(line) });
  return { world: { ...world, deps: { ...world.deps, messenger, logger } }, ref, taken, log };
}

/** The list of all Rails shows a second one with the request's tag. */
async function anotherRail(world: World, ref: RequestRef): Promise<void> {
  const { railId } = expectState(await stateOf(world, ref), "verified");
  await quarantineFor(world, ref, railId);
}

async function quarantineFor(world: World, ref: RequestRef, railId: string): Promise<void> {
  const rails = await world.deps.railApis(world.workspaceId, world.connectionId);
  const first = await rails.getRail(railId);
  const matches = [first, { ...first, id: "rail_the_other_one" }];
  await applyCommand(world.deps, ref, { type: "scanned", matches, candidates: [] });
}
const NO_QUEUE: QueueHealth = {
  deadLetters: async () => [],
  retryDeadLetters: async () => 0,
  oldestWaiting: async () => null,
  waiting: async () => 0,
};

const unavailable = async (): Promise<never> => {
  throw new MessengerError("unavailable", "Slack did not take the call");
};

const INSTRUCTIONS = "Deposit instructions: Payroll float";

describe("posting the instructions of an off-ramp", () => {
  it("shows nothing when the Rail is no longer what was approved", async () => {
    const { world, ref, taken } = await due();
    const changed = withApi(world, (api) => ({
      async getRail(id) {
        const rail = await api.getRail(id);
        if (rail.type !== "OFF_RAMP") return rail;
        const wallet = { ...rail.source.wallet, address: ADDRESS };
        return { ...rail, source: { ...rail.source, wallet } };
      },
    }));

    await postInstructions(changed.deps, ref);

    expect((await stateOf(world, ref)).status).toBe("quarantined");
    expect(taken).toEqual([]);
  });

  it("posts nothing where another Rail of the request turns up during the look at the conversation", async () => {
    let turnsUp = async () => {};
    const { world, ref, taken } = await due(({ placeOf }) => ({
      placeOf: (...where) => turnsUp().then(() => placeOf(...where)),
    }));
    turnsUp = () => anotherRail(world, ref);

    await postInstructions(world.deps, ref);

    expectState(await stateOf(world, ref), "quarantined");
    expect(taken).toEqual([]);
    expect(await findMessage(world.deps.db, ref, "instructions")).toBeUndefined();
  });

  it("posts nothing where another Rail of the request turns up while they wait for their turn", async () => {
    let turnsUp = async () => {};
    const { world, ref, taken } = await due((well) => ({
      async post(...message) {
        await turnsUp();
        return well.post(...message);
      },
    }));
    turnsUp = () => anotherRail(world, ref);

    await expect(postInstructions(world.deps, ref)).rejects.toThrow(ChangedMeanwhile);
    await postInstructions(world.deps, ref);

    expectState(await stateOf(world, ref), "quarantined");
    expect(taken).toEqual([]);
  });

  it.each(["not-in-channel", "no-such-channel", "channel-archived"] as const)(
    "sends them to the requester alone when the conversation was closed since it was looked at: %s",
    async (code) => {
      const { world, ref, taken } = await due((well) => ({
        async post(workspaceId, channelId, ...message) {
          if (channelId === TREASURY) throw new MessengerError(code, "Slack refused it");
          return well.post(workspaceId, channelId, ...message);
        },
      }));

      await postInstructions(world.deps, ref);

      expect(taken).toEqual([INSTRUCTIONS]);
      expect(await findMessage(world.deps.db, ref, "instructions")).toMatchObject({
        channelId: `D${ANA}`,
      });
      expect((await stateOf(world, ref)).status).toBe("done");
    },
  );

  it("waits, says so once, and posts after all, when Slack takes no direct message to the requester", async () => {
    let isDeactivated = true;
    const { world, ref, taken, log } = await due((well) => ({
      placeOf: async () => "shared",
      async directMessageWith(workspaceId, userId) {
        if (isDeactivated) throw new MessengerError("no-such-person", "Slack said user_disabled");
        return well.directMessageWith(workspaceId, userId);
      },
    }));

    await postInstructions(world.deps, ref);
    await postInstructions(world.deps, ref);

    expect(await stateOf(world, ref)).toMatchObject({ status: "verified", isUndeliverable: true });
    expect((await eventsOf(world, ref)).at(-1)).toBe("instructions-undeliverable");
    expect((await eventsOf(world, ref)).at(-2)).toBe("verified");
    expect(taken).toEqual([]);
    expect(log).toHaveLength(2);
    expect(
      (await healthOf({ ...world.deps, queue: NO_QUEUE }, world.workspaceId)).undeliverable,
    ).toEqual([(await findRequest(world.deps.db, ref))?.number]);

    isDeactivated = false;
    await postInstructions(world.deps, ref);

    expect((await stateOf(world, ref)).status).toBe("done");
  });

  it("takes a deactivated account of Slack's for one that takes no direct message", async () => {
    const slack = await aSlack();
    slack.deactivate(ANA);
    const { directMessageWith } = slack.messenger;
    const { world, ref } = await due(() => ({ placeOf: async () => "shared", directMessageWith }));

    await postInstructions(world.deps, ref);

    expect(await stateOf(world, ref)).toMatchObject({ isUndeliverable: true });
  });

  it("leaves them to the next run when Slack did not say whether it took them", async () => {
    const { world, ref, taken } = await due(() => ({ post: unavailable }));

    await expect(postInstructions(world.deps, ref)).rejects.toMatchObject({ code: "unavailable" });

    expect(taken).toEqual([]);
    expect((await stateOf(world, ref)).status).toBe("verified");
  });
});

describe("instructions of which nobody knows what they say", () => {
  /** Their message stands there, and the database was restored since. */
  async function stale(status: "verified" | "done", change?: Parameters<typeof due>[0]) {
    const { world, ref, taken } = await due(change);
    const { db } = world.deps;
    if (status === "done") await postInstructions(world.deps, ref);
    taken.length = 0;
    const at = { channelId: TREASURY, ts: "former", version: -1 };
    await saveMessage(db, ref, "instructions", at);
    const row = () => findMessage(db, ref, "instructions");
    const isStale = async () =>
      (await listStaleInstructions(db, world.now.value, 1_000)).some(
        (each) => each.requestId === ref.requestId,
      );
    return { world, ref, taken, row, isStale };
  }

  const gone = async (): Promise<never> => {
    throw new MessengerError("no-such-message", "Slack said message_not_found");
  };

  it.each(["verified", "done"] as const)(
    "are drawn anew where they stand, and not posted again, where it is %s",
    async (status) => {
      const drawn: string[] = [];
      const { world, ref, taken, row, isStale } = await stale(status, () => ({
        update: async (_, { ts }) => void drawn.push(ts),
      }));

      await postInstructions(world.deps, ref);

      expect(drawn).toEqual(["former"]);
      expect(taken).toEqual([]);
      expect(await row()).toMatchObject({ ts: "former" });
      expect(await isStale()).toBe(false);
      expectState(await stateOf(world, ref), "done");
    },
  );

  it.each(["verified", "done"] as const)(
    "go to the requester alone where another organisation has joined their channel since, where it is %s",
    async (status) => {
      const drawn: string[] = [];
      let place: Place = "ours";
      const { world, ref, taken, row, isStale } = await stale(status, () => ({
        placeOf: async () => place,
        update: async (_, { ts }, { blocks }) => void drawn.push(ts, plainText(blocks)),
      }));
      place = "shared";

      await postInstructions(world.deps, ref);

      expect(drawn[0]).toBe("former");
      expect(drawn[1]).toContain("These deposit instructions are in another message.");
      expect(taken).toEqual([INSTRUCTIONS]);
      expect(await row()).toMatchObject({ channelId: `D${ANA}` });
      expect(await isStale()).toBe(false);
      expectState(await stateOf(world, ref), "done");
    },
  );

  it("are posted anew where somebody has deleted them, while it is verified", async () => {
    const { world, ref, taken } = await stale("verified", () => ({ update: gone }));

    await postInstructions(world.deps, ref);

    expect(taken).toEqual([INSTRUCTIONS]);
    expectState(await stateOf(world, ref), "done");
  });

  it("are left alone where somebody has deleted them, once it is done", async () => {
    const { world, ref, taken, isStale } = await stale("done", () => ({
      update: gone,
      presenceOf: async () => "gone",
    }));
    expect(await isStale()).toBe(true);

    await postInstructions(world.deps, ref);

    expect(taken).toEqual([]);
    expect(await isStale()).toBe(false);
  });

  it("and that were withdrawn while they were drawn are withdrawn once more", async () => {
    let meanwhile = async () => {};
    const { world, ref, isStale } = await stale("done", () => ({ update: () => meanwhile() }));
    meanwhile = async () => {
      meanwhile = async () => {};
      const { railId } = expectState(await stateOf(world, ref), "done");
      await quarantineFor(world, ref, railId);
      await withdrawInstructions(world.deps, ref);
      expect(await isStale()).toBe(false);
    };

    await expect(postInstructions(world.deps, ref)).rejects.toThrow("by another run meanwhile");

    expect(await isStale()).toBe(true);
  });
});
