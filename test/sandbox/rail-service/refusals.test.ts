import fc from "fast-check";
import { expect, it, test } from "vitest";
import {
  anAcme,
  ETHEREUM_ADDRESS,
  fieldsIn,
  IBAN,
  offRamp,
  onRamp,
  SOLANA_ADDRESS,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

/** A body that is right, with one field replaced (or, for undefined, left out). */
function changed(body: object, field: string, value: unknown): object {
  const [first = "", ...rest] = field.split(".");
  const old = new Map<string, unknown>(Object.entries(body)).get(first);
  const isInner = rest.length > 0 && typeof old === "object" && old !== null;
  return { ...body, [first]: isInner ? changed(old, rest.join("."), value) : value };
}

const NEVER_TEXT = [undefined, null, 7, true, {}, [], "A\0", "\ud800"];
const NEVER_OBJECT = [undefined, null, 7, "GBP", []];
const NEVER_NAME = [undefined, "  ", "n".repeat(256), "a\0"];
const NOT_JSON = "The body must be a JSON object, sent as application/json.";

const WALLET = { name: "Treasury", network_id: "SOLANA_DEVNET", address: SOLANA_ADDRESS };
const ETHEREUM = { ...WALLET, network_id: "ETHEREUM_SEPOLIA", address: ETHEREUM_ADDRESS };
const ACCOUNT = { name: "Main account", iban: IBAN };
const SLIP = ETHEREUM_ADDRESS.replace("F", "f");

/** Bodies that are right, and the values for which one field of them alone is named. */
const rules = (on: object, off: object): [string, object, field: string, unknown[]][] => [
  ["/rails", on, "type", [...NEVER_TEXT, "EXCHANGE", "on_ramp", ""]],
  ["/rails", on, "metadata", [{}, "tag", 7]],
  ["/rails", on, "source", NEVER_OBJECT],
  ["/rails", on, "source.asset", [...NEVER_TEXT, "EUR", "gbp", "GBPA", ""]],
  ["/rails", on, "destination", NEVER_OBJECT],
  ["/rails", on, "destination.asset", [...NEVER_TEXT, "GBP", "USDC", ""]],
  ["/rails", on, "destination.wallet_id", [...NEVER_TEXT, "", "1", "wa_", "x".repeat(5000)]],
  ["/rails", off, "source.asset", [...NEVER_TEXT, "GBP", "USDC", ""]],
  ["/rails", off, "source.network_id", [...NEVER_TEXT, "SOLANA", "solana_devnet", ""]],
  ["/rails", off, "destination.asset", [...NEVER_TEXT, "GBPA", "EUR", ""]],
  ["/rails", off, "destination.bank_account_id", [...NEVER_TEXT, "", "1", "bka_"]],
  ["/wallets", WALLET, "name", NEVER_NAME],
  ["/wallets", WALLET, "network_id", ["BITCOIN", "SOLANA_TESTNET", 7]],
  ["/wallets", WALLET, "address", [...NEVER_TEXT, ETHEREUM_ADDRESS, "1".repeat(500_000), "1111"]],
  ["/wallets", ETHEREUM, "address", [SLIP, ETHEREUM_ADDRESS.slice(2), SOLANA_ADDRESS]],
  ["/bank-accounts", ACCOUNT, "name", NEVER_NAME],
  ["/bank-accounts", ACCOUNT, "iban", [...NEVER_TEXT, IBAN.toLowerCase(), IBAN.repeat(20_000)]],
  ["/bank-accounts", ACCOUNT, "iban", [`${IBAN.slice(0, -1)}8`, "GB29 NWBK 6016 1331 9268 19"]],
];

test("a 422 names the one field that is wrong, and nothing is created", async () => {
  const { service, company } = await anAcme();
  const [wallet, account] = [await whitelistWallet(company), await whitelistBankAccount(company)];

  for (const [path, right, field, values] of rules(onRamp(wallet), offRamp(account))) {
    for (const value of values) {
      const answer = await company.post(path, changed(right, field, value));
      const where = `${path} ${field}: ${String(JSON.stringify(value)).slice(0, 40)}`;
      const told = { where, status: answer.status, fields: fieldsIn(answer) };
      expect(told).toEqual({ where, status: 422, fields: [field] });
    }
  }
  expect(service.rails("Acme")).toEqual([]);
});

test("a 422 names each field that is wrong, and judges what it can under an unknown type", async () => {
  const { company } = await anAcme();
  const [id, asset] = ["destination.bank_account_id", "source.asset"];

  const { body } = await company.post("/rails", {
    type: "OFF_RAMP",
    metadata: ["fine", 7, "\udc00"],
    source: { asset: "USDC" },
    destination: { asset: 1, bank_account_id: "bka_nobodys" },
  });
  const unknown = { type: "EXCHANGE", metadata: "tag", source: { asset: 1 } };
  const wallet = { ...WALLET, name: 1, address: "x" };

  const half = "The metadata.2 field must not contain U+0000 or half of a surrogate pair.";
  expect(body).toEqual({
    message: "The metadata.1 field must be a string. (5 more)",
    errors: {
      "metadata.1": ["The metadata.1 field must be a string."],
      "metadata.2": [half],
      [asset]: ["The source.asset field is USDC, which is coming soon and cannot be used yet."],
      "source.network_id": ["The source.network_id field is required."],
      "destination.asset": ["The destination.asset field must be GBP."],
      [id]: [`The ${id} field must be the id of a whitelisted bank account.`],
    },
  });
  const fields = ["type", "metadata", "source.asset", "destination"];
  expect(fieldsIn(await company.post("/rails", unknown))).toEqual(fields);
  expect(fieldsIn(await company.post("/wallets", wallet))).toEqual(["name", "address"]);
});

it.each([
  ["/rails", ["type", "source", "destination"]],
  ["/wallets", ["name", "network_id", "address"]],
  ["/bank-accounts", ["name", "iban"]],
])("what is no JSON object is a 422 at %s that names %j", async (path, fields) => {
  const { company } = await anAcme();
  const bodies = ["", '{"name": ', "name=Main", "[]", '"Main"', "null", "1e999", "{}{}"];
  const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"];
  const answers = [
    ...bodies.map((body) => company.post(path, body)),
    ...types.map((type) => company.post(path, "{}", type)),
  ];

  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject({ status: 422, body: { message: NOT_JSON } });
    expect(fieldsIn(answer)).toEqual(fields);
  }
});

test("what differs from the usual and is right is taken", async () => {
  const { company } = await anAcme();
  const right = onRamp(await whitelistWallet(company));
  const taken: [string, object, string?][] = [
    ["/rails", changed(changed(right, "source.network_id", 7), "destination.bank_account_id", [])],
    ["/wallets", ETHEREUM],
    ["/wallets", { ...ETHEREUM, address: ETHEREUM_ADDRESS.toLowerCase() }],
    ["/wallets", { ...ETHEREUM, address: `0x${"AB".repeat(20)}` }],
    ["/wallets", { ...WALLET, name: "\u{1f682}".repeat(255) }],
    ["/bank-accounts", { name: "Hauptkonto", iban: "DE89370400440532013000" }],
    ["/bank-accounts", ACCOUNT, "application/json; charset=utf-8"],
  ];

  for (const [path, body, type] of taken) {
    expect(await company.post(path, body, type)).toMatchObject({ status: 200 });
  }
});

test("none of 3,000 hostile bodies is answered with a 5xx, and only what is acknowledged is created", async () => {
  const { service, company, baseUrl } = await anAcme();
  const right = JSON.stringify(onRamp(await whitelistWallet(company)));
  const payments = new URL("/sandbox/companies/Acme/payments", baseUrl).href;
  const targets = ["/rails", "/wallets", "/bank-accounts"].map((path) => baseUrl + path);
  const [junk, path] = [fc.string({ unit: "binary" }), fc.constantFrom(...targets, payments)];
  const words = ["ON_RAMP", "OFF_RAMP", "GBP", "SOLANA_DEVNET", IBAN, "3", "\0", "\ud800"];
  const key = fc.constantFrom(
    ...["type", "source", "destination", "metadata", "asset", "network_id", "wallet_id", "name"],
    ...["iban", "address", "from", "to", "amount", "reference", "__proto__", "toString"],
  );
  const leaf = fc.oneof(fc.constantFrom(...words), junk, fc.jsonValue());
  const object = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf)), { maxKeys: 8 });
  const spoiled = fc
    .tuple(junk, fc.nat({ max: right.length }))
    .map(([other, at]) => right.slice(0, at) + other + right.slice(at + other.length + 1));
  const body = fc.oneof(
    object.map((each) => JSON.stringify(each)),
    spoiled,
    junk,
  );
  const headers = { authorization: "Bearer acme-token", "content-type": "application/json" };
  const post = async ([url, hostile]: readonly [string, string]) => {
    const { status } = await fetch(url, { method: "POST", headers, body: hostile });
    return { status, url, hostile };
  };

  const all = fc.sample(fc.tuple(path, body), { numRuns: 3_000, seed: 49 });
  const answers: Awaited<ReturnType<typeof post>>[] = [];
  while (all.length > 0) answers.push(...(await Promise.all(all.splice(-20).map(post))));

  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 422);
  expect(answers.filter((each) => ![...taken, ...refused].includes(each))).toEqual([]);
  expect(refused.length).toBeGreaterThan(2_500);
  const rails = taken.filter(({ url }) => url.endsWith("/rails"));
  expect(service.rails("Acme")).toHaveLength(rails.length);
});
