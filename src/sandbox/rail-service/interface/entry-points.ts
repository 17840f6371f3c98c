import { randomBytes, randomInt } from "node:crypto";
import { base32crockford } from "@scure/base";
import { composeIBAN } from "ibantools";
import { newAddress } from "../addresses.ts";
import { type BankAccount, newId, type Wallet } from "./resources.ts";

/** These banks are invented: no British bank has a sort code that begins with 00. */
type BankCode = "SBOX" | "OUTB";

/** An on-ramp Rail's own account. The database refuses one of these random ones if it repeats. */
export const newVirtualAccount = (company: string, currency: string): BankAccount => ({
  id: newId("bka"),
  display_name: company,
  currency,
  ...newAccount("SBOX"),
  bic_swift: "SBOXGB2L",
  // Ten capitals and digits without look-alikes fit the 18 characters of a British payment.
  reference: `SB${base32crockford.encode(randomBytes(5))}`,
});

/** The dedicated wallet of an off-ramp Rail. */
export const newDedicatedWallet = (network: Wallet["network"]): Wallet => ({
  id: newId("wa"),
  display_name: "Dedicated wallet",
  is_custodial: true,
  network,
  address: newAddress(network),
});

/** A random British account with a valid IBAN, which belongs to nobody. */
export function newAccount(bankCode: BankCode) {
  const sort_code = `00${randomDigits(4)}`;
  const account_number = randomDigits(8);
  const iban = composeIBAN({ countryCode: "GB", bban: bankCode + sort_code + account_number });
  if (iban === null) throw new Error(`No IBAN for sort code ${sort_code}`);
  return { iban, account_number, sort_code };
}

const randomDigits = (count: number) => String(randomInt(10 ** count)).padStart(count, "0");
