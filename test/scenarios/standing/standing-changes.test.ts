import { expect, test } from "vitest";
import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { showFromNow, showing, wordsAbout } from "../bytes.ts";
import { HOUR, hideRails, MINUTE } from "../creating.ts";
import { APPROVALS, BEN, openRegistered, QUICK, type Team } from "../team.ts";
import { topOf } from "../top-of.ts";
import { askToTrust } from "./standing.ts";

const { states } = WORDS;

/** A Rail that people may pay into. Its number. */
async function makeRail(stage: Team, name = "Payroll float"): Promise<string> {
  const number = await stage.askForRail({ name });
  await stage.approve(BEN, number);
  await stage.card(number, states.payable);
  return number;
}

test("S51 a Rail that vanished for an hour is held, and payable again once it is back", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await makeRail(stage);
  const id = stage.madeRails()[0]?.id;

  hideRails(stage, (rail) => rail.id === id);
  await stage.pass(50 * MINUTE);
  await stage.card(number, states.payable);
  await stage.pass(20 * MINUTE);
  expect((await stage.card(number, states.held)).text).toContain("has not shown it for an hour");
  expect(await stage.instructionsOf(number)).toEqual([]);
  const second = await makeRail(stage, "Second float");
  expect(await stage.instructionsOf(second)).toHaveLength(1);

  stage.front.clear();
  await stage.pass(5 * MINUTE);
  await stage.card(number, states.payable);
  expect(await stage.instructionsOf(number)).toHaveLength(1);
});

test("S52 a change at the service holds a Rail, people accept it, and the next one holds it again", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  await stage.approveAll(number);
  const iban = stage.madeRails()[0]?.source.bank_account?.iban ?? "none";
  showFromNow(stage, { "source.bank_account.sort_code": "202015" });
  await stage.pass(5 * MINUTE);
  await stage.card(number, states.held);
  expect(await wordsAbout(stage, number)).not.toContain(iban);

  const trust = await askToTrust(stage, number);
  const ben = await stage.review(BEN, trust);
  expect(await topOf(ben)).toContain("Its deposit sort code differs");
  await stage.approveAll(trust);
  await stage.card(number, states.payable);
  expect(await stage.instructionsOf(number)).toEqual([expect.stringContaining("202015")]);

  showFromNow(stage, { "source.bank_account.sort_code": "202016" });
  await stage.pass(5 * MINUTE);
  await stage.card(number, states.held);
  await stage.card(trust, states.held);
  expect(await stage.instructionsOf(number)).toEqual([]);
});

test("S52 what the service changes back is payable again by itself, and ends a request to trust it", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await makeRail(stage);
  showFromNow(stage, { "source.bank_account.bic_swift": "BUKBGB22" });
  await stage.pass(5 * MINUTE);
  await stage.card(number, states.held);
  const trust = await askToTrust(stage, number);
  stage.front.clear();
  await stage.pass(5 * MINUTE);
  await stage.card(number, states.payable);
  expect(await stage.instructionsOf(number)).toHaveLength(1);
  expect((await stage.card(trust, states.closed)).text).toContain("differently now");
});

test("S52 a provider that renames all accounts holds nothing, and calls nobody", async () => {
  await using stage = await openRegistered(QUICK);
  const numbers = [
    await makeRail(stage),
    await makeRail(stage, "Second"),
    await makeRail(stage, "Third"),
  ];
  const before = (await stage.as(BEN).messages(APPROVALS)).map(reads);
  showFromNow(stage, { "source.bank_account.display_name": "New Legal Entity Ltd" });
  await stage.pass(HOUR);
  expect((await stage.as(BEN).messages(APPROVALS)).map(reads)).toEqual(before);
  for (const number of numbers) expect(await stage.instructionsOf(number)).toHaveLength(1);
});

test("S52 trust of a Rail that differed from the start posts the instructions that it never had", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await stage.askForRail();
  stage.front.meet("GET /rails/{rail}", showing({ "source.bank_account.sort_code": "202015" }));
  await stage.approve(BEN, number);
  await stage.card(number, states.held);
  expect(await stage.instructionsOf(number)).toEqual([]);
  stage.front.clear();
  await stage.pass(5 * MINUTE);
  await stage.card(number, states.held);

  const trust = await askToTrust(stage, number);
  await stage.approve(BEN, trust);
  await stage.card(number, states.payable);
  const iban = stage.madeRails()[0]?.source.bank_account?.iban;
  expect(await stage.instructionsOf(number)).toEqual([expect.stringContaining(`\n${iban}\n`)]);
});
