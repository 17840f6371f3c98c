import { expect, test } from "vitest";
import { EVE } from "../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import { COMPANY } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, openTeam, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";
import { askForChange, at, fillInPart, settingsOf } from "./steps.ts";

const { states, labels, options } = WORDS;

test("S34 what the environment sets is read-only in Slack; all else is kept over a restart", async () => {
  const env = { APPROVERS: [BEN, CAL, DEE, EVE].join(), APPROVALS_REQUIRED: "3" };
  await using stage = await openTeam({ env: { ...env, EXPIRES_IN_HOURS: "5" } });
  const { text: first } = await settingsOf(stage);
  expect(first).toContain(`3 of ${[BEN, CAL, DEE, EVE].map(at).join(", ")} · set by the operator`);
  expect(first).toContain("Requests end after 5 hours · set by the operator");
  expect(first).toContain(`<#${APPROVALS}> · set by the operator`);
  expect(first).not.toContain("Everyone here · set");
  expect(first).toContain("token …acme · set by the operator");
  expect(await stage.cards()).toEqual([]);
  // Neither its heading's second time, nor an entry of the menu.
  expect(first.match(/^Expiry$/gm)).toHaveLength(1);
  expect(first.match(/^Team$/gm)).toHaveLength(2);

  const cfo = { [labels.name]: "CFO", [labels.approvers]: [DEE, EVE], [labels.needed]: "1" };
  const number = await askForChange(stage, options.addRequirement, cfo);
  for (const by of [BEN, CAL, DEE]) await stage.approve(by, number);
  await stage.card(number, states.done);
  const late = await fillInPart(stage, options.team, { [labels.people]: [ANA, BEN] });
  await late.fill(labels.whoMayUse, options.onlyThese);
  await stage.stop();
  const { APPROVALS_REQUIRED: _, ...left } = stage.env;
  for (const name of Object.keys(stage.env)) delete stage.env[name];
  Object.assign(stage.env, { ...left, EXPIRES_IN_HOURS: "6", TEAM: [ANA, BEN].join() });
  await stage.start();
  await stage.settle();

  const { text: second } = await settingsOf(stage);
  expect(second).toContain("Settings · version 3");
  expect(second).toMatch(/Rail approvers\n[^\n]*3 of/);
  expect(second).toMatch(/Destination approvers\n[^\n]*3 of/);
  expect(second).toMatch(/CFO\n[^\n]*1 of/);
  const announced = (await stage.cards()).at(-1);
  expect(announced).toMatchObject({ state: states.done });
  expect(announced?.text).toContain("Requests expire after: 5 → 6 hours");
  expect(announced?.text).toContain(`Team: everyone → ${at(ANA)}, ${at(BEN)}`);
  await stage.submit(late);
  expect(await topOf(late)).toContain("Set by the operator");
});

test("S34 approvers of the environment who could not meet what is required are refused at the start", async () => {
  await using stage = await openTeam({ env: { APPROVALS_REQUIRED: "2" } });
  await stage.stop();
  stage.env.APPROVERS = [BEN, CAL].join();
  stage.env.APPROVALS_REQUIRED = undefined;
  await expect(stage.start()).rejects.toThrow("APPROVERS must be at least 3");
  stage.env.APPROVERS = [BEN, CAL, DEE].join();
  stage.env.DESTINATION_APPROVALS_REQUIRED = "3";
  await expect(stage.start()).rejects.toThrow("DESTINATION_APPROVERS must be at least 4: 3 must");
});

test("S65 when the approvals channel moves, cards that wait move with it", async () => {
  await using stage = await openTeam();
  await stage.register();
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  await stage.stop();
  stage.env.APPROVALS_CHANNEL = TREASURY;
  await stage.start();
  await stage.settle();

  const before = (await stage.as(BEN).messages(APPROVALS)).map(reads);
  expect(before.at(-1)).toBe(`${number}: ${states.waiting}. See its card.`);
  const [card] = await stage.cardsOf(number, TREASURY);
  expect(card).toMatchObject({ state: states.waiting });
  expect(card?.text).toContain("1 of 2");
  if (card) await stage.submit(await stage.review(CAL, card));
  expect(await stage.cardsOf(number, TREASURY)).toMatchObject([{ state: states.payable }]);
  expect(await stage.cardsOf(number)).toEqual([]);
});

test("S27 another company's token in the environment stops the start; one of the same company does not", async () => {
  const other = { name: "Globex", token: "rail-token-of-globex" };
  await using stage = await openTeam({ companies: [COMPANY, other] });
  await stage.register();
  const number = await stage.askForRail();
  await stage.approveAll(number);
  await stage.card(number, states.payable);
  await stage.stop();
  stage.env.RAIL_API_TOKEN = other.token;
  await expect(stage.start()).rejects.toThrow("RAIL_API_TOKEN is another company's");
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ company: COMPANY.name });
  const url = new URL("/sandbox/tokens", stage.rails.baseUrl);
  const issued = await fetch(url, { method: "POST", headers, body });
  const { data } = (await issued.json()) as { data: { token: string } };
  stage.env.RAIL_API_TOKEN = data.token;
  await stage.start();
  await stage.settle();
  expect((await settingsOf(stage)).text).toContain(`token …${data.token.slice(-4)}`);
});
