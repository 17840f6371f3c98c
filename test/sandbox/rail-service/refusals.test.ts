import { base58 } from "@scure/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anAcme,
  ETHEREUM_ADDRESS,
  fieldsIn,
  IBAN,
  idIn,
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

const WALLET = { name: "Treasury", network_id: "SOLANA_DEVNET", address: SOLANA_ADDRESS };
const ETHEREUM = { ...WALLET, network_id: "ETHEREUM_SEPOLIA", address: ETHEREUM_ADDRESS };
const ACCOUNT = { name: "Main account", iban: IBAN };

const NOT_JSON = "The body must be a JSON object, sent as application/json.";

type Rule = [what: string, path: string, body: object, field: string, values: readonly unknown[]];

/** Each field, and the values for which it alone is named. */
const RULES = (wallet: string, account: string): Rule[] => {
  const [on, off] = [onRamp(wallet), offRamp(account)];
  const solana = [ETHEREUM_ADDRESS, `0${SOLANA_ADDRESS}`, "1".repeat(500_000)];
  const ethereum = [ETHEREUM_ADDRESS.replace("F", "f"), ETHEREUM_ADDRESS.slice(2), SOLANA_ADDRESS];
  const ibans = [undefined, `${IBAN.slice(0, -1)}8`, IBAN.toLowerCase(), IBAN.repeat(20_000)];
  return [
    ["on-ramp", "/rails", on, "type", [...NEVER_TEXT, "EXCHANGE", "on_ramp", ""]],
    ["on-ramp", "/rails", on, "metadata", [{}, "tag", 7]],
    ["on-ramp", "/rails", on, "source", NEVER_OBJECT],
    ["on-ramp", "/rails", on, "source.asset", [...NEVER_TEXT, "EUR", "gbp", "GBPA", ""]],
    ["on-ramp", "/rails", on, "destination", NEVER_OBJECT],
    ["on-ramp", "/rails", on, "destination.asset", [...NEVER_TEXT, "GBP", "USDC", ""]],
    ["on-ramp", "/rails", on, "destination.wallet_id", [...NEVER_TEXT, "", "1", "wa_", account]],
    ["off-ramp", "/rails", off, "source", NEVER_OBJECT],
    ["off-ramp", "/rails", off, "source.asset", [...NEVER_TEXT, "GBP", "USDC", ""]],
    ["off-ramp", "/rails", off, "source.network_id", [...NEVER_TEXT, "SOLANA", "solana_devnet"]],
    ["off-ramp", "/rails", off, "destination.asset", [...NEVER_TEXT, "GBPA", "EUR", ""]],
    ["off-ramp", "/rails", off, "destination.bank_account_id", [...NEVER_TEXT, "bka_", wallet]],
    ["wallet", "/wallets", WALLET, "name", NEVER_NAME],
    ["wallet", "/wallets", WALLET, "network_id", ["BITCOIN", "SOLANA_TESTNET", 7]],
    ["wallet", "/wallets", WALLET, "address", [...NEVER_TEXT, ...solana]],
    ["wallet", "/wallets", WALLET, "address", [base58.encode(new Uint8Array(31).fill(7))]],
    ["wallet", "/wallets", ETHEREUM, "address", ethereum],
    ["account", "/bank-accounts", ACCOUNT, "name", NEVER_NAME],
    ["account", "/bank-accounts", ACCOUNT, "iban", [...NEVER_TEXT, ...ibans]],
    ["account", "/bank-accounts", ACCOUNT, "iban", ["GB29 NWBK 6016 1331 9268 19", "ZZ29NWBK"]],
  ];
};

describe("a 422", () => {
  it("names the one field that is wrong, and nothing is created", async () => {
    const { service, company } = await anAcme();
    const [wallet, account] = [await whitelistWallet(company), await whitelistBankAccount(company)];

    for (const [what, path, body, field, values] of RULES(wallet, account)) {
      for (const value of values) {
        const answer = await company.post(path, changed(body, field, value));
        const where = `${what} with ${field}: ${String(JSON.stringify(value)).slice(0, 40)}`;
        expect({ where, status: answer.status }).toEqual({ where, status: 422 });
        expect({ where, fields: fieldsIn(answer) }).toEqual({ where, fields: [field] });
      }
    }
    expect(service.rails("Acme")).toEqual([]);
  });

  it("names each field that is wrong, each item of the metadata, and an id that is unknown", async () => {
    const { company } = await anAcme();
    const text = "must not contain U+0000 or half of a surrogate pair";

    const { body } = await company.post("/rails", {
      type: "OFF_RAMP",
      metadata: ["fine", 7, "\udc00"],
      source: { asset: "USDC" },
      destination: { asset: 1, bank_account_id: "bka_nobodys" },
    });

    const id = "destination.bank_account_id";
    const soon = "is USDC, which is coming soon and cannot be used yet";
    expect(body).toEqual({
      message: "The metadata.1 field must be a string. (5 more)",
      errors: {
        "metadata.1": ["The metadata.1 field must be a string."],
        "metadata.2": [`The metadata.2 field ${text}.`],
        "source.asset": [`The source.asset field ${soon}.`],
        "source.network_id": ["The source.network_id field is required."],
        "destination.asset": ["The destination.asset field must be GBP."],
        [id]: [`The ${id} field must be the id of a whitelisted bank account.`],
      },
    });
  });

  it("judges what it can under a type or a network that it does not know", async () => {
    const { company } = await anAcme();
    const rail = { type: "EXCHANGE", metadata: "tag", source: { asset: 1 } };
    const wallet = { ...WALLET, name: 1, address: "x" };

    expect(fieldsIn(await company.post("/rails", rail))).toEqual([
      ...["type", "metadata", "source.asset", "destination"],
    ]);
    expect(fieldsIn(await company.post("/wallets", wallet))).toEqual(["name", "address"]);
  });

  it("names the required fields of what is no JSON object, whatever it is", async () => {
    const { company } = await anAcme();
    const required = {
      "/rails": ["type", "source", "destination"],
      "/wallets": ["name", "network_id", "address"],
      "/bank-accounts": ["name", "iban"],
    };
    const bodies = ["", '{"name": ', "name=Main", "[]", '"Main"', "null", "1e999", "{}{}"];
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"];

    for (const [path, fields] of Object.entries(required)) {
      const answers = [
        ...(await Promise.all(bodies.map((body) => company.post(path, body)))),
        ...(await Promise.all(types.map((type) => company.post(path, "{}", type)))),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 422, body: { message: NOT_JSON } });
        expect(fieldsIn(answer)).toEqual(fields);
      }
    }
  });

  it("takes no dedicated wallet or virtual account for a whitelisted one", async () => {
    const { service, company } = await anAcme();
    await company.post("/rails", onRamp(await whitelistWallet(company)));
    await company.post("/rails", offRamp(await whitelistBankAccount(company)));

    for (const { source } of service.rails("Acme")) {
      const body =
        source.type === "fiat" ? offRamp(source.bank_account.id) : onRamp(source.wallet.id);
      expect((await company.post("/rails", body)).status).toBe(422);
    }
  });
});

it("takes what differs from the usual and is right", async () => {
  const { company } = await anAcme();
  const right = onRamp(await whitelistWallet(company));
  const [source, destination] = [{ network_id: 7 }, { bank_account_id: [] }];
  const others = {
    ...{ ...right, amount: 5 },
    source: { ...right.source, ...source },
    destination: { ...right.destination, ...destination },
  };
  const taken: [string, object, string?][] = [
    ["/rails", others],
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

it("answers none of 3,000 hostile bodies with a 5xx, and creates only what it acknowledges", async () => {
  const { service, company, baseUrl } = await anAcme();
  const wallet = idIn(await company.post("/wallets", WALLET));
  const sandbox = new URL("/sandbox", baseUrl).href;
  const targets = ["/rails", "/wallets", "/bank-accounts"].map((path) => baseUrl + path);
  const payments = `${sandbox}/companies/Acme/payments`;
  const keys = ["type", "source", "destination", "metadata", "asset", "network_id", "wallet_id"];
  const more = ["name", "iban", "address", "from", "to", "amount", "reference", "__proto__"];
  const words = ["ON_RAMP", "OFF_RAMP", "GBP", "GBPA", "SOLANA_DEVNET", IBAN, "3", "\0", "\ud800"];
  const leaf = fc.oneof(fc.constantFrom(...words), fc.string({ unit: "binary" }), fc.jsonValue());
  const inner = fc.dictionary(fc.constantFrom(...keys, ...more), leaf, { maxKeys: 5 });
  const json = fc
    .dictionary(fc.constantFrom(...keys, ...more), fc.oneof(leaf, inner), { maxKeys: 8 })
    .map((body) => JSON.stringify(body));
  const spoiled = fc
    .tuple(fc.string({ unit: "binary", maxLength: 8 }), fc.nat({ max: 160 }))
    .map(([junk, at]) => {
      const right = JSON.stringify(onRamp(wallet));
      return right.slice(0, at) + junk + right.slice(at + junk.length + 1);
    });
  const body = fc.oneof(json, spoiled, fc.string({ unit: "binary", maxLength: 200 }));
  const seen = new Map<number, number>();
  let created = 0;

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets, payments), body, async (url, hostile) => {
      const headers = { authorization: "Bearer acme-token", "content-type": "application/json" };
      const { status } = await fetch(url, { method: "POST", headers, body: hostile });
      expect([200, 422]).toContain(status);
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status === 200 && url.endsWith("/rails")) created += 1;
    }),
    { numRuns: 3_000, seed: 49 },
  );
  expect(seen.get(422)).toBeGreaterThan(2_500);
  expect(service.rails("Acme")).toHaveLength(created);
}, 60_000);
