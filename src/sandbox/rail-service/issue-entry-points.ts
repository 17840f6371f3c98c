import { randomBytes, randomInt } from "node:crypto";
import { base32crockford } from "@scure/base";
import { composeIBAN } from "ibantools";
import { newAddress } from "./addresses.ts";
import type { BankAccount, Wallet } from "./entities.ts";
import { newId } from "./ids.ts";
import type { Fiat, Network } from "./requests/known-codes.ts";

/** This bank is invented: no British bank has a sort code that begins with 00. */
const BANK_CODE = "SBOX";
const BIC = "SBOXGB2L";

/**
 * The dedicated virtual bank account of an on-ramp Rail, with a valid British IBAN, held in the company's
 * name. Twelve random digits make a repeat unlikely; the state refuses one.
 */
export function issueVirtualAccount(company: string, currency: Fiat): BankAccount {
  const { iban, sortCode, accountNumber } = newAccount(BANK_CODE);
  return {
    id: newId("bka"),
    displayName: company,
    currency,
    iban,
    virtual: { accountNumber, sortCode, bicSwift: BIC, reference: newReference() },
  };
}

/** A random British account with a valid IBAN, which belongs to nobody. */
export function newAccount(bankCode: string) {
  const sortCode = `00${randomDigits(4)}`;
  const accountNumber = randomDigits(8);
  const iban = composeIBAN({ countryCode: "GB", bban: `${bankCode}${sortCode}${accountNumber}` });
  if (iban === null) throw new Error(`No IBAN for sort code ${sortCode}`);
  return { iban, sortCode, accountNumber };
}

/** The dedicated wallet of an off-ramp Rail on the chosen network. */
export function issueWallet(network: Network): Wallet {
  return {
    id: newId("wa"),
    displayName: "Dedicated wallet",
    isCustodial: true,
    network,
    address: newAddress(network),
  };
}

/** Ten capitals and digits without look-alikes: it fits the 18 characters of a British payment. */
const newReference = () => `SB${base32crockford.encode(randomBytes(5))}`;

const randomDigits = (count: number) => String(randomInt(10 ** count)).padStart(count, "0");
