import { describe, expect, it } from "vitest";
import { announceFreeze } from "../../src/freeze/announce-freeze.ts";
import { frozenLine } from "../../src/request/card/request-warnings.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { freezeAfterRestore } from "../../src/request/freezing/restored.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { APPROVALS, aSlack, INVITED, THROWN_OUT } from "../jobs/slack.ts";
import { delivery, must, resumeNow } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { ANA, BEN, CAL, DAN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

/** A workspace whose approvers read a real Slack channel. */
async function aWatchedWorld(approvers?: readonly string[]) {
  const { deps, workspaceId } = await aWorld(database, { ...(approvers && { approvers }) });
  const slack = await aSlack();
  const at = () => ({ workspaceId, delivery: delivery() });
  return {
    slack,
    freeze: async (by = BEN, reason = "Odd") =>
      must(await freezeSending(deps, { ...at(), by, reason })),
    frozen: async () => (await findFreeze(deps.db, workspaceId)).frozen,
    resume: async (by: string) => must(await resumeNow({ deps, workspaceId }, by)),
    restored: () => freezeAfterRestore(deps, workspaceId),
    announce: (channel: string | null = APPROVALS) =>
      announceFreeze(
        { ...deps, messenger: slack.messenger, approvalsChannelOf: async () => channel },
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
  expect((await notices())[0]?.text).toMatch(/To resume, agreed so far: <?@U0BEN/);

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
  expect(before?.text).toContain("Sending resumed");
  expect(now?.text).toContain("SENDING IS FROZEN");
});

it("names who froze first and whose the last reason is, and calls nobody the author of all reasons", async () => {
  const { freeze, resume, announce, notices } = await aWatchedWorld();
  await freeze(DAN);
  for (const by of [BEN, CAL]) await resume(by);
  await freeze(BEN);
  await freeze(CAL);
  await announce();

  const text = (await notices()).at(-1)?.text;
  expect(text).toMatch(
    /First frozen by <?@U0BEN.*Last reason added by <?@U0CAL.*Reasons, newest first:\n.*Odd · Before that: Odd/,
  );
});

it("keeps saying what Signalbox itself found, however much an approver says after it", async () => {
  const { freeze, restored, frozen, resume, announce, notices } = await aWatchedWorld();
  await restored();
  await freeze(BEN, `All is well: ${"a drill ".repeat(200)}`);
  await freeze(BEN, `Just resume it: ${"a drill ".repeat(200)}`);
  await announce();

  const found = "Signalbox found: The database was put back from a dump";
  expect((await notices()).at(-1)?.text).toContain(found);
  const now = await frozen();
  expect(now && JSON.stringify(frozenLine(now))).toContain(found);

  // Finding the same thing again is no further reason.
  await restored();
  expect((await frozen())?.since).toBe(now?.since);
  for (const by of [BEN, CAL]) await resume(by);
  await freeze();
  expect(await frozen()).not.toHaveProperty("found");
});

it("is posted anew where someone has deleted it", async () => {
  const { slack, freeze, resume, announce, notices } = await aWatchedWorld();
  await freeze();
  await announce();
  const [first] = await notices();
  await slack.remove(APPROVALS, first?.ts ?? "");
  await resume(BEN);
  await announce();

  expect((await notices()).filter(({ text }) => text.includes("agreed so far"))).toHaveLength(1);
});

it("says what to look at first, once the database was restored, also while it is frozen", async () => {
  const { freeze, restored, announce, notices } = await aWatchedWorld();
  await freeze();
  await announce();
  await restored();
  await announce();

  const [, byItself] = await notices();
  expect(byItself?.text).toContain("Last reason added by Signalbox itself");
  expect(byItself?.text).toContain("Odd");
  expect(byItself?.text).toContain("What may be missing here");
});

describe("a message about an earlier freeze says where to look, and has no button,", () => {
  const saysFrozen = ({ text }: { text: string }) => text.includes("SENDING IS FROZEN");

  it("once there is a further reason, and sending is nowhere frozen after it goes on", async () => {
    const { freeze, resume, announce, notices } = await aWatchedWorld();
    await freeze();
    await announce();
    await freeze();
    await announce();
    expect((await notices()).filter(saysFrozen)).toHaveLength(1);
    expect((await notices())[0]?.text).toMatch(/^Replaced by a newer message/);

    for (const by of [BEN, CAL]) await resume(by);
    await announce();
    expect((await notices()).filter(saysFrozen)).toEqual([]);
  });

  it("where its end was never drawn", async () => {
    const { freeze, resume, announce, notices } = await aWatchedWorld();
    await freeze();
    await announce();
    for (const by of [BEN, CAL]) await resume(by);
    await freeze();
    await announce();

    expect((await notices()).filter(saysFrozen)).toHaveLength(1);
  });

  it("unless Slack does not let us change it: the newer one is posted all the same", async () => {
    const { slack, freeze, announce, notices } = await aWatchedWorld();
    await freeze();
    await announce();
    await slack.remove(APPROVALS, (await notices())[0]?.ts ?? "");
    await freeze();
    await announce();

    expect((await notices()).filter(saysFrozen)).toHaveLength(1);
  });
});

describe("before a channel is chosen", () => {
  it("each approver is told alone, once of a freeze and once of its end, and the channel once it is", async () => {
    const { slack, freeze, resume, announce, notices } = await aWatchedWorld();
    const began = expect.stringMatching(/SENDING IS FROZEN[\s\S]*administrator has to choose one/);
    const ended = expect.stringContaining("Sending resumed");
    await freeze();
    await announce(null);
    await announce(null);
    for (const by of [BEN, CAL]) await resume(by);
    await announce(null);
    for (const who of [BEN, CAL, DAN]) {
      const told = (await slack.directMessagesTo(who)).map(({ text }) => text);
      expect(told).toEqual([began, ended]);
    }
    expect(await slack.directMessagesTo(ANA)).toEqual([]);

    await freeze();
    await announce();
    expect((await notices())[0]?.text).toContain("SENDING IS FROZEN");
  });

  it("and before anybody is named, it waits for the channel without an error", async () => {
    const { restored, announce, notices } = await aWatchedWorld([]);
    await restored();
    await announce(null);

    await announce();
    expect((await notices())[0]?.text).toContain("SENDING IS FROZEN");
  });
});

describe("while the channel does not take it", () => {
  it("each approver is told alone, once of a freeze and once of its end, and the channel later", async () => {
    const { slack, freeze, resume, announce, notices } = await aWatchedWorld();
    const toldTo = async (who: string) =>
      (await slack.directMessagesTo(who)).map(({ text }) => text);
    const began = expect.stringMatching(/SENDING IS FROZEN[\s\S]*invite it there with \/invite/);
    const ended = expect.stringContaining("Sending resumed");
    await freeze();
    slack.change(APPROVALS, THROWN_OUT);
    slack.deactivate(DAN);
    await announce();
    await announce();
    await resume(BEN);
    await announce();
    for (const who of [BEN, CAL]) expect(await toldTo(who)).toEqual([began]);
    expect(await toldTo(ANA)).toEqual([]);

    await resume(CAL);
    await announce();
    await announce();
    for (const who of [BEN, CAL]) expect(await toldTo(who)).toEqual([began, ended]);

    await freeze();
    await announce();
    for (const who of [BEN, CAL]) expect(await toldTo(who)).toEqual([began, ended, began]);
    slack.change(APPROVALS, INVITED);
    await announce();
    expect((await notices())[0]?.text).toContain("SENDING IS FROZEN");
    for (const who of [BEN, CAL]) expect(await toldTo(who)).toHaveLength(3);
  });

  it("because only some people may post there, each is told alone and why; the channel later", async () => {
    const { slack, freeze, announce, notices } = await aWatchedWorld();
    slack.change(APPROVALS, { isReadOnly: true });
    await freeze();
    await announce();
    await announce();
    expect(await notices()).toEqual([]);
    for (const who of [BEN, CAL, DAN]) {
      const told = (await slack.directMessagesTo(who)).map(({ text }) => text);
      expect(told).toEqual([
        expect.stringMatching(/SENDING IS FROZEN[\s\S]*lets only some people post/),
      ]);
    }

    slack.change(APPROVALS, { isReadOnly: false });
    await announce();
    expect((await notices())[0]?.text).toContain("SENDING IS FROZEN");
  });

  it("because outsiders read it, nothing of a freeze or of its end is written there", async () => {
    const { slack, freeze, resume, announce, notices } = await aWatchedWorld();
    const isShared = () => slack.change(APPROVALS, { isShared: true });
    await freeze();
    isShared();
    await announce();
    expect(await notices()).toEqual([]);
    expect((await slack.directMessagesTo(BEN))[0]?.text).toMatch(
      /SENDING IS FROZEN[\s\S]*is shared with another organisation/,
    );

    slack.change(APPROVALS, { isShared: false });
    await announce();
    const before = await notices();
    expect(before).toHaveLength(1);
    isShared();
    await resume(BEN);
    await resume(CAL);
    await announce();
    expect(await notices()).toEqual(before);
    expect((await slack.directMessagesTo(BEN)).at(-1)?.text).toContain("Sending resumed");
  });

  it("fails, to be tried again, where nobody can be told at all, or not at the moment", async () => {
    const { slack, freeze, announce } = await aWatchedWorld();
    await freeze();
    slack.change(APPROVALS, THROWN_OUT);
    slack.faults.failNext("conversations.open", { error: "ratelimited" });
    await expect(announce()).rejects.toMatchObject({ code: "limited" });
    await announce();
    for (const who of [BEN, CAL, DAN]) expect(await slack.directMessagesTo(who)).toHaveLength(1);

    const other = await aWatchedWorld();
    await other.freeze();
    other.slack.change(APPROVALS, THROWN_OUT);
    for (const who of [BEN, CAL, DAN]) other.slack.deactivate(who);
    await expect(other.announce()).rejects.toThrow("reached nobody");
  });
});
