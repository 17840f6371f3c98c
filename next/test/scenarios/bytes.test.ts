import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import type { Instead } from "../harness/rail-front.ts";
import { WORDS } from "../harness/words.ts";
import {
  addressOf,
  type FrontStage,
  HOUR,
  ibanOf,
  instructionsOf,
  MINUTE,
  openFrontStage,
  railsAt,
  SECOND,
} from "./creating.ts";
import {
  ANA,
  APPROVALS,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  DEE,
  register,
  TREASURY,
} from "./team.ts";

const { states } = WORDS;

/** One approval is enough here. */
const openQuickly = () =>
  openFrontStage({ env: { APPROVALS_REQUIRED: "1", DESTINATION_APPROVALS_REQUIRED: "1" } });

type Fields = Readonly<Record<string, unknown>>;

/** The service's answer about one Rail, with other values at some paths. */
const showing =
  (fields: Fields): Instead =>
  async (_, pass) => {
    const { data } = (await (await pass()).json()) as { data: object };
    return Response.json({ data: withFields(data, fields) });
  };

function withFields(rail: object, fields: Fields): object {
  const changed = structuredClone(rail);
  for (const [path, value] of Object.entries(fields)) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    const place = keys.reduce((at, key) => at && Reflect.get(at, key), changed);
    // The other type of Rail has no such field.
    if (place) Reflect.set(place, last, value);
  }
  return changed;
}

/** Reads and the list show these values from now on. */
function showFromNow({ front }: FrontStage, fields: Fields): void {
  front.clear();
  front.meet("GET /rails/{rail}", showing(fields), Number.POSITIVE_INFINITY);
  front.meet(
    "GET /rails",
    async (_, pass) => {
      const list = (await (await pass()).json()) as { data: object[] };
      return Response.json({ ...list, data: list.data.map((each) => withFields(each, fields)) });
    },
    Number.POSITIVE_INFINITY,
  );
}

/** A Rail that Ben alone approved. The number of its request. */
async function make(stage: FrontStage, rail: Parameters<typeof askForRail>[1], record: string) {
  const number = await askForRail(stage, rail);
  await approve(stage, BEN, number, record);
  return number;
}

/** All that anybody reads of a request outside its card. */
async function wordsAbout(stage: FrontStage, number: string): Promise<string> {
  const ana = stage.as(ANA);
  const all = await Promise.all([ana.messages(TREASURY), ana.messages(APPROVALS), ana.direct()]);
  return all
    .flat()
    .map(reads)
    .filter((text) => text.includes(number))
    .join("\n");
}

const OTHER_TAG = [`signalbox:00000000-0000-4000-8000-000000000000:${"0".repeat(64)}`];

interface Shown {
  type: "on" | "off";
  fields: Fields;
}

/** What both types have stands with one of them. */
const SHOWN: Readonly<Record<string, Shown>> = {
  "its route": {
    type: "on",
    fields: {
      id: "rail_other",
      "metadata.external_id": OTHER_TAG,
      "source.asset": "EUR",
      "source.bank_account.currency": "EUR",
      "destination.asset": "USDA",
    },
  },
  "where people pay in": {
    type: "on",
    fields: {
      "source.bank_account.id": "bka_other",
      "source.bank_account.iban": "GB33BUKB20201555555555",
      "source.bank_account.account_number": "55555555",
      "source.bank_account.sort_code": "202015",
      "source.bank_account.bic_swift": "BUKBGB22",
      "source.bank_account.reference": "OTHER",
    },
  },
  "where people send to": {
    type: "off",
    fields: {
      "source.wallet.id": "wa_other",
      "source.wallet.network": "ETHEREUM",
      "source.wallet.is_custodial": false,
      "source.wallet.address": addressOf("other entry"),
    },
  },
  "its wallet": {
    type: "on",
    fields: {
      "destination.wallet.id": "wa_other",
      "destination.wallet.network": "ETHEREUM",
      "destination.wallet.is_custodial": true,
      "destination.wallet.address": addressOf("other destination"),
    },
  },
  "its account": {
    type: "off",
    fields: {
      "destination.bank_account.id": "bka_other",
      "destination.bank_account.currency": "EUR",
      "destination.bank_account.iban": "GB33BUKB20201555555555",
    },
  },
};

test.for(Object.entries(SHOWN))(
  "S21 whatever is different in %s holds the Rail",
  async ([, { type, fields }]) => {
    await using stage = await openQuickly();
    const all = Object.entries(fields);
    const found: Record<string, unknown> = {};
    let [name, record] = ["", ""];
    for (const [index, [path, value]] of all.entries()) {
      // People are not that fast, and may not be.
      await stage.jump(MINUTE);
      // A Rail that shows another value for a destination closes it for all that come later.
      if (name === "" || path.startsWith("destination")) {
        name = `Case ${String.fromCharCode(65 + index)}.`;
        record = type === "on" ? addressOf(name) : ibanOf(index * 7_919);
        await register(stage, { name, [type === "on" ? "wallet" : "iban"]: record }, [BEN]);
      }
      const shows = showing({ [path]: value });
      stage.front.meet("GET /rails/{rail}", shows, Number.POSITIVE_INFINITY);
      const number = await make(stage, { type, destination: name, name }, record);
      stage.front.clear();
      const { state, text } = await card(stage, number);
      const words = await wordsAbout(stage, number);
      const isCalled = words.includes(`For <@${BEN}>, <@${CAL}> and <@${DEE}>`);
      const entry = railsAt(stage).at(-1)?.source;
      const shown = entry?.bank_account?.iban ?? entry?.wallet?.address ?? "";
      const isShown = (text + words).includes(shown) || (text + words).includes(String(value));
      found[path] = { state, isCalled, isShown };
    }
    const expected = { state: states.held, isCalled: true, isShown: false };
    expect(found).toEqual(Object.fromEntries(all.map(([path]) => [path, expected])));
  },
);

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

    await stage.pass(ms - SECOND / 2);
    stage.front.clear();
    await stage.pass(SECOND);

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
