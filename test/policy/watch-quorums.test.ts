import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Standing } from "../../src/authority/roster.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { watchQuorums } from "../../src/policy/watch-quorums.ts";
import { APPROVALS, aSlack, THROWN_OUT } from "../jobs/slack.ts";
import { aWorld } from "../services/world.ts";
import { BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

const DAY = 86_400_000;

/** A workspace on its own, whose approvals channel is a real one, a day after it was first looked at. */
async function aWatched() {
  await database.db
    .updateTable("workspaces")
    .set({ quorum_due_at: new Date("9999-01-01") })
    .execute();
  const { deps, workspaceId, standings } = await aWorld(database);
  const slack = await aSlack();
  const now = { value: Date.parse(NOW) };
  const setup = { channel: APPROVALS as string | null };
  const all = {
    db: database.db,
    transaction: database.transaction,
    approvalsChannelOf: async () => setup.channel,
    people: deps.people,
    messenger: slack.messenger,
    logger: createLogger("silent"),
    clock: () => new Date(now.value).toISOString(),
    command: "/rail",
  };
  const look = () => watchQuorums(all);
  await look();
  return {
    workspaceId,
    slack,
    setup,
    standings: standings as Record<string, Standing>,
    look,
    async nextNight() {
      now.value += DAY;
      await look();
    },
    async inAnHour() {
      now.value += 3_600_000;
      await look();
    },
    told: async () => (await slack.messagesIn(APPROVALS)).map(({ text }) => text),
  };
}

it("warns once of a rule without a reserve, again when it gets worse, and once a week", async () => {
  const { standings, look, nextNight, told } = await aWatched();
  await nextNight();
  expect(await told()).toEqual([]);

  standings[DAN] = "deactivated";
  await look();
  expect(await told()).toEqual([]);
  await nextNight();
  const [first = "", ...more] = await told();
  expect(more).toEqual([]);
  expect(first).toContain("Barely enough approvers are left");
  expect(first).toMatch(
    /2 people can approve, 2 needed\.\nNot counted: <?@U0DAN\w+>? \(deactivated\)/,
  );
  expect(first).toContain("/rail setup");
  for (let night = 0; night < 6; night += 1) await nextNight();
  expect(await told()).toHaveLength(1);
  await nextNight();
  expect(await told()).toHaveLength(2);

  standings[CAL] = "guest";
  await nextNight();
  expect((await told()).at(-1)).toContain("Too few approvers are left");
  expect(await told()).toHaveLength(3);
});

it("is done by one of two who look at the same time", async () => {
  const { standings, look, nextNight, told } = await aWatched();
  standings[DAN] = "deactivated";
  await Promise.all([nextNight(), look(), look()]);

  expect(await told()).toHaveLength(1);
});

it.each([
  ["is out of reach", THROWN_OUT, /Barely enough[\s\S]*invite it there with \/invite/],
  ["lets only some post", { isReadOnly: true }, /Barely enough[\s\S]*only some people post/],
])("tells each approver who is left alone where the channel %s", async (_, how, words) => {
  const { slack, standings, nextNight, told } = await aWatched();
  standings[DAN] = "deactivated";
  slack.change(APPROVALS, how);
  await nextNight();

  expect(await told()).toEqual([]);
  for (const who of [BEN, CAL]) {
    const [message, ...others] = await slack.directMessagesTo(who);
    expect(others).toEqual([]);
    expect(message?.text).toMatch(words);
  }
  expect(await slack.directMessagesTo(DAN)).toEqual([]);
});

it("does not take Slack's silence for people who have left, unless it lasts", async () => {
  const { standings, nextNight, inAnHour, told } = await aWatched();
  standings[DAN] = "not-known";
  await nextNight();
  expect(await told()).toEqual([]);
  standings[DAN] = "active";
  await inAnHour();
  expect(await told()).toEqual([]);

  standings[DAN] = "not-known";
  await nextNight();
  await inAnHour();
  expect(await told()).toEqual([expect.stringContaining("Slack did not say")]);
});

it("looks again within the hour where Slack took no word of it", async () => {
  const { slack, standings, nextNight, inAnHour, told } = await aWatched();
  standings[DAN] = "deactivated";
  slack.faults.failNext("chat.postMessage", { error: "internal_error" }, 1);
  await nextNight();
  expect(await told()).toEqual([]);
  await inAnHour();
  expect(await told()).toHaveLength(1);
});

it("says nothing in a workspace that is not its own", async () => {
  const { workspaceId, standings, nextNight, told } = await aWatched();
  const other = randomUUID();
  await database.db
    .insertInto("workspaces")
    .values({ id: other, name: "Other", last_audit_hash: null })
    .execute();
  standings[DAN] = "deactivated";
  await nextNight();

  expect(await told()).toHaveLength(1);
  const row = await database.db
    .selectFrom("workspaces")
    .select(["quorum_found", "quorum_warned_at"])
    .where("id", "=", other)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ quorum_found: "[]", quorum_warned_at: null });
  expect(other).not.toBe(workspaceId);
});
