import { describe, expect, it } from "vitest";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import type { Messenger } from "../../../src/platform/slack/slack.ts";
import { createRail } from "../../../src/rail/creating/post-rail.ts";
import { linkRail, verifyRail } from "../../../src/rail/creating/verify-rail.ts";
import { raiseAlarm } from "../../../src/request/posting/raise-alarm.ts";
import { updateApprovalCard } from "../../../src/request/posting/update-approval-card.ts";
import { listUnraisedAlarms } from "../../../src/request/queries/stale-messages.ts";
import { APPROVALS, aSlack, INVITED, THROWN_OUT } from "../../jobs/slack.ts";
import { makeRail, unanswered, untilReleasable } from "../../services/at-the-service.ts";
import { proposing } from "../../services/register-steps.ts";
import { approved, delivery, expectState, must, runJobs, stateOf } from "../../services/steps.ts";
import { aWorld, withApi } from "../../services/world.ts";
import { ADDRESS, ANA, BEN, CAL, DAN } from "../../support/builders.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

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
        approvalsChannelOf: async () => APPROVALS,
      },
      ref,
    );
  const isRaised = async () =>
    !(await listUnraisedAlarms(world.deps.db, 1_000)).some(
      ({ requestId }) => requestId === ref.requestId,
    );
  return { slack, raise, isRaised };
}

type Slack = Awaited<ReturnType<typeof aSlack>>;

const said = async (messages: ReturnType<Slack["messagesIn"]>) =>
  (await messages).map(({ text }) => text);
const toldTo = (slack: Slack, who: string) => said(slack.directMessagesTo(who));

const ALARM = expect.stringContaining("QUARANTINED");

/** A request of unknown outcome until a person has linked its Rail, before a real Slack workspace. */
async function linkable() {
  const { world, ref } = await unanswered(database);
  await untilReleasable(world, ref);
  const slack = await aSlack();
  const { messenger } = slack;
  const deps = { ...world.deps, messenger, approvalsChannelOf: async () => APPROVALS };
  return {
    slack,
    raise: () => raiseAlarm(deps, ref),
    draw: () => updateApprovalCard(deps, ref),
    async propose() {
      const remedy = { type: "release-attempt" } as const;
      must(await proposing(world, ref, BEN, remedy));
    },
    async settle() {
      const railId = await makeRail(world, ref);
      must(await linkRail(world.deps, { ...ref, by: BEN, railId, delivery: delivery() }));
      expect((await runJobs(world, ref)).status).toBe("done");
    },
  };
}

const SETTLED = expect.stringMatching(/RESOLVED.*DONE/s);

describe("an alarm that is settled", () => {
  it("says so where it stands, and so does the one that it followed", async () => {
    const { slack, raise, draw, propose, settle } = await linkable();
    await raise();
    await propose();
    await raise();
    const calls = (await slack.messagesIn(APPROVALS)).map(({ text }) => text);
    expect(calls).toEqual([
      expect.stringContaining("REPLACED by a newer alert"),
      expect.stringContaining("NEEDS A SECOND APPROVER"),
    ]);
    await draw();
    expect((await slack.messagesIn(APPROVALS)).map(({ text }) => text).join()).not.toMatch(
      /RESOLVED/,
    );

    await settle();
    await draw();
    await draw();

    const [, call] = (await slack.messagesIn(APPROVALS)).map(({ text }) => text);
    expect(call).toEqual(SETTLED);
    expect(call).toContain("View request");
  });

  it("says nothing more where another organisation reads along by now", async () => {
    const { slack, raise, draw, settle } = await linkable();
    await raise();
    const before = await said(slack.messagesIn(APPROVALS));
    slack.change(APPROVALS, { isShared: true });

    await settle();
    await draw();

    expect(await said(slack.messagesIn(APPROVALS))).toEqual(before);
  });

  it("says so in direct messages too", async () => {
    const { slack, raise, draw, settle } = await linkable();
    slack.change(APPROVALS, THROWN_OUT);
    await raise();
    slack.change(APPROVALS, INVITED);

    await settle();
    await draw();

    for (const who of [BEN, CAL, DAN]) expect(await toldTo(slack, who)).toEqual([SETTLED]);
  });
});

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
    ["another organisation reads along", { isShared: true }],
    ["only some people may post there", { isReadOnly: true }],
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

  it.each([
    ["in the channel", INVITED, (slack: Slack) => said(slack.messagesIn(APPROVALS))],
    ["to an approver alone", THROWN_OUT, (slack: Slack) => toldTo(slack, BEN)],
  ])("leaves nothing untrue when an answer to it was lost, %s", async (_, how, read) => {
    const { slack, raise } = await quarantined();
    slack.change(APPROVALS, how);
    const lost = new MessengerError("unavailable", "Slack's answer was lost");
    const post: Messenger["post"] = async (...args) => {
      await slack.messenger.post(...args);
      throw lost;
    };
    await expect(raise({ post })).rejects.toThrow(lost);
    const update = async () => {
      throw lost;
    };
    await expect(raise({ update })).rejects.toThrow(lost);
    const followsOnly = /^R-\d+ needs its approvers: (?!.*QUARANTINED)/s;
    const follows = expect.stringMatching(followsOnly);
    expect(await read(slack)).toEqual([follows, follows]);

    await raise();

    expect(await read(slack)).toEqual([follows, ALARM]);
  });

  it("that reaches nobody is a failure, which people see", async () => {
    const { slack, raise, isRaised } = await quarantined();
    slack.change(APPROVALS, THROWN_OUT);
    for (const who of [BEN, CAL, DAN]) slack.deactivate(who);

    await expect(raise()).rejects.toThrow("has reached nobody");
    expect(await isRaised()).toBe(false);
  });
});
