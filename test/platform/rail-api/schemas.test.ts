import { describe, expect, it } from "vitest";
import {
  railAnswer,
  railListAnswer,
  walletAnswer,
} from "../../../src/platform/rail-api/schemas.ts";
import {
  coldWallet,
  cryptoEnd,
  fiatEnd,
  listWire,
  onRampWire,
  virtualAccount,
} from "../../rail-api/wire.ts";

/** The document's tables: what each field may be, told by a value it may not be, and how it may be missing. */
type Presence = "required" | "nullable" | "optional";
const bankAccount: [string, Presence][] = [
  ["id", "nullable"],
  ["display_name", "required"],
  ["currency", "required"],
  ["iban", "nullable"],
  ["account_number", "optional"],
  ["sort_code", "optional"],
  ["bic_swift", "optional"],
  ["reference", "nullable"],
];
const wallet: [string, Presence][] = [
  ["id", "nullable"],
  ["display_name", "required"],
  ["is_custodial", "required"],
  ["network", "required"],
  ["address", "required"],
];
const rail: [string, Presence][] = [
  ["id", "nullable"],
  ["type", "required"],
  ["source", "required"],
  ["destination", "required"],
  ["metadata", "required"],
  ["created_at", "nullable"],
];
const meta: [string, Presence][] = [
  ["current_page", "required"],
  ["from", "nullable"],
  ["last_page", "required"],
  ["links", "required"],
  ["path", "nullable"],
  ["per_page", "required"],
  ["to", "nullable"],
  ["total", "required"],
];
const links: [string, Presence][] = [
  ["first", "nullable"],
  ["last", "nullable"],
  ["prev", "nullable"],
  ["next", "nullable"],
];

type Wire = Record<string, unknown>;
const reads = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;
const withAccount = (account: Wire) =>
  reads(railAnswer, { data: { ...onRampWire, source: { ...fiatEnd, bank_account: account } } });
const withMeta = (changed: Wire) => reads(railListAnswer, { ...listWire(), meta: changed });
const withLinks = (changed: Wire) => reads(railListAnswer, { ...listWire(), links: changed });

describe.each<[string, [string, Presence][], Wire, (value: Wire) => boolean]>([
  ["a bank account", bankAccount, virtualAccount, withAccount],
  ["a wallet", wallet, coldWallet, (data) => reads(walletAnswer, { data })],
  ["a Rail", rail, onRampWire, (data) => reads(railAnswer, { data })],
  ["the list's meta", meta, listWire().meta, withMeta],
  ["the list's links", links, listWire().links, withLinks],
])("%s", (_, fields, whole, canBeRead) => {
  it("is read with fields that the document does not name", () => {
    expect(canBeRead({ ...whole, colour: "red" })).toBe(true);
  });

  it.each(fields)("has a field %s that is %s", (field, presence) => {
    const { [field]: _, ...without } = whole;

    expect(canBeRead(without)).toBe(presence === "optional");
    expect(canBeRead({ ...whole, [field]: null })).toBe(presence !== "required");
    expect(canBeRead({ ...whole, [field]: { wrong: true } })).toBe(false);
    expect(canBeRead({ ...whole, [field]: 1.5 })).toBe(false);
  });
});

describe("a Rail", () => {
  it.each([
    ["ON_RAMP", cryptoEnd, fiatEnd],
    ["ON_RAMP", fiatEnd, fiatEnd],
    ["OFF_RAMP", fiatEnd, cryptoEnd],
    ["OFF_RAMP", cryptoEnd, cryptoEnd],
    ["EXCHANGE", { asset: "GBP", type: "fiat" }, fiatEnd],
  ])("is not read with type %s and its ends the wrong way (%#)", (type, source, destination) => {
    expect(reads(railAnswer, { data: { ...onRampWire, type, source, destination } })).toBe(false);
  });

  it("is read whatever `human` says, since nothing rests on it", () => {
    const { human: _, ...without } = onRampWire;

    expect(reads(railAnswer, { data: without })).toBe(true);
    expect(reads(railAnswer, { data: { ...onRampWire, human: "Ana" } })).toBe(true);
  });

  it.each([[null], [[]], [["tag", 1, null, { a: [] }]]])("keeps its metadata %j", (externalId) => {
    const answer = { data: { ...onRampWire, metadata: { external_id: externalId } } };

    expect(railAnswer.parse(answer).data.metadata).toEqual(externalId);
  });

  it.each([{}, { external_id: "tag" }, ["tag"]])("is not read with the metadata %j", (metadata) => {
    expect(reads(railAnswer, { data: { ...onRampWire, metadata } })).toBe(false);
  });

  it("says null for what the service left out", () => {
    const { account_number: _a, sort_code: _s, bic_swift: _b, ...bare } = virtualAccount;
    const answer = { data: { ...onRampWire, source: { ...fiatEnd, bank_account: bare } } };

    expect(railAnswer.parse(answer).data).toMatchObject({
      source: { bankAccount: { accountNumber: null, sortCode: null, bicSwift: null } },
    });
  });
});
