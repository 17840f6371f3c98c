import { expect, test } from "vitest";
import { reads } from "../../harness/person.ts";
import { COMPANY } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { type Fields, showFromNow, wordsAbout } from "../bytes.ts";
import { MINUTE } from "../creating.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, openTeam, type Team, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";
import { askToTrust, messageWith, report, shown } from "./standing.ts";

const { states, buttons, labels } = WORDS;

const noticesOf = async (stage: Team) =>
  (await stage.as(BEN).messages(APPROVALS)).map(reads).filter((text) => /approved here/.test(text));

test("S48 Rails made elsewhere are announced once, within ten minutes, one message a walk", async () => {
  await using stage = await openTeam();
  for (let made = 0; made < 40; made += 1) stage.rails.makeRail(COMPANY.name);
  await stage.pass(10 * MINUTE);
  const [first, ...more] = await noticesOf(stage);
  expect(first).toContain("40 Rails not approved here");
  expect(first).toContain("And 30 more.");
  expect(more).toEqual([]);
  for (let made = 0; made < 2; made += 1) stage.rails.makeRail(COMPANY.name);
  await stage.pass(10 * MINUTE);
  const [, second, ...others] = await noticesOf(stage);
  expect(second).toContain("2 Rails not approved here");
  for (const { id } of stage.madeRails().slice(40)) expect(second).toContain(id);
  expect(others).toEqual([]);
  expect(await noticesOf(stage)).not.toContain("SBOX");

  const [notice] = (await stage.as(BEN).messages(APPROVALS)).slice(-1);
  const place = { channel: APPROVALS, ts: notice?.ts ?? "" };
  await stage.as(BEN).fill("Open…", `Rail · “${stage.madeRails().at(-1)?.id}”`, place);
  await stage.settle();
  expect(await stage.told(BEN, APPROVALS)).toContain("Do not pay into this Rail.");
});

/** One of two for Rails, and another of two for destinations. */
const TWO = {
  ...{ APPROVERS: [BEN, DEE].join(","), DESTINATION_APPROVERS: [CAL, DEE].join(",") },
  ...{ APPROVALS_REQUIRED: "1", DESTINATION_APPROVALS_REQUIRED: "1" },
};

/** Somebody makes a Rail at the service, and we have seen it. */
async function makeElsewhere(stage: Team) {
  stage.rails.makeRail(COMPANY.name);
  await stage.pass(5 * MINUTE);
  const { id, source, destination } = stage.madeRails().at(-1) ?? {};
  return {
    ...{ id: id ?? "", iban: source?.bank_account?.iban ?? "" },
    wallet: destination?.wallet?.address ?? "",
  };
}

const listed = async (stage: Team) => {
  await stage.as(ANA).say(TREASURY, `${WORDS.command} list`);
  return stage.told(ANA, TREASURY);
};

test("S49 trust of a Rail to an unregistered destination needs both requirements, and registers nothing", async () => {
  await using stage = await openTeam({ env: TWO });
  const { id, iban, wallet } = await makeElsewhere(stage);
  const trust = await askToTrust(stage, await shown(stage, id), { name: "Old payroll" });
  const { text } = await stage.card(trust, states.waiting);
  expect(text).toMatch(/Nobody approved this Rail in Signalbox\n.*First Rail to this wallet/);
  expect(text).toMatch(/Rail approvers 0 of 1.*\nDestination approvers 0 of 1/);
  expect(text).not.toContain(iban);

  const ben = await stage.review(BEN, trust, wallet);
  expect(await topOf(ben)).toContain(iban);
  await stage.submit(ben);
  await stage.card(trust, states.waiting);
  expect(await stage.instructionsOf(trust)).toEqual([]);
  await stage.approve(CAL, trust, wallet);

  await stage.card(trust, states.payable);
  expect(await stage.instructionsOf(trust)).toEqual([expect.stringContaining(`\n${iban}\n`)]);
  expect(await listed(stage)).toMatch(new RegExp(`^1 .*\n✅ ${trust} · Payable · “Old payroll”`));
  await stage.as(ANA).say(TREASURY, `${WORDS.command} destinations`);
  expect(await stage.told(ANA, TREASURY)).toContain("No destinations yet");
  expect(stage.front.calls("POST /wallets")).toEqual([]);
});

test("S49 a Rail that was adopted is held again by a report, and a newer trust takes the place of the older", async () => {
  await using stage = await openTeam({ env: { ...TWO, DESTINATION_APPROVERS: TWO.APPROVERS } });
  const { id, iban, wallet } = await makeElsewhere(stage);
  const first = await askToTrust(stage, await shown(stage, id), { name: "Old payroll" });
  await stage.approve(DEE, first, wallet);
  await report(stage, BEN, first, "Not ours?");
  await stage.card(first, states.held);
  expect(await stage.instructionsOf(first)).toEqual([]);
  expect((await listed(stage)).split("\n")[1]).toBe(`🔴 ${first} · Held · “Old payroll”`);

  const at = await messageWith(stage, "Do not pay into this Rail.");
  const second = await askToTrust(stage, at, { name: "New payroll", button: buttons.liftHold });
  await stage.approve(DEE, second, wallet);
  await stage.card(second, states.payable);
  expect((await stage.card(first, states.done)).text).toContain(`See ${second}.`);
  expect(await stage.instructionsOf(first)).toEqual([]);
  expect(await stage.instructionsOf(second)).toEqual([expect.stringContaining(`\n${iban}\n`)]);
  expect(await listed(stage)).toMatch(/^1 .*\n✅ .* · Payable · “New payroll”/);

  showFromNow(stage, { "source.bank_account.iban": "GB33BUKB20201555555555" });
  await stage.pass(5 * MINUTE);
  await stage.card(second, states.held);
  expect(await wordsAbout(stage, second)).not.toMatch(/SBOX|BUKB/);
});

test("S49 what cannot be trusted is refused in words", async () => {
  await using stage = await openTeam({ env: TWO });
  showFromNow(stage, { id: null });
  const { id, wallet } = await makeElsewhere(stage);
  await stage.as(ANA).press(await shown(stage, "unregistered"), buttons.trust);
  expect(await stage.told(ANA, TREASURY)).toContain("without an id");
  /** What Ana reads where she asks for trust while the service shows this. */
  async function refusal(fields: Fields): Promise<string> {
    showFromNow(stage, fields);
    await stage.pass(5 * MINUTE);
    const ana = stage.as(ANA);
    await ana.press(await shown(stage, id), buttons.trust);
    await stage.settle();
    if (!(await ana.modal())) return stage.told(ANA, TREASURY);
    await ana.fill(labels.name, "Old payroll");
    await ana.fill(labels.reason, "Ours");
    await stage.submit(ana);
    const said = await topOf(ana);
    await ana.close("all");
    return said;
  }
  const empty = { "source.bank_account.iban": "" };
  expect(await refusal(empty)).toContain("does not show yet where deposits go");
  const placeless = { "destination.wallet.id": null, "destination.wallet.address": "" };
  expect(await refusal(placeless)).toContain("does not show where this Rail delivers");

  stage.front.clear();
  await stage.pass(5 * MINUTE);
  const trust = await askToTrust(stage, await shown(stage, id), { name: "Old payroll" });
  expect(await refusal({})).toContain(`${trust} already requests this.`);
  for (const by of [BEN, CAL]) await stage.approve(by, trust, wallet);
  await stage.as(ANA).press(await stage.card(trust), "Deposit instructions");
  expect(await stage.told(ANA, APPROVALS)).toContain(`into Rail ${trust}`);

  showFromNow(stage, { type: "EXCHANGE" });
  await stage.pass(5 * MINUTE);
  await stage.as(ANA).press(await stage.card(trust, states.held), buttons.liftHold);
  expect(await stage.told(ANA, APPROVALS)).toContain("An exchange Rail cannot be trusted");
});
