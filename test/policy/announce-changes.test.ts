import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../../src/platform/process/logger.ts";
import { announceChanges } from "../../src/policy/announce-changes.ts";
import { removeApprover } from "../../src/policy/remove-approver.ts";
import { APPROVALS, aSlack, THROWN_OUT } from "../jobs/slack.ts";
import { delivery, must } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { ANA, BEN, CAL, DAN } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

async function removed() {
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
        approvalsChannelOf: () => APPROVALS,
      },
      workspaceId,
    );
  return { slack, announce };
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

it("where the channel does not take it, each approver is told alone, and the one who was removed", async () => {
  const { slack, announce } = await removed();
  slack.change(APPROVALS, THROWN_OUT);

  await announce();

  for (const who of [ANA, BEN, CAL, DAN]) {
    const [message, ...others] = await slack.directMessagesTo(who);
    expect(others).toEqual([]);
    expect(message?.text).toMatch(/An approver was removed[\s\S]*invite it there with \/invite/);
  }
});
