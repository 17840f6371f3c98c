import { afterAll, beforeAll, expect, it } from "vitest";
import { announceFreeze } from "../../src/jobs/announce-freeze.ts";
import { freezeAfterRestore, freezeSending } from "../../src/services/freeze.ts";
import { delivery, must, resumeNow } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { BEN, CAL } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { APPROVALS, aSlack, INVITED, THROWN_OUT } from "./slack.ts";

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

/** A workspace whose approvers read a real Slack channel. */
async function aWatchedWorld() {
  const { deps, workspaceId } = await aWorld(database);
  const slack = await aSlack();
  const at = () => ({ workspaceId, delivery: delivery() });
  return {
    slack,
    freeze: async () => must(await freezeSending(deps, { ...at(), by: BEN, reason: "Odd" })),
    resume: async (by: string) => must(await resumeNow({ deps, workspaceId }, by)),
    restored: () => freezeAfterRestore(deps, workspaceId),
    announce: () =>
      announceFreeze(
        { ...deps, messenger: slack.messenger, approvalsChannelOf: () => APPROVALS },
        workspaceId,
      ),
    notices: () => slack.messagesIn(APPROVALS),
  };
}

it("is one message for each freeze, redrawn until sending goes on", async () => {
  const { freeze, resume, announce, notices } = await aWatchedWorld();
  await announce();
  expect(await notices()).toEqual([]);

  await freeze();
  await announce();
  await announce();
  const [first, ...more] = await notices();
  expect(more).toEqual([]);
  expect(first?.text).toContain("SENDING IS FROZEN");

  await resume(BEN);
  await announce();
  expect((await notices()).map(({ ts }) => ts)).toEqual([first?.ts]);
  expect((await notices())[0]?.text).toMatch(/Agreed that sending goes on: <?@U0BEN/);

  await resume(CAL);
  await announce();
  const [ended, ...others] = await notices();
  expect(others).toEqual([]);
  expect(ended?.ts).toBe(first?.ts);
  expect(ended?.text).toMatch(/Agreed by <?@U0BEN\w+>?, <?@U0CAL/);

  await freeze();
  await resume(BEN);
  await announce();
  const [before, now] = await notices();
  expect(before?.text).toContain("Sending goes on");
  expect(now?.text).toContain("SENDING IS FROZEN");
});

it("is posted anew where someone has deleted it", async () => {
  const { slack, freeze, resume, announce, notices } = await aWatchedWorld();
  await freeze();
  await announce();
  const [first] = await notices();
  await slack.remove(APPROVALS, first?.ts ?? "");
  await resume(BEN);
  await announce();

  expect((await notices()).filter(({ text }) => text.includes("Agreed that"))).toHaveLength(1);
});

it("says what to look at first, once the database was restored, also while it is frozen", async () => {
  const { freeze, restored, announce, notices } = await aWatchedWorld();
  await freeze();
  await announce();
  await restored();
  await announce();

  const [byAPerson, byItself] = await notices();
  expect(byAPerson?.text).toContain("Odd");
  expect(byItself?.text).toContain("By Signalbox itself");
  expect(byItself?.text).toContain("What may be missing here");
});

it("fails, and is told later, where the channel does not take it", async () => {
  const { slack, freeze, announce, notices } = await aWatchedWorld();
  await freeze();
  slack.change(APPROVALS, THROWN_OUT);
  await expect(announce()).rejects.toMatchObject({ code: "not-in-channel" });

  slack.change(APPROVALS, INVITED);
  await announce();
  expect((await notices())[0]?.text).toContain("SENDING IS FROZEN");
});
