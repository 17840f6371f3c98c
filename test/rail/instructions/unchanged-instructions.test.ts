import { describe, expect, it } from "vitest";
import { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import type { Messenger } from "../../../src/platform/slack/slack.ts";
import { createRail } from "../../../src/rail/creating/post-rail.ts";
import { verifyRail } from "../../../src/rail/creating/verify-rail.ts";
import { disputeRail } from "../../../src/rail/disputes/dispute-rail.ts";
import { reportProblem } from "../../../src/rail/disputes/report-problem.ts";
import { postInstructions } from "../../../src/rail/instructions/post-instructions.ts";
import { findMessage, saveMessage } from "../../../src/request/queries/messages.ts";
import { findRequest } from "../../../src/request/queries/requests.ts";
import { sweep } from "../../../src/request/sweep.ts";
import { aSlack, INVITED, THROWN_OUT } from "../../jobs/slack.ts";
import { approved, delivery, expectState, stateOf } from "../../services/steps.ts";
import { aWorld, withApi } from "../../services/world.ts";
import { ANA, after, BEN, CAL, DAN, TREASURY } from "../../support/builders.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

const MAY_STAND = "it may still say how to pay";

/** A finished off-ramp before a real Slack workspace: its instructions are in #treasury. */
async function done() {
  const world = await aWorld(database);
  const slack = await aSlack();
  const { workspaceId, connectionId, now } = world;
  const deps = { ...world.deps, messenger: slack.messenger };
  const ref = await approved(world, { type: "OFF_RAMP" });
  await createRail(deps, ref);
  await verifyRail(deps, ref);
  await postInstructions(deps, ref);
  const { railId } = expectState(await stateOf(world, ref), "done");
  const { source } = await (await deps.railApis(workspaceId, connectionId)).getRail(railId);
  const address = source.kind === "crypto" ? source.wallet.address : "";
  const silent = withApi(world, () => ({
    getRail: () => Promise.reject(new RailApiError("not-found", "It shows no Rail")),
  }));
  const rail = { workspaceId, railId };
  return {
    slack,
    deps,
    ref,
    address,
    now,
    async report() {
      await reportProblem(deps, { ...rail, by: DAN, reason: "Wrong", delivery: delivery() });
    },
    async dispute() {
      const reportedAt = now.value;
      now.value = after({ minutes: 1 });
      await disputeRail(deps, { ...rail, reportedAt, by: CAL, delivery: delivery() });
    },
    redraw: () => postInstructions(deps, ref),
    redrawUnseen: () => postInstructions({ ...deps, railApis: silent.deps.railApis }, ref),
    shown: async () => (await slack.messagesIn(TREASURY)).map(({ text }) => text),
    told: async (id: string) => (await slack.directMessagesTo(id)).map(({ text }) => text),
    async isWoken() {
      database.jobs.length = 0;
      await sweep(deps);
      return database.jobs.some(
        ({ name, request }) => name === "post-instructions" && request.requestId === ref.requestId,
      );
    },
  };
}

describe("where Slack does not change the instructions of a disputed Rail", () => {
  it.each([
    ["the bot was removed", THROWN_OUT],
    ["the channel is archived", { isArchived: true }],
  ])(
    "because %s, everybody concerned hears of it once, and it is tried again until it is changed",
    async (_, how) => {
      const { slack, address, now, report, dispute, redraw, shown, told, isWoken } = await done();
      slack.change(TREASURY, how);
      await report();
      await dispute();

      await redraw();
      await redraw();

      for (const person of [ANA, BEN, CAL, DAN]) {
        const [word, ...more] = await told(person);
        expect(more).toEqual([]);
        expect(word).toContain(`with its deposit instructions in <#${TREASURY}>: ${MAY_STAND}`);
        expect(word).toContain(`<@${CAL}> marked the Rail as disputed.`);
        expect(word).not.toContain(address);
      }
      expect(await isWoken()).toBe(false);
      now.value = after({ minutes: 6 });
      expect(await isWoken()).toBe(true);

      slack.change(TREASURY, { ...INVITED, isArchived: false });
      expect(await shown()).toEqual([expect.stringContaining(address)]);
      await redraw();

      expect(await shown()).toEqual([expect.stringContaining("🔴 Disputed: Payroll float")]);
      expect(await told(ANA)).toEqual([expect.stringContaining("Now it is changed or deleted.")]);
      expect(await isWoken()).toBe(false);
    },
  );

  it("a dispute after a report calls everybody once more", async () => {
    const { slack, report, dispute, redraw, told } = await done();
    slack.change(TREASURY, THROWN_OUT);
    await report();
    await redraw();
    expect(await told(BEN)).toEqual([expect.not.stringContaining("as disputed")]);

    await dispute();
    await redraw();

    expect(await told(BEN)).toEqual([
      expect.stringContaining(MAY_STAND),
      expect.stringContaining("marked the Rail as disputed"),
    ]);
  });

  it("one whose message Slack does not change just now hears later that it is over", async () => {
    const { slack, deps, ref, report, redraw, told } = await done();
    slack.change(TREASURY, THROWN_OUT);
    await report();
    await redraw();
    slack.change(TREASURY, INVITED);
    const direct = await slack.messenger.directMessageWith("", BEN);
    const update: Messenger["update"] = async (workspaceId, at, ...rest) => {
      if (at.channelId === direct) throw new MessengerError("limited", "Slack takes nothing");
      return slack.messenger.update(workspaceId, at, ...rest);
    };
    const messenger = { ...slack.messenger, update };

    await expect(postInstructions({ ...deps, messenger }, ref)).rejects.toMatchObject({
      code: "limited",
    });
    await redraw();

    for (const person of [BEN, CAL]) {
      expect(await told(person)).toEqual([expect.stringContaining("Now it is changed")]);
    }
  });

  it("because it is deleted, nobody hears of it, and it is not tried again", async () => {
    const { slack, now, report, redraw, told, isWoken } = await done();
    const [message] = await slack.messagesIn(TREASURY);
    await slack.remove(TREASURY, message?.ts ?? "");
    await report();

    await redraw();

    expect(await told(BEN)).toEqual([]);
    now.value = after({ minutes: 6 });
    expect(await isWoken()).toBe(false);
  });
});

describe("while the service does not show a finished Rail", () => {
  it("a reported problem replaces how to pay", async () => {
    const { address, report, redrawUnseen, shown } = await done();
    await report();

    await redrawUnseen();

    const [text = "", ...more] = await shown();
    expect(more).toEqual([]);
    expect(text).toContain("🔴 Warning: a problem was reported. Don't pay");
    expect(text).toContain("The Rail service did not show this Rail");
    expect(text).not.toContain(address);
  });

  it("what nobody reported is drawn once the service shows it again", async () => {
    const { deps, ref, now, redraw, redrawUnseen, isWoken } = await done();
    const posted = await findMessage(deps.db, ref, "instructions");
    if (!posted) throw new Error("They are posted");
    await saveMessage(deps.db, ref, "instructions", { ...posted, version: -1 });

    await redrawUnseen();

    expect(await isWoken()).toBe(false);
    now.value = after({ minutes: 6 });
    expect(await isWoken()).toBe(true);
    await redraw();
    expect(await findMessage(deps.db, ref, "instructions")).toMatchObject({
      version: (await findRequest(deps.db, ref))?.version,
      redrawAt: undefined,
    });
  });
});

it("a disputed Rail's message mentions a copy in an unknown place", async () => {
  const { deps, ref, report, dispute, redraw, shown } = await done();
  await saveMessage(deps.db, ref, "instructions-tries", { channelId: "", ts: "", version: 1 });
  await report();
  await dispute();

  await redraw();

  expect(await shown()).toEqual([
    expect.stringContaining("Another message with its instructions may be here too."),
  ]);
});
