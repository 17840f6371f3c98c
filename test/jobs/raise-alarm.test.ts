import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseAlarm } from "../../src/jobs/raise-alarm.ts";
import { createRail } from "../../src/services/create-rail.ts";
import { MessengerError } from "../../src/services/messenger-error.ts";
import type { Messenger } from "../../src/services/ports.ts";
import { verifyRail } from "../../src/services/verify-rail.ts";
import { approved, expectState, stateOf } from "../services/steps.ts";
import { aWorld, withApi } from "../services/world.ts";
import { ADDRESS, ANA, BEN, CAL, DAN } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { APPROVALS, aSlack, THROWN_OUT } from "./slack.ts";

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

/** A Rail that is not what was approved, before a real Slack workspace. */
async function quarantined() {
  const world = await aWorld(database);
  const slack = await aSlack();
  const ref = await approved(world, { type: "OFF_RAMP" });
  await createRail(world.deps, ref);
  const changed = withApi(world, (api) => ({
    async getRail(id) {
      const rail = await api.getRail(id);
      if (rail.type !== "OFF_RAMP") return rail;
      const wallet = { ...rail.source.wallet, address: ADDRESS };
      return { ...rail, source: { ...rail.source, wallet } };
    },
  }));
  await verifyRail(changed.deps, ref);
  expectState(await stateOf(world, ref), "quarantined");
  const raise = (messenger: Partial<Messenger> = {}) =>
    raiseAlarm(
      {
        ...world.deps,
        messenger: { ...slack.messenger, ...messenger },
        approvalsChannelOf: () => APPROVALS,
      },
      ref,
    );
  const isRaised = async () =>
    !(await world.deps.store.listUnraisedAlarms(1_000)).some(
      ({ requestId }) => requestId === ref.requestId,
    );
  return { slack, raise, isRaised };
}

const toldTo = async (slack: Awaited<ReturnType<typeof aSlack>>, who: string) =>
  (await slack.directMessagesTo(who)).map(({ text }) => text);

const ALARM = expect.stringContaining("QUARANTINED");

describe("an alarm", () => {
  it("is raised once, in the approvals channel", async () => {
    const { slack, raise, isRaised } = await quarantined();
    await raise();
    await raise();

    expect((await slack.messagesIn(APPROVALS)).map(({ text }) => text)).toEqual([ALARM]);
    expect(await toldTo(slack, BEN)).toEqual([]);
    expect(await isRaised()).toBe(true);
  });

  it.each([
    ["the bot was thrown out", THROWN_OUT],
    ["the channel is archived", { isArchived: true }],
    ["the bot cannot see the channel", { ...THROWN_OUT, isPrivate: true }],
  ])("goes to each approver alone where %s", async (_, how) => {
    const { slack, raise, isRaised } = await quarantined();
    slack.change(APPROVALS, how);
    slack.deactivate(BEN);
    await raise();
    await raise();

    for (const who of [CAL, DAN]) expect(await toldTo(slack, who)).toEqual([ALARM]);
    expect(await toldTo(slack, ANA)).toEqual([]);
    expect(await slack.messagesIn(APPROVALS).catch(() => [])).toEqual([]);
    expect(await isRaised()).toBe(true);
  });

  it("is tried again for one whom Slack did not reach, and does not call the others twice", async () => {
    const { slack, raise, isRaised } = await quarantined();
    slack.change(APPROVALS, THROWN_OUT);
    const directMessageWith: Messenger["directMessageWith"] = async (workspaceId, userId) => {
      if (userId === BEN) throw new MessengerError("limited", "Slack limits the rate of calls");
      return slack.messenger.directMessageWith(workspaceId, userId);
    };
    await expect(raise({ directMessageWith })).rejects.toMatchObject({ code: "limited" });
    expect(await isRaised()).toBe(false);

    await raise();

    for (const who of [BEN, CAL, DAN]) expect(await toldTo(slack, who)).toEqual([ALARM]);
    expect(await isRaised()).toBe(true);
  });

  it("that reaches nobody is a failure, which people see", async () => {
    const { slack, raise, isRaised } = await quarantined();
    slack.change(APPROVALS, THROWN_OUT);
    for (const who of [BEN, CAL, DAN]) slack.deactivate(who);

    await expect(raise()).rejects.toThrow("has reached nobody");
    expect(await isRaised()).toBe(false);
  });
});
