import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, hex } from "@scure/base";
import { extractIBAN, isValidBIC, isValidIBAN } from "ibantools";
import { describe, expect, it } from "vitest";
import { data, offRampRail, onRampRail } from "./document-shapes.ts";
import {
  ACME,
  anAcme,
  aRailService,
  as,
  type Caller,
  offRamp,
  onRamp,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

async function virtualAccount(company: Caller) {
  const { body } = await company.post("/rails", onRamp(await whitelistWallet(company)));
  return data(onRampRail).parse(body).data.source.bank_account;
}

async function dedicatedWallet(company: Caller, network: string) {
  const accountId = await whitelistBankAccount(company);
  const { body } = await company.post("/rails", offRamp(accountId, network));
  return data(offRampRail).parse(body).data.source.wallet;
}

describe("the entry point of an on-ramp", () => {
  it("is a virtual account whose IBAN is valid and made of its sort code and account number", async () => {
    const { baseUrl } = await aRailService();

    const account = await virtualAccount(as(ACME, baseUrl));

    expect(isValidIBAN(account.iban)).toBe(true);
    expect(extractIBAN(account.iban).countryCode).toBe("GB");
    expect(account.iban.slice(8)).toBe(`${account.sort_code}${account.account_number}`);
    expect(isValidBIC(account.bic_swift)).toBe(true);
    expect(account.bic_swift.slice(0, 4)).toBe(account.iban.slice(4, 8));
    expect(account.reference).toMatch(/^[A-Z0-9]{1,18}$/);
  });

  it("is another one for each Rail, also when two Rails are asked for in the same words", async () => {
    const { company } = await anAcme();

    const [first, second] = [await virtualAccount(company), await virtualAccount(company)];

    expect(first.iban).not.toBe(second.iban);
    expect(first.reference).not.toBe(second.reference);
  });
});

describe("the entry point of an off-ramp", () => {
  it("on Solana is 32 bytes in base58", async () => {
    const { baseUrl } = await aRailService();

    const { network, address } = await dedicatedWallet(as(ACME, baseUrl), "SOLANA_DEVNET");

    expect(network).toBe("SOLANA_DEVNET");
    expect(base58.decode(address)).toHaveLength(32);
  });

  it("on Ethereum carries the checksum of EIP-55", async () => {
    const { baseUrl } = await aRailService();

    const { network, address } = await dedicatedWallet(as(ACME, baseUrl), "ETHEREUM_SEPOLIA");

    expect(network).toBe("ETHEREUM_SEPOLIA");
    expect(address).toBe(checksummed(address));
  });
});

/** EIP-55 in its own words: capital where the matching digit of the hash is 8 or more. */
function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)));
  return `0x${digits.replace(/./g, (digit, at) => ("89abcdef".includes(hash[at] ?? "") ? digit.toUpperCase() : digit))}`;
}
