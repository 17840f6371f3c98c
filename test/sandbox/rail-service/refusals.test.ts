import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import {
  ACME,
  anAcme,
  aRailService,
  as,
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

const ON_RAMP_RULES: [string, readonly unknown[]][] = [
  ["type", [...NEVER_TEXT, "EXCHANGE", "on_ramp", ""]],
  ["metadata", [{}, "tag", 7]],
  ["source", NEVER_OBJECT],
  ["source.asset", [...NEVER_TEXT, "EUR", "gbp", "GBPA", ""]],
  ["destination", NEVER_OBJECT],
  ["destination.asset", [...NEVER_TEXT, "GBP", "USDC", ""]],
  ["destination.wallet_id", [...NEVER_TEXT, "", "1", "wa_", "wa_nobodys", "x".repeat(5000)]],
];

const OFF_RAMP_RULES: [string, readonly unknown[]][] = [
  ["source", NEVER_OBJECT],
  ["source.asset", [...NEVER_TEXT, "GBP", "USDC", ""]],
  ["source.network_id", [...NEVER_TEXT, "SOLANA", "solana_devnet", ""]],
  ["destination", NEVER_OBJECT],
  ["destination.asset", [...NEVER_TEXT, "GBPA", "EUR", ""]],
  ["destination.bank_account_id", [...NEVER_TEXT, "", "1", "bka_", "bka_nobodys"]],
];

describe("POST /rails", () => {
  it.each([
    ...ON_RAMP_RULES.map((rule) => ["an on-ramp", ...rule] as const),
    ...OFF_RAMP_RULES.map((rule) => ["an off-ramp", ...rule] as const),
  ])("for %s names %s when it is wrong", async (kind, field, values) => {
    const { service, company } = await anAcme();
    const right =
      kind === "an on-ramp"
        ? onRamp(await whitelistWallet(company))
        : offRamp(await whitelistBankAccount(company));

    for (const value of values) {
      const answer = await company.post("/rails", changed(right, field, value));
      expect({ value, status: answer.status }).toEqual({ value, status: 422 });
      expect(fieldsIn(answer)).toEqual([field]);
    }
    expect(service.rails("Acme")).toEqual([]);
  });

  it("names each field that is wrong, and each item of the metadata", async () => {
    const { baseUrl } = await aRailService();

    const { body } = await as(ACME, baseUrl).post("/rails", {
      type: "OFF_RAMP",
      metadata: ["fine", 7, "a\0b", "\udc00"],
      source: { asset: "EUR" },
      destination: { asset: 1, bank_account_id: 2 },
    });

    expect(body).toEqual({
      message: "The metadata.1 field must be a string. (6 more)",
      errors: {
        "metadata.1": ["The metadata.1 field must be a string."],
        "metadata.2": ["The metadata.2 field must not contain U+0000 or half of a surrogate pair."],
        "metadata.3": ["The metadata.3 field must not contain U+0000 or half of a surrogate pair."],
        "source.asset": ["The source.asset field must be GBPA."],
        "source.network_id": ["The source.network_id field is required."],
        "destination.asset": ["The destination.asset field must be GBP."],
        "destination.bank_account_id": ["The destination.bank_account_id field must be a string."],
      },
    });
  });

  it("names an id that is not whitelisted together with whatever else is wrong", async () => {
    const { baseUrl } = await aRailService();

    const wrong = { ...onRamp("wa_nobodys"), source: { asset: "EUR" } };
    const answer = await as(ACME, baseUrl).post("/rails", wrong);

    expect(fieldsIn(answer)).toEqual(["source.asset", "destination.wallet_id"]);
    expect(answer.body).toMatchObject({
      errors: {
        "destination.wallet_id": [
          "The destination.wallet_id field must be the id of a whitelisted wallet.",
        ],
      },
    });
  });

  it("judges what it can under a type that it does not know", async () => {
    const { baseUrl } = await aRailService();

    const answer = await as(ACME, baseUrl).post("/rails", {
      type: "EXCHANGE",
      metadata: "tag",
      source: { asset: 1 },
    });

    expect(fieldsIn(answer)).toEqual(["type", "metadata", "source.asset", "destination"]);
  });

  it("says of USDC that it is coming soon", async () => {
    const { company } = await anAcme();
    const right = offRamp(await whitelistBankAccount(company));

    const { body } = await company.post("/rails", changed(right, "source.asset", "USDC"));

    expect(body).toMatchObject({ message: expect.stringContaining("coming soon") });
  });

  it("takes no dedicated wallet or virtual account for a whitelisted one", async () => {
    const { service, company } = await anAcme();
    await company.post("/rails", onRamp(await whitelistWallet(company)));
    await company.post("/rails", offRamp(await whitelistBankAccount(company)));
    const [first, second] = service.rails("Acme");

    const virtual = company.post("/rails", offRamp(idAt(first, "bank_account")));
    const dedicated = company.post("/rails", onRamp(idAt(second, "wallet")));

    expect((await virtual).status).toBe(422);
    expect((await dedicated).status).toBe(422);
  });

  it("ignores fields that the document does not name, and those of the other type", async () => {
    const { company } = await anAcme();
    const right = onRamp(await whitelistWallet(company));

    const { status } = await company.post("/rails", {
      ...right,
      amount: 5,
      source: { ...right.source, network_id: 7 },
      destination: { ...right.destination, bank_account_id: [] },
    });

    expect(status).toBe(200);
  });
});

/** The id of a Rail's source. */
function idAt(rail: unknown, what: "bank_account" | "wallet"): string {
  const match = new RegExp(`"source":.*?"${what}":{"id":"(\\w+)"`).exec(JSON.stringify(rail));
  return match?.[1] ?? "";
}

const WALLET = { name: "Treasury", network_id: "SOLANA_DEVNET", address: SOLANA_ADDRESS };
const ETHEREUM_WALLET = { ...WALLET, network_id: "ETHEREUM_SEPOLIA", address: ETHEREUM_ADDRESS };

describe("POST /wallets", () => {
  it.each([
    ["a Solana address", WALLET],
    ["a checksummed Ethereum address", ETHEREUM_WALLET],
    ["a lower-case one", { ...ETHEREUM_WALLET, address: ETHEREUM_ADDRESS.toLowerCase() }],
    ["an upper-case one", { ...ETHEREUM_WALLET, address: `0x${"AB".repeat(20)}` }],
    ["a name of 255 characters", { ...WALLET, name: "n".repeat(255) }],
    ["a name of 255 that are two units each", { ...WALLET, name: "\u{1f682}".repeat(255) }],
  ])("accepts %s", async (_, wallet) => {
    const { baseUrl } = await aRailService();

    expect((await as(ACME, baseUrl).post("/wallets", wallet)).status).toBe(200);
  });

  it.each([
    ["name", "left out", { ...WALLET, name: undefined }],
    ["name", "blank", { ...WALLET, name: "  " }],
    ["name", "huge", { ...WALLET, name: "n".repeat(256) }],
    ["name", "with U+0000", { ...WALLET, name: "a\0" }],
    ["network_id", "unknown", { ...WALLET, network_id: "BITCOIN" }],
    ["address", "of another network", { ...WALLET, address: ETHEREUM_ADDRESS }],
    ["address", "of 31 bytes", { ...WALLET, address: base58.encode(new Uint8Array(31).fill(7)) }],
    ["address", "with a character outside base58", { ...WALLET, address: `0${SOLANA_ADDRESS}` }],
    ["address", "huge", { ...WALLET, address: "1".repeat(500_000) }],
    ["address", "with a slip", { ...ETHEREUM_WALLET, address: swapCase(ETHEREUM_ADDRESS) }],
    ["address", "without 0x", { ...ETHEREUM_WALLET, address: ETHEREUM_ADDRESS.slice(2) }],
  ])("names the %s when it is %s", async (field, _, wallet) => {
    const { baseUrl } = await aRailService();

    const answer = await as(ACME, baseUrl).post("/wallets", wallet);

    expect(answer.status).toBe(422);
    expect(fieldsIn(answer)).toEqual([field]);
  });

  it("names a wrong address also when the name is missing", async () => {
    const { baseUrl } = await aRailService();

    const wallet = { ...WALLET, name: 1, address: "x" };
    const answer = await as(ACME, baseUrl).post("/wallets", wallet);

    expect(fieldsIn(answer)).toEqual(["name", "address"]);
  });
});

/** One letter in the other case: the same account to Ethereum, but no longer the right checksum. */
const swapCase = (address: string) => address.replace("F", "f");

describe("POST /bank-accounts", () => {
  it.each([
    ["name", "left out", { iban: IBAN }],
    ["iban", "left out", { name: "Main" }],
    ["iban", "wrong in a digit", { name: "Main", iban: "GB29NWBK60161331926818" }],
    ["iban", "written with spaces", { name: "Main", iban: "GB29 NWBK 6016 1331 9268 19" }],
    ["iban", "in lower case", { name: "Main", iban: IBAN.toLowerCase() }],
    ["iban", "of no country", { name: "Main", iban: "ZZ29NWBK60161331926819" }],
    ["iban", "huge", { name: "Main", iban: IBAN.repeat(20_000) }],
  ])("names the %s when it is %s", async (field, _, account) => {
    const { baseUrl } = await aRailService();

    const answer = await as(ACME, baseUrl).post("/bank-accounts", account);

    expect(answer.status).toBe(422);
    expect(fieldsIn(answer)).toEqual([field]);
  });

  it("accepts an IBAN of another country", async () => {
    const { baseUrl } = await aRailService();
    const account = { name: "Hauptkonto", iban: "DE89370400440532013000" };

    expect((await as(ACME, baseUrl).post("/bank-accounts", account)).status).toBe(200);
  });
});
