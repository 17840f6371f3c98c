import { describe, expect, it } from "vitest";
import { byAlarm, isAlarming, judgedDetail } from "../../../src/check/rules/judge.ts";
import { findPaymentDetails } from "../../../src/platform/payment-details/find-payment-details.ts";
import type { KnownValue } from "../../../src/request/rules/known-value.ts";
import { knownDestination } from "../../../src/request/rules/known-value.ts";
import {
  ADDRESS,
  aBankAccountDestination,
  aWallet,
  aWalletDestination,
  ETHEREUM_ADDRESS,
  IBAN,
  NOW,
  VIRTUAL_IBAN,
} from "../../support/builders.ts";

const judged = (text: string, known: readonly KnownValue[]) =>
  findPaymentDetails(text).map((found) => judgedDetail(found, known));
const wallet = (address: string, network = "SOLANA_DEVNET") =>
  knownDestination(aWalletDestination({ wallet: aWallet({ address, network }) }));
const KNOWN = [wallet(ADDRESS), knownDestination(aBankAccountDestination())];
const FORGED = ADDRESS.replace("W87d", "W8Pd");

describe("what a found value is here", () => {
  it("is everything known under it, also on another network", () => {
    const known = [...KNOWN, wallet(ADDRESS, "SOLANA"), { ...wallet(ADDRESS), name: "Again" }];

    expect(judged(ADDRESS, known)).toMatchObject([
      { same: [known[0], known[2], known[3]], resembles: [], furtherAlike: 0 },
    ]);
  });

  it("is what looks like it, each known value once, however often it is known", () => {
    const [alike] = judged(FORGED, [...KNOWN, ...KNOWN, wallet(ADDRESS, "SOLANA")]);

    expect(alike?.same).toEqual([]);
    expect(alike?.resembles.map(({ known }) => known)).toEqual([KNOWN[0]]);
  });

  it("can be both: one of ours, and one that looks like another of ours", () => {
    const [both] = judged(FORGED, [...KNOWN, wallet(FORGED)]);

    expect(both).toMatchObject({ same: [{ value: FORGED }], resembles: [{ known: KNOWN[0] }] });
  });

  it("counts what looks like it beyond the first few", () => {
    const crowd = [..."123456789"].map((digit) =>
      wallet(`${ADDRESS.slice(0, 20)}${digit}${ADDRESS.slice(21)}`),
    );

    const [alike] = judged(FORGED, crowd);

    expect(alike?.resembles).toHaveLength(5);
    expect(alike?.furtherAlike).toBe(4);
  });

  it("is looked for also when it is broken: it may be a good one that was altered", () => {
    const typo = IBAN.replace("GB29", "GB30");
    const wrongCase = ETHEREUM_ADDRESS.replace("aAe", "aae");

    expect(judged(typo, KNOWN)).toMatchObject([
      { found: { kind: "broken" }, resembles: [{ known: KNOWN[1] }] },
    ]);
    expect(judged(wrongCase, [wallet(ETHEREUM_ADDRESS, "SEPOLIA")])).toMatchObject([
      { found: { kind: "broken" }, same: [{ value: ETHEREUM_ADDRESS }] },
    ]);
  });
});

describe("what must not be missed", () => {
  it("comes first: look-alikes, disguises and contradictions; then what is broken; then the unknown", () => {
    const broken = ETHEREUM_ADDRESS.replace("aAe", "aae");
    const hidden = "TR7NHqjeKQxGTCi8q8ZY4pL8otS\u200bzgjLj6t";
    const contradicted = knownDestination(
      aWalletDestination({
        wallet: aWallet({ address: "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE" }),
        contradictedAt: NOW,
      }),
    );
    const text = [IBAN, VIRTUAL_IBAN, broken, FORGED, contradicted.value, hidden].join("\n\n");

    const sorted = byAlarm(judged(text, [...KNOWN, contradicted]));

    expect(sorted.map(({ found }) => found.written)).toEqual([
      FORGED,
      contradicted.value,
      hidden,
      broken,
      VIRTUAL_IBAN,
      IBAN,
    ]);
    expect(sorted.map(isAlarming)).toEqual([true, true, true, false, false, false]);
  });
});
