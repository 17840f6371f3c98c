import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "../../../src/platform/process/logger.ts";
import { createLastAnswers } from "../../../src/platform/slack/last-answers.ts";
import { createPeople } from "../../../src/platform/slack/people.ts";
import { createSlackClients } from "../../../src/platform/slack/web-client.ts";
import type { Seed, SeedUserGroup } from "../../../src/sandbox/slack-workspace/seed.ts";
import { ACME, acmeSeed, BEN, CAL, DEE, GUS } from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  INITECH_EUROPE,
  initech,
  initechWorkspaces,
  KIM,
  LEO,
  MAY,
} from "../../../src/sandbox/slack-workspace/seeds/initech.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import type { World } from "../../../src/sandbox/slack-workspace/world.ts";
import { anyBotToken } from "../../support/any-bot-token.ts";
import { openTestStore } from "../../support/store.ts";

async function openPeople(seed: Seed | World) {
  const slack = await startSlackWorkspace({ seed });
  onTestFinished(() => slack.stop());
  const { db, close } = await openTestStore();
  onTestFinished(close);
  const workspace = { id: ACME, name: "Acme", last_audit_hash: null };
  await db.insertInto("workspaces").values(workspace).execute();
  const logger = createLogger("silent");
  const clients = createSlackClients(anyBotToken(slack.botToken), { ...slack, logger });
  const time = { now: Date.parse("2026-03-02T10:00:00.000Z") };
  const clock = () => new Date(time.now).toISOString();
  const lastAnswers = createLastAnswers(db, clock);
  const another = () => createPeople({ ...clients, logger, clock, lastAnswers });
  return { slack, time, people: another(), another };
}

const peopleOf = async (seed: Seed | World) => (await openPeople(seed)).people;

const group = (id: string, fields: Partial<SeedUserGroup> = {}): SeedUserGroup => ({
  id,
  handle: id.toLowerCase(),
  name: id,
  members: [BEN, CAL],
  ...fields,
});

describe("the people of a workspace", () => {
  it("are told with their standing, and user groups with their members; a group disabled or gone has none", async () => {
    const userGroups = [group("S0IN"), group("S0OFF", { isDisabled: true })];
    const stranger = { id: "U0STRANGE", name: "s", realName: "S", isStranger: true };
    const leaver = { id: "U0LEFT", name: "l", realName: "L", isDeactivated: true };
    const users = [...acmeSeed.users, stranger, leaver];
    const people = await peopleOf({ ...acmeSeed, users, userGroups });

    const ids = [BEN, GUS, "U0STRANGE", "U0LEFT", "U0NOBODY", BEN];
    const roster = await people.whoIs(ACME, ids, ["S0IN", "S0OFF", "S0GONE"]);

    expect(Object.fromEntries(roster.standings)).toEqual({
      [BEN]: "active",
      [GUS]: "guest",
      U0STRANGE: "stranger",
      U0LEFT: "deactivated",
      U0NOBODY: "stranger",
    });
    expect(roster.persons.get(BEN)).toBe(BEN);
    expect(Object.fromEntries(roster.members)).toEqual({
      S0IN: [BEN, CAL],
      S0OFF: [],
      S0GONE: [],
    });
  });

  it("are not known where the app lacks a scope, and that ends nothing", async () => {
    const app = { ...acmeSeed.app, scopes: ["chat:write"] };
    const people = await peopleOf({ ...acmeSeed, app });

    const roster = await people.whoIs(ACME, [DEE], ["S0APPROV1"]);

    expect(roster.standings.get(DEE)).toBe("not-known");
    expect(roster.persons.has(DEE)).toBe(false);
    expect(roster.members.get("S0APPROV1")).toBeNull();
  });
});

describe("while Slack is silent about a user group", () => {
  const members = [BEN, CAL, DEE];
  const userGroups = [group("S0IN", { members })];
  const silence = (slack: SlackWorkspace) =>
    slack.faults.failNext("usergroups.users.list", { error: "service_unavailable" }, 1_000);

  it("its last answer is told beside, without a member who has become a guest since, and with one who is back", async () => {
    const users = acmeSeed.users.map((user) => ({ ...user }));
    const { slack, people } = await openPeople({ ...acmeSeed, users, userGroups });
    await people.whoIs(ACME, [CAL], ["S0IN"]);
    silence(slack);

    const cal = users.find(({ id }) => id === CAL);
    Object.assign(cal ?? {}, { isGuest: true });
    expect(await people.standingOf(ACME, CAL)).toBe("guest");
    const roster = await people.whoIs(ACME, [], ["S0IN", "S0NEVER"]);
    expect(roster.members.get("S0IN")).toBeNull();
    expect([...(roster.lastKnown ?? [])]).toEqual([["S0IN", [BEN, DEE]]]);

    slack.faults.clear();
    Object.assign(cal ?? {}, { isGuest: false });
    await people.whoIs(ACME, [CAL], ["S0IN"]);
    silence(slack);
    const later = await people.whoIs(ACME, [], ["S0IN"]);
    expect([...(later.lastKnown ?? [])]).toEqual([["S0IN", members]]);
  });

  it("an answer of the last minute is enough for a question, and for nothing else", async () => {
    const { slack, time, people } = await openPeople({ ...acmeSeed, userGroups });
    await people.whoIs(ACME, [], ["S0IN"]);
    silence(slack);

    const question = () => people.whoIs(ACME, [], ["S0IN"], "of-a-minute");
    expect((await question()).members.get("S0IN")).toEqual(members);
    expect((await people.whoIs(ACME, [], ["S0IN"])).members.get("S0IN")).toBeNull();
    time.now += 61_000;
    expect((await question()).members.get("S0IN")).toBeNull();
  });
});

it("while Slack is silent, a full member of the last hour may read on, and nobody else; nothing is decided by that", async () => {
  const { slack, time, people } = await openPeople(acmeSeed);
  await people.whoIs(ACME, [BEN, GUS], []);
  slack.faults.failNext("users.info", { error: "service_unavailable" }, 1_000);
  time.now += 59 * 60_000;
  const reading = (id: string) => people.standingOf(ACME, id, "of-an-hour");

  expect(await Promise.all([BEN, GUS, CAL].map(reading))).toEqual(["active", "guest", "not-known"]);
  expect(await people.standingOf(ACME, BEN, "of-a-minute")).toBe("not-known");
  time.now += 60_000;
  expect(await reading(BEN)).toBe("not-known");
});

it("nobody reads on for an hour once another process knows that they are no full member", async () => {
  const users = acmeSeed.users.map((user) => ({ ...user }));
  const { slack, people, another } = await openPeople({ ...acmeSeed, users });
  await people.whoIs(ACME, [BEN, CAL], []);
  Object.assign(users.find(({ id }) => id === BEN) ?? {}, { isGuest: true });
  await another().whoIs(ACME, [BEN, CAL], []);
  slack.faults.failNext("users.info", { error: "service_unavailable" }, 1_000);

  expect(await people.standingOf(ACME, BEN, "of-an-hour")).toBe("not-known");
  expect(await people.standingOf(ACME, CAL, "of-an-hour")).toBe("active");
});

it("knows two accounts of one person by the Enterprise user, and who is in which of its workspaces", async () => {
  const [europe, asia] = initechWorkspaces;
  if (!europe || !asia) throw new Error("Initech has two workspaces");
  const other = { id: "U0KIM0002", name: "kim2", realName: "Kim", enterpriseUserId: KIM };
  const people = await peopleOf({
    enterprises: [initech],
    workspaces: [{ ...europe, installed: [acmeSeed.app], users: [...europe.users, other] }, asia],
    furtherApps: [],
  });

  const roster = await people.whoIs(INITECH_EUROPE, [KIM, LEO, other.id, MAY], []);

  expect(roster.persons.get(other.id)).toBe(roster.persons.get(KIM));
  expect(roster.persons.get(LEO)).not.toBe(roster.persons.get(KIM));
  expect([KIM, LEO, other.id].map((each) => roster.standings.get(each))).toEqual(
    Array(3).fill("active"),
  );
  expect(roster.standings.get(MAY)).toBe("stranger");
});
