import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { composeIBAN } from "ibantools";
import { judgedDetail } from "../../src/check/rules/judge.ts";
import { withChecksum } from "../../src/platform/payment-details/address.ts";
import { findPaymentDetails } from "../../src/platform/payment-details/find-payment-details.ts";
import type { KnownValue } from "../../src/request/rules/known-value.ts";
import { knownDestination } from "../../src/request/rules/known-value.ts";
import {
  aBankAccount,
  aBankAccountDestination,
  aWallet,
  aWalletDestination,
} from "../support/builders.ts";
import type { Figure } from "./figure.ts";
import { inMs, median } from "./figure.ts";

const COUNT = 10_000;
const ROUNDS = 40;

const bytesOf = (seed: string) => createHash("sha256").update(seed).digest();

const SORTS: Record<string, (index: number) => KnownValue> = {
  Solana: (index) => knownWallet("SOLANA", base58.encode(bytesOf(`solana ${index}`))),
  Ethereum: (index) =>
    knownWallet(
      "ETHEREUM",
      withChecksum(`0x${bytesOf(`ethereum ${index}`).toString("hex").slice(0, 40)}`),
    ),
  "IBANs of one bank": (index) => {
    const account = String(bytesOf(`iban ${index}`).readUInt32BE() % 1e8).padStart(8, "0");
    const iban = composeIBAN({ countryCode: "GB", bban: `NWBK601613${account}` }) ?? "";
    return knownDestination(aBankAccountDestination({ bankAccount: aBankAccount({ iban }) }));
  },
};

function knownWallet(network: string, address: string): KnownValue {
  return knownDestination(aWalletDestination({ wallet: aWallet({ network, address }) }));
}

/**
 * How long one value is held against 10,000 known ones, beside the least that could be done with them: to put each into
 * small letters and compare it.
 */
export function knownValues(): Figure[] {
  return Object.entries(SORTS).map(([sort, make]) => {
    const known = Array.from({ length: COUNT }, (_, index) => make(index));
    const [found] = findPaymentDetails(make(COUNT).value);
    if (!found) throw new Error(`No ${sort} was found`);
    const sought = found.value.toLowerCase();
    const check = medianOf(() => judgedDetail(found, known));
    const least = medianOf(() => known.filter(({ value }) => value.toLowerCase() === sought));
    return {
      what: `One value against ${COUNT} known ones: ${sort}`,
      measured: inMs(check),
      baseline: `comparing small letters ${inMs(least)}`,
      ratio: check / least,
    };
  });
}

function medianOf(work: () => unknown): number {
  return median(
    Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}
