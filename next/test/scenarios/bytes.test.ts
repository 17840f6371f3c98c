import { expect, test } from "vitest";
import { WORDS } from "../harness/words.ts";
import { openQuickly, showFromNow, showing, wordsAbout } from "./bytes.ts";
import { HOUR, ibanOf, instructionsOf, MINUTE, railsAt, SECOND } from "./creating.ts";
import { approve, askForRail, BEN, card, register } from "./team.ts";

const { states } = WORDS;

test.for([SECOND, MINUTE])(
  "S22 an IBAN that is filled after %i ms is no difference",
  async (ms) => {
    await using stage = await openQuickly();
    await register(stage, {}, [BEN]);
    const empty = { "source.bank_account.iban": null };
    showFromNow(stage, empty);
    stage.front.meet("POST /rails", showing(empty));
    const number = await askForRail(stage);
    await approve(stage, BEN, number);
    const iban = railsAt(stage)[0]?.source.bank_account?.iban ?? "none";
    await card(stage, number, states.payable);
    expect(await instructionsOf(stage, number)).toEqual([
      expect.stringContaining("Left empty by the service: IBAN"),
    ]);

    // Well between two of its looks: this test takes time as well.
    if (ms > SECOND) await stage.pass(ms / 2);
    stage.front.clear();
    await stage.pass(ms);

    expect(await instructionsOf(stage, number)).toEqual([expect.stringContaining(`\n${iban}\n`)]);
    await card(stage, number, states.payable);

    showFromNow(stage, { "source.bank_account.iban": "GB33BUKB20201555555555" });
    await stage.pass(5 * MINUTE);
    await card(stage, number, states.held);
    expect(await instructionsOf(stage, number)).toEqual([]);
    expect(await wordsAbout(stage, number)).not.toMatch(/BUKB|SBOX/);
  },
);

test("S23 other display names are no difference", async () => {
  await using stage = await openQuickly();
  await register(stage, {}, [BEN]);
  const number = await askForRail(stage);
  const named = (name: string) => ({
    "source.bank_account.display_name": `${name} source`,
    "destination.wallet.display_name": `${name} destination`,
  });
  showFromNow(stage, named("First"));
  await approve(stage, BEN, number);
  await card(stage, number, states.payable);
  showFromNow(stage, named("Second"));
  await stage.pass(HOUR);
  await card(stage, number, states.payable);
  expect(await instructionsOf(stage, number)).toHaveLength(1);
});

test("S24 a destination shown by its value only, or by its id only, is the approved one", async () => {
  await using stage = await openQuickly();
  await register(stage, {}, [BEN]);
  await register(stage, { name: "Operating account", iban: ibanOf(1) }, [BEN]);
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
    const number = await askForRail(stage, { type });
    await approve(stage, BEN, number, record);
    found.push((await card(stage, number)).state);
  }
  expect(found).toEqual(cases.map(() => states.payable));
});

test("S24 a destination shown by neither is read again, and then asked about", async () => {
  await using stage = await openQuickly();
  await register(stage, {}, [BEN]);
  const hidden = { "destination.wallet.id": null, "destination.wallet.address": "" };
  showFromNow(stage, hidden);
  const first = await askForRail(stage);
  await approve(stage, BEN, first);
  await card(stage, first, states.checking);
  expect(await instructionsOf(stage, first)).toEqual([]);
  stage.front.clear();
  await stage.pass(10 * SECOND);
  await card(stage, first, states.payable);

  showFromNow(stage, hidden);
  const second = await askForRail(stage);
  await approve(stage, BEN, second);
  await stage.pass(HOUR);
  await card(stage, second, states.needsReview);
  expect(await instructionsOf(stage, second)).toEqual([]);
  expect(stage.front.calls("POST /rails")).toHaveLength(2);
});
