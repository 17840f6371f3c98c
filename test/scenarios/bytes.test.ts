import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import { showFromNow, showing, wordsAbout } from "./bytes.ts";
import { HOUR, ibanOf, MINUTE, SECOND } from "./creating.ts";
import { BEN, openRegistered, QUICK } from "./team.ts";

const { states } = WORDS;

test.for([SECOND, MINUTE])(
  "S22 an IBAN that is filled after %i ms is no difference",
  async (ms) => {
    await using stage = await openRegistered(QUICK);
    const empty = { "source.bank_account.iban": null };
    showFromNow(stage, empty);
    stage.front.meet("POST /rails", showing(empty));
    const number = await stage.askForRail();
    await stage.approve(BEN, number);
    const iban = stage.madeRails()[0]?.source.bank_account?.iban ?? "none";
    await stage.card(number, states.payable);
    expect(await stage.instructionsOf(number)).toEqual([
      expect.stringContaining("Left empty by the service: IBAN"),
    ]);

    // Well between two of its looks: this test takes time as well.
    if (ms > SECOND) await stage.pass(ms / 2);
    stage.front.clear();
    await stage.pass(ms);

    expect(await stage.instructionsOf(number)).toEqual([expect.stringContaining(`\n${iban}\n`)]);
    await stage.card(number, states.payable);

    showFromNow(stage, { "source.bank_account.iban": "GB33BUKB20201555555555" });
    await stage.pass(5 * MINUTE);
    await stage.card(number, states.held);
    expect(await stage.instructionsOf(number)).toEqual([]);
    expect(await wordsAbout(stage, number)).not.toMatch(/BUKB|SBOX/);
  },
);

test("S23 other display names are no difference", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await stage.askForRail();
  const named = (name: string) => ({
    "source.bank_account.display_name": `${name} source`,
    "destination.wallet.display_name": `${name} destination`,
  });
  showFromNow(stage, named("First"));
  await stage.approve(BEN, number);
  await stage.card(number, states.payable);
  showFromNow(stage, named("Second"));
  await stage.pass(HOUR);
  await stage.card(number, states.payable);
  expect(await stage.instructionsOf(number)).toHaveLength(1);
});

test("S24 a destination shown by its value or its id alone is the approved one; by neither it is asked about", async () => {
  await using stage = await openRegistered(QUICK);
  await stage.register({ name: "Operating account", iban: ibanOf(1) });
  const found: string[] = [];
  const cases: ["on" | "off", string, string | null][] = [
    ["on", "destination.wallet.id", null],
    ["on", "destination.wallet.address", ""],
    ["off", "destination.bank_account.id", null],
    ["off", "destination.bank_account.iban", null],
  ];
  for (const [type, path, value] of cases) {
    showFromNow(stage, { [path]: value });
    const record = type === "on" ? undefined : ibanOf(1);
    const number = await stage.askForRail({ type });
    await stage.approve(BEN, number, record);
    found.push((await stage.card(number)).state);
  }
  expect(found).toEqual(cases.map(() => states.payable));

  // By neither it is read again, and then asked about.
  const hidden = { "destination.wallet.id": null, "destination.wallet.address": "" };
  showFromNow(stage, hidden);
  const first = await stage.askForRail();
  await stage.approve(BEN, first);
  await stage.card(first, states.checking);
  expect(await stage.instructionsOf(first)).toEqual([]);
  stage.front.clear();
  await stage.pass(10 * SECOND);
  await stage.card(first, states.payable);

  showFromNow(stage, hidden);
  const second = await stage.askForRail();
  await stage.approve(BEN, second);
  await stage.pass(HOUR);
  await stage.card(second, states.needsReview);
  expect(await stage.instructionsOf(second)).toEqual([]);
  expect(stage.front.calls("POST /rails")).toHaveLength(cases.length + 2);
});
