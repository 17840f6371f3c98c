import { describe, expect, it } from "vitest";
import {
  type AddressFamily,
  type DestinationValue,
  groupsOf,
  valueKey,
} from "../../../src/platform/payment-details/destination-value.ts";
import { familyOf, networkName } from "../../../src/platform/payment-details/networks.ts";
import { valueNote } from "../../../src/platform/payment-details/value-note.ts";
import { account, ETHEREUM, IBANS, inGroups, OTHERS, SOLANA, wallet } from "./vectors.ts";

const MIXED = ETHEREUM[4];
const [WALLET] = SOLANA;

describe("the key of a destination's value", () => {
  it.each<[DestinationValue, DestinationValue]>([
    [wallet(MIXED), wallet(MIXED.toLowerCase())],
    [wallet(MIXED), wallet(`0x${MIXED.slice(2).toUpperCase()}`)],
    [wallet(MIXED), { kind: "wallet", network: "SOME_NETWORK", family: "unknown", address: MIXED }],
    [wallet(OTHERS[3][0]), wallet(OTHERS[3][0].toUpperCase())],
    [account(IBANS[0]), account(inGroups(IBANS[0]).toLowerCase())],
  ])("is the same for two spellings of one value: %j and %j", (one, other) => {
    expect(valueKey(one)).toBe(valueKey(other));
  });

  it.each<[string, DestinationValue, DestinationValue]>([
    ["another network", wallet(MIXED, "BASE"), wallet(MIXED, "ETHEREUM")],
    ["another kind", account("X"), wallet("X")],
    ["another case on Solana", wallet(WALLET), wallet(WALLET.toLowerCase())],
    ["a colon in the network", wallet("B:C", "A"), wallet("C", "A:B")],
    ["an escaped colon in the network", wallet("C", "A:B"), wallet("C", "A%3AB")],
    ["a Kelvin sign for a K", wallet("0x\u212a"), wallet("0xk")],
    ["a long s for an S", account("GBſ"), account("GBS")],
    ["a zero-width space", account(`GB29\u200b${IBANS[0].slice(4)}`), account(IBANS[0])],
  ])("differs with %s", (_, one, other) => {
    expect(valueKey(one)).not.toBe(valueKey(other));
  });

  it("keeps small letters on Solana even where all are", () => {
    const one = { kind: "wallet", network: "N", family: "solana" } as const;
    const address = "abc1deghjklmnpqrstuvwxyzdeghjkmnpqrstuvwxyz2";
    const other = { ...one, address: address.toUpperCase() };

    expect(valueKey({ ...one, address })).not.toBe(valueKey(other));
  });
});

describe("a value in groups of four", () => {
  it.each([...IBANS, ...ETHEREUM, ...SOLANA])("loses nothing: %s", (text) => {
    const value = /^[A-Z]{2}\d\d/.test(text) ? account(text) : wallet(text);

    expect(groupsOf(value).join(" ")).toBe(inGroups(text));
  });

  it("is an IBAN in electronic spelling, however the service writes it", () => {
    expect(groupsOf(account("gb29 NWBK 60161331926819"))).toEqual(groupsOf(account(IBANS[0])));
  });
});

describe("a network", () => {
  it.each<[string, AddressFamily]>([
    ["SOLANA_DEVNET", "solana"],
    ["BASE", "ethereum"],
    ["SOLANA", "unknown"],
    ["constructor", "unknown"],
  ])("%s has addresses of the family %s, as the operator says", (network, family) => {
    expect(familyOf(network, { BASE: "ethereum" })).toBe(family);
  });

  it("is of the operator's family first", () => {
    expect(familyOf("SOLANA_DEVNET", { SOLANA_DEVNET: "unknown" })).toBe("unknown");
  });

  it.each([
    ["SOLANA_DEVNET", "Solana (devnet)"],
    ["ETHEREUM", "Ethereum"],
    ["BASE_TEST_NET", "Base (test net)"],
    ["eip155:1", "eip155:1"],
    ["", "(none)"],
    ["a\nb", "a b"],
    ["X".repeat(50), `X${"x".repeat(38)}…`],
  ])("%j is shown as %j", (network, name) => {
    expect(networkName(network)).toBe(name);
  });
});

describe("the note on a value that was taken", () => {
  it.each([
    [account(IBANS[1]), "Valid IBAN (Germany). This does not confirm who owns it."],
    [account(IBANS[18]), "Valid IBAN (Kosovo). This does not confirm who owns it."],
    [wallet(WALLET), "Valid format. Solana addresses cannot catch typos: compare every character."],
    [wallet(MIXED), "Valid format. This does not confirm who owns it: compare every character."],
    [wallet("0.0.1234"), "Format not checked: compare every character."],
    [
      wallet(OTHERS[0][0]),
      "Format not checked: compare every character. It looks like an address of Bitcoin.",
    ],
  ])("says what is known, and no more: %j", (value, note) => {
    expect(valueNote(value)).toBe(note);
  });
});
