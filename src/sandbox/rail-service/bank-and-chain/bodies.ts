import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { z } from "zod";
import { CHAIN_NETWORKS, isAddress, newAddress } from "../addresses.ts";
import { newAccount } from "../issue-entry-points.ts";
import { name, object, oneOf, text } from "../requests/fields.ts";
import { BANK_ASSETS, CHAIN_ASSETS, toMinor } from "./assets.ts";
import { atBank, onChain } from "./place.ts";

/** Ten thousand million, in minor units. */
const LARGEST_AMOUNT = 1_000_000_000_000n;

/** What a payment carries in SEPA. */
const LONGEST_REFERENCE = 140;

const MOST_BALANCES = 10;

/** An invented bank. */
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

/** `POST …/bank-accounts`: without an IBAN it gets one. */
export const accountBody = object({
  name,
  iban: iban.nullish(),
  balances: balances(BANK_ASSETS),
}).transform(({ iban: given, ...rest }) => ({
  ...rest,
  location: atBank(given ?? newAccount(OUTSIDE_BANK).iban),
}));

/** `POST …/wallets`: without an address it gets one. */
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

/** What is opened outside, with the balances that it has from the start. */
export type Opening = z.output<typeof accountBody> | z.output<typeof walletBody>;

/** `POST …/payments`. */
export const paymentBody = object({
  from: iban.transform(atBank),
  to: iban.transform(atBank),
  asset: oneOf(BANK_ASSETS),
  amount,
  reference,
}).transform((body) => ({ ...body, kind: "payment" as const }));

/** `POST …/transfers`. */
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

/** What somebody wants to send, before it is known whether it can be. */
export type Order = z.output<typeof paymentBody> | z.output<typeof transferBody>;
