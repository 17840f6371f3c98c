import { expect, test } from "vitest";
import * as acme from "../../../src/sandbox/slack-workspace/seed.ts";
import { runSql } from "../../harness/postgres.ts";
import { operate } from "../../harness/process.ts";
import { WORDS } from "../../harness/words.ts";
import { MINUTE, resume, stopsOf } from "../creating.ts";
import { acme as company, openCompanies } from "../install/companies.ts";
import { APPROVALS, BEN, CAL, DEE, openTeam, type Team } from "../team.ts";

const { ANA, EVE, GUS } = acme;
const { states } = WORDS;

const RAILS = { name: "Rail approvers", covers: "rails", people: [BEN, CAL, DEE], needed: 2 };
const DESTINATIONS = { ...RAILS, name: "Destination approvers", covers: "destinations" };
const CFO = { name: "CFO", covers: "rails", people: [DEE, EVE], needed: 1 };

const setTo = ({ env, database }: Team, settings: object | string) =>
  operate(
    { ...env, DATABASE_URL: database.ownerUrl },
    ["settings"],
    typeof settings === "string" ? settings : JSON.stringify(settings),
  );

const cardsSaying = async (stage: Team, words: string) =>
  (await stage.cards()).filter(({ text }) => text.includes(words));

test("S40 where nobody can meet a requirement, the operator replaces it: announced, and stopped until the new people resume", async () => {
  const seed = structuredClone(acme.acmeSeed);
  await using stage = await openTeam({ seed });
  await stage.register();
  const set = await setTo(stage, { requirements: [RAILS, DESTINATIONS, CFO] });
  expect(set).toEqual({ code: 0, said: expect.stringMatching(/^Version 2 .* Sending is stopped/) });
  await stage.pass(MINUTE);
  const [announced] = await cardsSaying(stage, "“CFO”: added");
  expect(announced?.state).toBe(states.done);
  expect(announced?.text).toContain("Signalbox");
  const [notice] = await stopsOf(stage);
  if (!notice) throw new Error("Sending goes on");
  await stage.submit(await stage.openFrom(DEE, notice, WORDS.buttons.reviewToResume));
  await resume(stage);

  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  await stage.approve(CAL, number);
  await stage.card(number, states.waiting);
  for (const user of seed.users) {
    if (user.id === DEE || user.id === EVE) user.isDeactivated = true;
  }
  await stage.jump(2 * MINUTE);
  const left = await setTo(stage, { requirements: [RAILS, DESTINATIONS] });
  expect(left.said).toContain("Version 3");
  await stage.pass(MINUTE);
  expect(await cardsSaying(stage, "CFO: removed")).toHaveLength(1);
  expect(stage.front.calls("POST /rails")).toHaveLength(0);
  await resume(stage);
  await stage.pass(MINUTE);
  await stage.card(number, states.payable);
});

test("S40 the operator's settings are as strictly judged as the forms, and nothing else changes", async () => {
  await using stage = await openTeam({ env: { APPROVALS_REQUIRED: "2" } });
  const mistakes: [object | string, RegExp][] = [
    ["{", /^This is not JSON/],
    [{ channel: APPROVALS }, /channel/],
    [{ coolDownHours: 5 }, /^The environment sets coolDownHours/],
    [
      { requirements: [RAILS, DESTINATIONS, { ...CFO, people: [DEE, GUS] }] },
      /^CFO: .*1 person is/,
    ],
    [
      { requirements: [{ ...RAILS, people: [BEN, ANA, EVE] }, DESTINATIONS] },
      /sets “Rail approvers”/,
    ],
    [{ requirements: [RAILS, DESTINATIONS] }, /^These settings are in force already/],
  ];
  for (const [settings, sentence] of mistakes) {
    const { said, code } = await setTo(stage, settings);
    expect.soft(said).toMatch(sentence);
    expect.soft(said).not.toMatch(/^ {4}at /m);
    expect.soft(code, said).toBe(1);
  }
  await stage.pass(MINUTE);
  expect(await stage.cards()).toEqual([]);
});

test("S40 a version of the settings that somebody changed is replaced, and people go on by the new one", async () => {
  await using stage = await openTeam();
  await stage.register();
  await runSql(
    stage.database.ownerUrl,
    "update signalbox.settings set body = replace(body, '72', '73')",
  );
  await stage.jump(MINUTE);
  const { said, code } = await setTo(stage, { auditors: [EVE] });
  expect(said).toContain("Version 2");
  expect(code).toBe(0);
  await stage.pass(MINUTE);
  expect(await stopsOf(stage)).toHaveLength(1);
  await resume(stage);
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  await stage.approve(CAL, number);
  await stage.card(number, states.payable);
});

test("S40 so is one that people made in Slack: what is not given stays as the audit has it", async () => {
  await using stage = await openCompanies();
  await stage.setUp(company);
  const { env, database } = stage;
  await runSql(database.ownerUrl, "update signalbox.settings set body = replace(body, '72', '73')");
  const owner = { ...env, DATABASE_URL: database.ownerUrl };
  const { said, code } = await operate(owner, ["settings"], JSON.stringify({ auditors: [EVE] }));
  expect(said).toContain("Version 2");
  expect(code).toBe(0);
  await stage.pass(MINUTE);
  const { text } = await stage.say(company, WORDS.commands.settings);
  expect(text).toContain("Settings · version 2");
  expect(text).toContain(`Auditors\n<@${EVE}>`);
  const announced = (await stage.cards(company)).map(({ state }) => state).sort();
  expect(announced).toEqual([states.done, states.done, states.sendingStopped]);
});
