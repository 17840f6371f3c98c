import { expect, it } from "vitest";
import { announceChanges } from "../../src/home/announce-changes.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { removeApprover } from "../../src/policy/screens/remove-approver.ts";
import { keepNotice, listNotices } from "../../src/request/queries/notices.ts";
import { APPROVALS, aSlack, INVITED, THROWN_OUT } from "../jobs/slack.ts";
import { delivery, must } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { ANA, BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { reviewNews } from "../support/review-screens.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

async function removed({ areAdministrators = false } = {}) {
  const { deps, workspaceId } = await aWorld(database, { approvers: [ANA, BEN, CAL, DAN] });
  const slack = await aSlack();
  must(await removeApprover(deps, { workspaceId, by: BEN, userId: DAN, delivery: delivery() }));
  const announce = () =>
    announceChanges(
      {
        ...deps,
        messenger: slack.messenger,
        logger: createLogger("silent"),
        command: "/rail",
        maySetUp: async () => areAdministrators,
        approvalsChannelOf: async () => APPROVALS,
      },
      workspaceId,
    );
  return { slack, announce, deps, workspaceId };
}

it("the approvers are told once of a removal, after Slack has refused it once", async () => {
  const { slack, announce } = await removed();
  slack.faults.failNext("chat.postMessage", { error: "internal_error" }, 1);

  await expect(announce()).rejects.toThrow();
  await announce();
  await announce();

  const told = await slack.messagesIn(APPROVALS);
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining(`<@${BEN}> removed <@${DAN}> as an approver`),
  ]);
});

it("when the channel fails, each approver and the removed person get one direct message, and the channel hears later", async () => {
  const { slack, announce } = await removed();
  slack.change(APPROVALS, THROWN_OUT);

  await announce();
  await announce();

  for (const who of [ANA, BEN, CAL, DAN]) {
    const [message, ...others] = await slack.directMessagesTo(who);
    expect(others).toEqual([]);
    expect(message?.text).toMatch(/An approver was removed[\s\S]*invite it there with \/invite/);
  }
  slack.change(APPROVALS, INVITED);
  await announce();
  await announce();
  expect(await slack.messagesIn(APPROVALS)).toHaveLength(1);
  expect(await slack.directMessagesTo(ANA)).toHaveLength(1);
});

it("one message tells all news of a kind, and a kind that Slack refuses holds up no other", async () => {
  const { slack, announce, deps, workspaceId } = await removed();
  const unreadable = { kind: "rails-unreadable", environment: "sandbox" } as const;
  await deps.transaction(async (tx) => {
    await keepNotice(tx.db, workspaceId, { ...unreadable, count: 1 }, NOW);
    await keepNotice(tx.db, workspaceId, { ...unreadable, count: 2 }, NOW);
  });
  slack.faults.failNext("chat.postMessage", { error: "internal_error" }, 1);

  await expect(announce()).rejects.toThrow();
  expect(await slack.messagesIn(APPROVALS)).toHaveLength(1);
  await announce();

  const told = (await slack.messagesIn(APPROVALS)).map(({ text }) => text).join("\n");
  expect(told.match(/2 Rails cannot be read/g)).toHaveLength(1);
  expect(told).toContain("An approver was removed");
  expect(await listNotices(deps.db, workspaceId)).toEqual([]);
});

it("a former channel that refuses every message does not keep the present one from being told", async () => {
  const { slack, announce, deps, workspaceId } = await removed();
  await announce();
  const change = { is: "channel", at: NOW, from: "C0FORMER", to: APPROVALS } as const;
  await deps.transaction((tx) => keepNotice(tx.db, workspaceId, { kind: "settings", change }, NOW));
  slack.faults.failNext("chat.postMessage", { error: "restricted_action" });

  await announce();

  const [, told] = await slack.messagesIn(APPROVALS);
  expect(told?.text).toContain("The configuration changed the set-up");
  expect(await listNotices(deps.db, workspaceId)).toEqual([]);
});

it.each([
  { where: "to the administrators alone while Slack takes one of them", refused: 2, inChannel: 0 },
  { where: "in the channel if Slack takes no administrator", refused: 3, inChannel: 1 },
])("the end of a review is told $where", async ({ refused, inChannel }) => {
  const { slack, announce, deps, workspaceId } = await removed({ areAdministrators: true });
  await announce();
  await deps.transaction((tx) => keepNotice(tx.db, workspaceId, reviewNews("Payroll"), NOW));
  slack.faults.failNext("conversations.open", { error: "user_disabled" }, refused);

  await announce();
  await announce();

  const channel = (await slack.messagesIn(APPROVALS)).map(({ text }) => text);
  expect(channel.filter((text) => text.includes("not reviewed in time"))).toHaveLength(inChannel);
  expect(await slack.directMessagesTo(CAL)).toHaveLength(3 - refused);
  expect(await listNotices(deps.db, workspaceId)).toEqual([]);
});
