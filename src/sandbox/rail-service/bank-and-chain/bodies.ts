import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { z } from "zod";
import { CHAIN_NETWORKS, isAddress, newAddress } from "../addresses.ts";
import { newAccount } from "../issue-entry-points.ts";
import { name, object, oneOf, text } from "../requests/fields.ts";
import { BANK_ASSETS, CHAIN_ASSETS, toMinor } from "./assets.ts";
import { atBank, onChain } from "./place.ts";

/** The limit is ten thousand million, in minor units. */
const LARGEST_AMOUNT = 1_000_000_000_000n;

/** A SEPA payment carries at most this many characters. */
const LONGEST_REFERENCE = 140;

const MOST_BALANCES = 10;

/** This bank is invented. */
const OUTSIDE_BANK = "OUTB";

const amount = text.transform((value, context) => {
  const minor = toMinor(value);
  if (minor !== undefined && minor > 0n && minor <= LARGEST_AMOUNT) return minor;
  const message = 'must be an amount like "1250.00", more than none and at most 10000000000.00';
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** People copy IBANs with their spaces. */
const iban = text
  .transform((value) => electronicFormatIBAN(value) ?? "")
  .refine((value) => isValidIBAN(value), { error: "must be a valid IBAN" });

const reference = text
  .refine((value) => value.length <= LONGEST_REFERENCE, {
    error: `must not be longer than ${LONGEST_REFERENCE} characters`,
  })
  .nullish()
  .transform((value) => value ?? null);

const chainNetwork = oneOf(CHAIN_NETWORKS);

const NOT_ON_THE_NETWORK = "must be an address on the network";

const balances = <Codes extends readonly string[]>(assets: Codes) =>
  z
    .array(object({ asset: oneOf(assets), amount }), { error: "must be an array of balances" })
    .max(MOST_BALANCES, { error: `must not be longer than ${MOST_BALANCES}` })
    .nullish()
    .transform((given) => given ?? []);

/** The body of `POST …/bank-accounts`; without an IBAN the account gets one. */
export const accountBody = object({
  name,
  iban: iban.nullish(),
  balances: balances(BANK_ASSETS),
}).transform(({ iban: given, ...rest }) => ({
  ...rest,
  location: atBank(given ?? newAccount(OUTSIDE_BANK).iban),
}));

/** The body of `POST …/wallets`; without an address the wallet gets one. */
export const walletBody = object({
  name,
  network: chainNetwork,
  address: text.nullish(),
  balances: balances(CHAIN_ASSETS),
}).transform(({ network, address: given, ...rest }, context) => {
  const address = given ?? newAddress(network);
  if (isAddress(network, address)) return { ...rest, location: onChain(network, address) };
  context.addIssue({ code: "custom", path: ["address"], message: NOT_ON_THE_NETWORK });
  return z.NEVER;
});

/** An account or wallet to open outside the service, with its opening balances. */
export type Opening = z.output<typeof accountBody> | z.output<typeof walletBody>;

/** The body of `POST …/payments`. */
export const paymentBody = object({
  from: iban.transform(atBank),
  to: iban.transform(atBank),
  asset: oneOf(BANK_ASSETS),
  amount,
  reference,
}).transform((body) => ({ ...body, kind: "payment" as const }));

/** The body of `POST …/transfers`. */
export const transferBody = object({
  network: chainNetwork,
  from: text,
  to: text,
  asset: oneOf(CHAIN_ASSETS),
  amount,
}).transform(({ network, from, to, ...rest }, context) => {
  for (const [field, address] of Object.entries({ from, to })) {
    if (isAddress(network, address)) continue;
    context.addIssue({ code: "custom", path: [field], message: NOT_ON_THE_NETWORK });
  }
  return {
    ...rest,
    kind: "transfer" as const,
    from: onChain(network, from),
    to: onChain(network, to),
    reference: null,
  };
});

/** A payment or transfer as somebody typed it: the books have not accepted it yet. */
export type Order = z.output<typeof paymentBody> | z.output<typeof transferBody>;
