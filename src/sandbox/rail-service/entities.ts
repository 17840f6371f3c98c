import { z } from "zod";
import { FIATS, NETWORKS, RAIL_TYPES, STABLECOINS } from "./requests/known-codes.ts";
import { flag } from "./requests/query.ts";

const asJson = <T>(schema: z.ZodType<T>) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
    .nullable();

/** Either whitelisted by the company, or custodial: the dedicated entry point of an off-ramp Rail. */
export const walletRow = z.object({
  id: z.string(),
  displayName: z.string(),
  isCustodial: flag,
  network: z.enum(NETWORKS),
  address: z.string(),
});

/** Either whitelisted by the company, or virtual: the dedicated entry point of an on-ramp Rail. */
export const bankAccountRow = z.object({
  id: z.string(),
  displayName: z.string(),
  currency: z.enum(FIATS),
  iban: z.string(),
  virtual: asJson(
    z.object({
      accountNumber: z.string(),
      sortCode: z.string(),
      bicSwift: z.string(),
      reference: z.string(),
    }),
  ),
});

/** A Rail refers to its wallet and bank account, which have rows of their own. */
export const railRow = z.object({
  id: z.string(),
  type: z.enum(RAIL_TYPES),
  fiat: z.enum(FIATS),
  bankAccountId: z.string(),
  stablecoin: z.enum(STABLECOINS),
  walletId: z.string(),
  metadata: asJson(z.array(z.string())),
  createdAt: z.string(),
});

export type Wallet = z.output<typeof walletRow>;
export type BankAccount = z.output<typeof bankAccountRow>;

/** The type says which of the two takes deposits; the other is the whitelisted destination. */
export type Rail = Omit<z.output<typeof railRow>, "bankAccountId" | "walletId"> & {
  bankAccount: BankAccount;
  wallet: Wallet;
};
