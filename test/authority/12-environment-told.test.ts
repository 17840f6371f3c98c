import { expect, it } from "vitest";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  EVE,
  RANDOM,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { openSetup, press, setupReading } from "../e2e/set-up-steps.ts";
import { answerText } from "../e2e/steps.ts";
import { listAudit } from "../support/audit-of.ts";
import type { Person } from "../support/person.ts";
import type { Installation } from "./environment.ts";
import { anInstallation } from "./environment.ts";

const named = (...people: string[]) => ({ APPROVERS: people.join(",") });
const COMMON = { APPROVALS_CHANNEL: APPROVALS };
const TITLE = "The configuration changed the set-up";

/** Ben administers the workspace. */
async function removeInSlack(ben: Person, userId: string): Promise<void> {
  await openSetup(ben, TREASURY);
  await press(ben, "Remove an approver", "Remove an approver");
  await ben.choose("Who", userId);
  await ben.submit();
  await setupReading(ben, "This person no longer approves anything.");
  await ben.close("all");
}

const saying = async (messages: ReturnType<Person["messages"]>) =>
  (await messages).map((each) => plainTextOf(each)).filter((text) => text.includes(TITLE));

const notices = (reader: Person, channel = APPROVALS) => saying(reader.messages(channel));

const noticesReach = (reader: Person, count: number) =>
  reader.waitFor(async () => {
    const all = await notices(reader);
    return all.length >= count && all;
  }, `${count} notices in the channel`);

/** What the environment did, by the audit, whose chain holds. */
async function applied({ inDatabase }: Installation) {
  const entries = await inDatabase((db) => listAudit(db, acmeSeed.team.id));
  expect(firstBreak(entries)).toBeUndefined();
  return entries
    .filter(({ actor }) => actor === "environment")
    .map(({ action, facts }) => ({ action, facts: JSON.parse(facts) as object }));
}

it("a person removed in Slack stays out until the environment was applied without them and then with them", async () => {
  const installation = await anInstallation();
  const { start, stop, as } = installation;
  const [ana, ben] = [as(ANA), as(BEN)];
  await start({ ...COMMON, ...named(ANA, BEN, CAL, DEE) });
  await removeInSlack(ben, DEE);

  const changed = { ...COMMON, DESTINATION_COOL_DOWN_HOURS: "1" };
  await start({ ...changed, ...named(ANA, BEN, CAL, DEE) });
  const [notice = ""] = await noticesReach(ana, 1);
  expect(notice).toContain("Policy version 2 → 3");
  expect(notice).toContain("1 hour");
  expect(notice).toContain(`Left out: <@${DEE}>`);
  const policy = await answerText(ana, "/rail policy");
  expect(policy).toContain("Policy version 3");
  expect(policy).toContain(`2 approvals from <@${ANA}>, <@${BEN}>, <@${CAL}>\n`);

  // Told once, whatever is started again.
  await start({ ...changed, ...named(ANA, BEN, CAL, DEE) });
  await start({ ...changed, ...named(ANA, BEN, CAL) });
  const [, mayReturn] = await noticesReach(ana, 2);
  expect(mayReturn).toContain("Policy version 3 stays");
  expect(mayReturn).toContain(`Can return: <@${DEE}>`);
  await start({ ...changed, ...named(ANA, BEN, CAL, DEE) });
  const all = await noticesReach(ana, 3);
  expect(all).toHaveLength(3);
  expect(all[2]).toContain("Policy version 3 → 4");
  expect(all[2]).toContain(`<@${DEE}>`);
  expect(all[2]).not.toContain("Left out");
  expect(await answerText(ana, "/rail policy")).toContain(`<@${CAL}>, <@${DEE}>`);

  await stop();
  expect(await applied(installation)).toMatchObject([
    { action: "connection-applied", facts: { from: null, environment: "sandbox" } },
    { action: "policy-applied", facts: { from: 0, version: 1, leftOut: [] } },
    { action: "channel-applied", facts: { from: null, channelId: APPROVALS } },
    { action: "policy-applied", facts: { from: 2, version: 3, leftOut: [DEE] } },
    { action: "pins-applied", facts: { pinned: expect.arrayContaining(["APPROVERS"]) } },
    { action: "policy-applied", facts: { from: 3, version: 3, mayReturn: [DEE] } },
    { action: "policy-applied", facts: { from: 3, version: 4, leftOut: [] } },
  ]);
});

it("too few are left without those who were removed: the start stops and says how to go on", async () => {
  const { start, as } = await anInstallation();
  await start({ ...COMMON, ...named(ANA, BEN, CAL, DEE) });
  await removeInSlack(as(BEN), DEE);
  const said = await start({ ...COMMON, ...named(BEN, CAL, DEE) }).then(
    () => "It started",
    (error: Error) => error.message,
  );

  expect(said).toContain(`The environment names ${DEE} as approvers, who were removed in Slack`);
  expect(said).toContain("2 approvals are required");
  expect(said).toContain("start once with settings that leave them out, and then with them");

  await start({ ...COMMON, ...named(BEN, CAL, DEE, EVE) });
  expect(await answerText(as(ANA), "/rail policy")).toContain(`<@${CAL}>, <@${EVE}>`);
});

it("a moved approvals channel is told in both channels, as far as the bot can write there", async () => {
  const { start, as } = await anInstallation();
  const [ana, ben] = [as(ANA), as(BEN)];
  const at = (channel: string) => ({ APPROVALS_CHANNEL: channel, ...named(BEN, CAL, DEE) });
  const told = (channel: string, count: number) =>
    ana.waitFor(async () => {
      const all = await notices(ana, channel);
      return all.length >= count && all;
    }, `${count} notices in ${channel}`);
  await start(at(APPROVALS));

  await start(at(TREASURY));
  for (const channel of [APPROVALS, TREASURY]) {
    expect(await told(channel, 1)).toEqual([
      expect.stringContaining(`<#${APPROVALS}> → <#${TREASURY}>`),
    ]);
  }

  // The bot is not in this one: the approvers are told alone, and the channel before is told once.
  await start(at(RANDOM));
  await ben.waitFor(
    async () => (await saying(ben.directMessages())).length > 0,
    "the notice by direct message",
  );
  expect((await told(TREASURY, 2))[1]).toContain(`<#${TREASURY}> → <#${RANDOM}>`);
  await start(at(APPROVALS));
  const back = await told(APPROVALS, 2);
  expect(back[1]).toContain(`<#${RANDOM}> → <#${APPROVALS}>`);
  expect(await notices(ana, TREASURY)).toHaveLength(2);
  expect(back).toHaveLength(2);
});

it("a policy that nobody can satisfy any more is repaired, and where no channel is in reach each approver is told alone, once", async () => {
  const users = acmeSeed.users.map((each) => ({ ...each }));
  const installation = await anInstallation({ seed: { ...acmeSeed, users } });
  const { start, stop, as } = installation;
  await start({ ...COMMON, ...named(BEN, CAL, DEE) });
  for (const user of users) {
    if ([CAL, DEE].includes(user.id)) user.isDeactivated = true;
  }

  // The bot is not in this channel.
  const repaired = { APPROVALS_CHANNEL: RANDOM, ...named(ANA, BEN, EVE) };
  await start(repaired);

  const told = (who: Person) =>
    who.waitFor(async () => {
      const all = await saying(who.directMessages());
      return all.length > 0 && all;
    }, "the notice by direct message");
  for (const approver of [as(ANA), as(BEN), as(EVE)]) {
    const [notice = ""] = await told(approver);
    expect(notice).toContain("Policy version 1 → 2");
    expect(notice).toContain(`<#${APPROVALS}> → <#${RANDOM}>`);
    expect(notice).toContain("invite it there with /invite");
  }
  await start(repaired);
  expect(await answerText(as(ANA), "/rail policy")).toContain(`<@${ANA}>, <@${BEN}>, <@${EVE}>`);
  await as(ANA).command(RANDOM, "/invite @Signalbox");
  await as(ANA).waitFor(
    async () => (await notices(as(ANA), RANDOM)).length > 0,
    "the notice there",
    {
      withinMs: 60_000,
    },
  );
  for (const approver of [as(ANA), as(BEN), as(EVE)]) {
    expect(await saying(approver.directMessages())).toHaveLength(1);
  }
  await stop();
  expect((await applied(installation)).slice(-2)).toMatchObject([
    { action: "policy-applied", facts: { from: 1, version: 2 } },
    { action: "channel-applied", facts: { from: APPROVALS, channelId: RANDOM } },
  ]);
});
