import { describe, expect, it } from "vitest";
import type { Db } from "../../src/platform/database/schema.ts";
import type { Messenger } from "../../src/platform/slack/slack.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { verifyRail } from "../../src/rail/creating/verify-rail.ts";
import { postInstructions } from "../../src/rail/instructions/post-instructions.ts";
import { withdrawInstructions } from "../../src/rail/instructions/withdraw-instructions.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { findMessage } from "../../src/request/queries/messages.ts";
import { approved, expectState, stateOf } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { ANA, TREASURY } from "../support/builders.ts";
import { steppingDatabase } from "../support/stepping-database.ts";
import { useTestStore } from "../support/use-store.ts";
import { aSlack, THROWN_OUT } from "./slack.ts";

const database = useTestStore();

const ANOTHER = "These instructions may also be in an earlier message here. This one counts.";
const MAY_STAND = `message with them may be in <#${TREASURY}> or in the requester's direct messages`;
const DELETE_IT = "have it deleted";
const HOW_TO_PAY = "whitelisted at the Rail service";

interface Changes {
  messenger?: Partial<Messenger>;
  db?: Db;
}

/** An on-ramp whose instructions are due, before a real Slack workspace. */
async function verified() {
  const world = await aWorld(database);
  const slack = await aSlack();
  const ref = await approved(world, { type: "ON_RAMP" });
  await createRail(world.deps, ref);
  await verifyRail(world.deps, ref);
  const { railId } = expectState(await stateOf(world, ref), "verified");
  const depsWith = ({ messenger, db = world.deps.db }: Changes) => ({
    ...world.deps,
    db,
    messenger: { ...slack.messenger, ...messenger },
  });
  return {
    slack,
    post: (changes: Changes = {}) => postInstructions(depsWith(changes), ref),
    withdraw: () => withdrawInstructions(depsWith({}), ref),
    status: async () => (await stateOf(world, ref)).status,
    kept: async () => findMessage(world.deps.db, ref, "instructions"),
    db: world.deps.db,
    /** The list of all Rails shows a second one with the request's tag. */
    async quarantine() {
      const rails = await world.deps.railApis(world.workspaceId, world.connectionId);
      const first = await rails.getRail(railId);
      const matches = [first, { ...first, id: "rail_the_other_one" }];
      await applyCommand(world.deps, ref, { type: "scanned", matches, candidates: [] });
      expectState(await stateOf(world, ref), "quarantined");
    },
    instructions: async () => (await slack.messagesIn(TREASURY)).map(({ text }) => text),
    told: async () => (await slack.directMessagesTo(ANA)).map(({ text }) => text),
  };
}

/** Slack takes the instructions, and its answer is lost. */
async function lost() {
  const scene = await verified();
  scene.slack.faults.failNext("chat.postMessage", { answer: "lost" });
  await expect(scene.post()).rejects.toMatchObject({ code: "unavailable" });
  expect(await scene.instructions()).toEqual([expect.stringContaining(HOW_TO_PAY)]);
  return scene;
}

describe("instructions that Slack took, and of which nobody knows where they stand", () => {
  it("are told of where they are posted once more, and where they are withdrawn", async () => {
    const { post, quarantine, withdraw, instructions, told } = await lost();
    await post();

    const [first, second, ...others] = await instructions();
    expect(others).toEqual([]);
    expect(first).not.toContain(ANOTHER);
    expect(second).toContain(ANOTHER);

    await quarantine();
    await withdraw();

    const withdrawn = (await instructions())[1];
    expect(withdrawn).toContain("Another message with them may be here too");
    expect(withdrawn).not.toContain(HOW_TO_PAY);
    const [notice, ...more] = await told();
    expect(more).toEqual([]);
    expect(notice).toContain(`The message with them in <#${TREASURY}> says so now.`);
    expect(notice).toContain(`Another ${MAY_STAND}`);
    expect(notice).toContain(DELETE_IT);
  });

  it("are told of to the requester where no other message with them is known", async () => {
    const { quarantine, withdraw, told } = await lost();
    await quarantine();

    await withdraw();
    await withdraw();

    const [notice, ...more] = await told();
    expect(more).toEqual([]);
    expect(notice).toContain(`A ${MAY_STAND}`);
    expect(notice).toContain(DELETE_IT);
  });

  it("come of a kill between Slack's taking them and our saving where they stand, too", async () => {
    const { post, db, instructions } = await verified();
    const killed = new Error("killed");
    const dying = steppingDatabase(db, ({ sql, parameters }) => {
      const isSaved = sql.startsWith('insert into "messages"');
      if (isSaved && parameters.includes("instructions")) throw killed;
    });
    await expect(post({ db: dying })).rejects.toBe(killed);

    await post();

    expect((await instructions())[1]).toContain(ANOTHER);
  });

  it.each([
    ["limited", { retryAfterSeconds: 1 }],
    ["unexpected", { error: "missing_scope" }],
  ])("do not come of a post that Slack refused: %s", async (code, fault) => {
    const { slack, post, quarantine, withdraw, instructions, told } = await verified();
    slack.faults.failNext("chat.postMessage", fault);
    await expect(post()).rejects.toMatchObject({ code });
    await post();
    expect(await instructions()).toEqual([expect.not.stringContaining(ANOTHER)]);

    await quarantine();
    await withdraw();

    expect(await told()).toEqual([expect.not.stringContaining("may stand")]);
  });

  it("do not come of a post that never left, since the Rail was quarantined", async () => {
    const { slack, post, quarantine, withdraw, told } = await verified();
    const late: Messenger["post"] = async (...args) => {
      await quarantine();
      return slack.messenger.post(...args);
    };
    await expect(post({ messenger: { post: late } })).rejects.toThrow("has changed before");

    await withdraw();

    expect(await told()).toEqual([]);
  });
});

describe("two runs that post the same instructions", () => {
  /** The one is posted and known, while the answer to the other, which Slack took first, is on its way. */
  async function overlapping() {
    const scene = await verified();
    const { slack, post } = scene;
    const taken = Promise.withResolvers<string>();
    const answered = Promise.withResolvers<void>();
    const slow: Messenger["post"] = async (...args) => {
      const at = await slack.messenger.post(...args);
      taken.resolve(at.ts);
      await answered.promise;
      return at;
    };
    let other = Promise.resolve();
    const overtaking: Messenger["post"] = async (...args) => {
      other = post({ messenger: { post: slow } });
      await taken.promise;
      return slack.messenger.post(...args);
    };
    await post({ messenger: { post: overtaking } });
    const answer = () => {
      answered.resolve();
      return other;
    };
    return { ...scene, copy: await taken.promise, answer };
  }

  it("the one that is known stays, and the other leads to it and says nothing to pay with", async () => {
    const { slack, answer, kept, status, instructions } = await overlapping();

    await answer();

    const [first, second, ...others] = await instructions();
    expect(others).toEqual([]);
    expect(first).toContain("These deposit instructions are in another message.");
    expect(first).not.toContain(HOW_TO_PAY);
    expect(second).toContain(HOW_TO_PAY);
    expect(second).not.toContain(ANOTHER);
    expect((await kept())?.ts).toBe((await slack.messagesIn(TREASURY))[1]?.ts);
    expect(await status()).toBe("done");
  });

  it("the other may have been deleted", async () => {
    const { slack, copy, answer, instructions } = await overlapping();
    await slack.remove(TREASURY, copy);

    await answer();

    expect(await instructions()).toEqual([expect.stringContaining(HOW_TO_PAY)]);
  });

  it("the known one tells of the other where Slack does not change that", async () => {
    const { slack, answer, post, instructions } = await overlapping();
    slack.faults.failNext("chat.update", { error: "internal_error" });

    await expect(answer()).rejects.toThrow("drawn by another run meanwhile");
    await post();

    const [first, second] = await instructions();
    expect(first).toContain(HOW_TO_PAY);
    expect(second).toContain(ANOTHER);
  });

  it("none is posted to the requester because Slack does not change the other", async () => {
    const { slack, answer, told } = await overlapping();
    slack.change(TREASURY, THROWN_OUT);

    await expect(answer()).rejects.toThrow("drawn by another run meanwhile");

    expect(await told()).toEqual([]);
  });
});
