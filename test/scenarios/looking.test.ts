import { describe, expect, test } from "vitest";
import { type Person, reads } from "../harness/person.ts";
import type { Instead } from "../harness/rail-front.ts";
import { COMPANY } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { addressOf, ibanOf, MINUTE } from "./creating.ts";
import {
  ANA,
  BEN,
  IBAN,
  openRegistered,
  openTeam,
  QUICK,
  type ShownRail,
  type Team,
  TREASURY,
  WALLET,
} from "./team.ts";
import { topOf } from "./top-of.ts";

const { labels, options } = WORDS;

/** The last private answer to a command of Ana's. */
async function answerTo(stage: Team, line: string): Promise<string> {
  expect(await stage.as(ANA).say(TREASURY, line)).toMatchObject({ acknowledged: true });
  return stage.told(ANA, TREASURY);
}

const errorsOn = async (person: Person) => (await person.modal())?.errors ?? {};

test("S25 /rail show reads the Rail afresh; details only of what was approved", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await stage.askForRail();
  await stage.approveAll(number);
  const iban = stage.madeRails()[0]?.source.bank_account?.iban ?? "none";
  const show = (instead?: Instead, times = 1) => {
    stage.front.clear();
    if (instead) stage.front.meet("GET /rails/{rail}", instead, times);
    return answerTo(stage, `/rail show ${number}`);
  };
  const changed =
    (from: string, to: string): Instead =>
    async (_, pass) =>
      new Response((await (await pass()).text()).replaceAll(from, to), { status: 200 });
  const id = stage.madeRails()[0]?.id ?? "none";

  expect(await show()).toContain(iban);
  // Everybody reads the posted ones: checking them again makes no private copy.
  const isPosted = (text: string) => text.includes(`into Rail ${number}`);
  const posted = (await stage.as(ANA).messages(TREASURY)).find(
    (each) => !each.ephemeral && isPosted(reads(each)),
  );
  const check = async () => {
    if (posted) await stage.as(ANA).press({ channel: TREASURY, ts: posted.ts }, "Check again");
    return stage.told(ANA, TREASURY);
  };
  expect(await check()).toBe(`${number} was checked just now. It still matches what was approved.`);
  const nameless: Instead = async (_, pass) => {
    const { data } = (await (await pass()).json()) as { data: ShownRail };
    const source = {
      ...data.source,
      bank_account: { ...data.source.bank_account, iban: "GB33BUKB20201555555555" },
    };
    return Response.json({ data: { ...data, id: null, metadata: { external_id: null }, source } });
  };
  const placeless: Instead = async (_, pass) => {
    const { data } = (await (await pass()).json()) as { data: ShownRail };
    const wallet = { ...data.destination.wallet, id: null, address: "" };
    const destination = { ...data.destination, wallet };
    return Response.json({ data: { ...data, id: null, destination } });
  };
  const refused: [string, Instead][] = [
    ["Do not pay into this Rail. Its deposit IBAN", nameless],
    ["could not be checked", placeless],
    ["could not be checked", changed(id, "rail_other")],
    ["no such Rail", () => Response.json({ message: "none" }, { status: 404 })],
    ["does not answer", () => "cut"],
    ["Do not pay into this Rail. Its deposit IBAN", changed(iban, "GB33BUKB20201555555555")],
  ];
  for (const [expected, instead] of refused) {
    const answer = await show(instead, 9);
    expect(answer).toContain(expected);
    expect(answer).not.toMatch(/[A-Z]{2}\d{2}SBOX|BUKB/);
  }
  expect(await show()).toContain(iban);
});

test("S53 the list has Rails made elsewhere, and finds by words", async () => {
  await using stage = await openTeam();
  expect(await answerTo(stage, "/rail list")).toContain("No Rails known yet");
  await stage.register();
  const number = await stage.askForRail();
  await stage.approveAll(number);
  const made = stage.madeRails()[0]?.id;
  await stage.askForDestination({ name: "Payroll float reserve", wallet: addressOf("reserve") });
  stage.rails.makeRail(COMPANY.name);
  await stage.pass(5 * MINUTE);
  const list = (await answerTo(stage, "/rail list")).split("\n");
  expect(list[0]).toBe("4 Rails and requests");
  expect(list[1]).toMatch(/^🔴 Rail · Held · “rail_/);
  expect(await answerTo(stage, "/rail list payroll")).toContain(`${number} · Payable`);
  const outside = stage.madeRails().at(-1);
  const shown = await answerTo(stage, `/rail show ${outside?.id}`);
  expect(shown).toMatch(/Do not pay into this Rail\..*It was not approved in Signalbox\./s);
  expect(shown).not.toContain(outside?.source.bank_account?.iban);
  for (const words of ["“Payroll float”", made, number.toLowerCase()]) {
    expect(await answerTo(stage, `/rail show ${words}`)).toContain(`into Rail ${number}`);
  }
  expect(await answerTo(stage, "/rail show float")).toContain("2 of 4");
  expect(await answerTo(stage, "/rail show nobody")).toMatch(/^No match\n(.*\n)*.*\[Show all\]/);
  expect(await answerTo(stage, "/rail R-99")).toMatch(/^No match\n(.*\n)*.*\[Show all\]/);
  expect(await answerTo(stage, "/rail destinations sideways")).toContain("Only “add” or “import”");
});

describe("S42 the form of a destination", () => {
  const reason = "Supplier";

  test("refuses names that are taken and what nobody can own, beside the field", async () => {
    await using stage = await openRegistered(QUICK);
    const name = "treasury COLD wallet";
    const ana = await stage.fillIn("destinations add", {
      ...{ Address: "11111111111111111111111111111111", Name: name, Reason: reason },
    });
    await ana.submit();
    expect(await errorsOn(ana)).toEqual({
      typed: expect.stringContaining("Nobody can own it"),
      name: "Already registered as “Treasury cold wallet” (R-1).",
    });
    await ana.fill("Address", WALLET);
    await ana.submit();
    expect(await errorsOn(ana)).toMatchObject({ typed: expect.stringContaining("R-1") });
  });

  test("says what it cleaned, and what looks alike", async () => {
    await using stage = await openTeam();
    await stage.askForDestination({ name: "Supplier", iban: ibanOf(31926820) });
    const ana = await stage.fillIn("destinations add", {
      [labels.type]: options.bankAccount,
    });
    const fields = { IBAN: "gb29 nwbk\u00a06016-1331926819", Name: "Supp1ier", Reason: reason };
    for (const [label, value] of Object.entries(fields)) await ana.fill(label, value);
    await ana.submit();
    const review = await topOf(ana);
    expect(review).toContain("spaces removed, hyphens removed, upper and lower case corrected");
    expect(review).toContain("GB29 NWBK 6016 1331 9268 19");
    expect(review).toMatch(
      /^Review account\nLooks like “Supplier”.*\nIts name looks like “Supplier”/,
    );
  });
});

test("S42 a second Rail is named, and needs a tick beside this very choice", async () => {
  await using stage = await openRegistered(QUICK);
  await stage.register({ name: "Other wallet", wallet: addressOf("other") });
  await stage.askForRail();
  const ana = await stage.fillIn("new", {
    [labels.destination]: "Treasury cold wallet",
    ...{ Name: "Second", Reason: "More", Reference: "Signalbox:1" },
  });
  await ana.submit();
  expect(await errorsOn(ana)).toEqual({ reference: expect.stringContaining("signalbox:") });
  await ana.fill(labels.reference, "PAY-9");
  await ana.submit();
  const review = await topOf(ana);
  expect(review.split("\n").slice(1, 3)).toEqual([
    "First Rail to this wallet",
    expect.stringContaining("This Rail was requested already, and may exist: “Payroll float”"),
  ]);
  await ana.submit();
  expect(Object.keys(await errorsOn(ana))).toEqual([expect.stringMatching(/^second-rail-/)]);
  await ana.fill(labels.secondRail, [options.anotherRail]);
  expect(await ana.submit()).toMatchObject({ closed: true });
  await stage.settle();
  const told = (await ana.messages(TREASURY)).map(reads).join("\n");
  expect(told).toMatch(/Rail R-4 · “Second” was sent for approval to <@U0BEN0001>, .* and <@/);
});

test("S42 more than three for the route are counted, in words that stay true once one is denied", async () => {
  await using stage = await openRegistered(QUICK);
  const numbers: string[] = [];
  for (const name of ["A", "B", "C", "D", "E"]) numbers.push(await stage.askForRail({ name }));
  for (const number of numbers.slice(1, 4)) await stage.deny(BEN, number);
  const last = numbers.at(-1) ?? "";
  expect((await stage.card(last)).text).toMatch(/for this route before: “D” and 3 more/);
  const review = await topOf(await stage.review(BEN, last));
  expect(review).toMatch(/may exist: “D”, .* ago and 3 more\. A second one is permanent too\./);
});

test("S41 another type resets the choices of the form and keeps its texts", async () => {
  await using stage = await openRegistered(QUICK);
  await stage.register({ name: "Operating account", iban: IBAN });
  const ana = await stage.fillIn("new", {
    ...{ Name: "Payouts", Reason: "Weekly", [labels.destination]: "Treasury cold wallet" },
  });
  await ana.fill(labels.type, "Off-ramp: stablecoin → bank");
  await stage.settle();
  const { values = {} } = (await ana.modal())?.state ?? {};
  expect(values.name).toMatchObject({ name: { value: "Payouts" } });
  expect(Object.keys(values)).toContain("destination.OFF_RAMP");
  expect(JSON.stringify(values["destination.OFF_RAMP"])).toContain("null");
});

test("S41 the only usable destination is chosen; of two none is", async () => {
  await using stage = await openRegistered(QUICK);
  const chosenIn = async () => {
    const form = await stage.fillIn("new", {});
    return JSON.stringify((await form.modal())?.state.values["destination.ON_RAMP"]);
  };
  expect(await chosenIn()).toContain("Treasury cold wallet");
  await stage.register({ name: "Other wallet", wallet: addressOf("other") });
  expect(await chosenIn()).toContain('"selected_option":null');
});
