import type { SQLOutputValue } from "node:sqlite";
import { z } from "zod";
import type { BankAccount, Rail, Wallet } from "./entities.ts";
import { FIATS, NETWORKS, RAIL_TYPES, STABLECOINS } from "./known-codes.ts";

/** SQLite hands its rows over untyped. */
export type Row = Record<string, SQLOutputValue>;

const walletRow = z.object({
  id: z.string(),
  display_name: z.string(),
  is_custodial: z.number(),
  network: z.enum(NETWORKS),
  address: z.string(),
});

const bankAccountRow = z.object({
  id: z.string(),
  display_name: z.string(),
  currency: z.enum(FIATS),
  iban: z.string(),
  virtual_details: z.string().nullable(),
});

const virtualDetails = z.object({
  accountNumber: z.string(),
  sortCode: z.string(),
  bicSwift: z.string(),
  reference: z.string(),
});

const railRow = z.object({
  id: z.string(),
  type: z.enum(RAIL_TYPES),
  fiat: z.enum(FIATS),
  bank_account_id: z.string(),
  stablecoin: z.enum(STABLECOINS),
  wallet_id: z.string(),
  metadata: z.string().nullable(),
  created_at: z.string(),
});

const metadata = z.array(z.string());

export function toWallet(row: Row): Wallet {
  const { id, display_name, is_custodial, network, address } = walletRow.parse(row);
  return { id, displayName: display_name, isCustodial: is_custodial === 1, network, address };
}

export function toBankAccount(row: Row): BankAccount {
  const { id, display_name, currency, iban, virtual_details } = bankAccountRow.parse(row);
  const virtual =
    virtual_details === null ? null : virtualDetails.parse(JSON.parse(virtual_details));
  return { id, displayName: display_name, currency, iban, virtual };
}

/** A Rail whose wallet and bank account, rows of their own, are known by their ids only. */
export function toRailOfIds(
  row: Row,
): Omit<Rail, "wallet" | "bankAccount"> & { walletId: string; bankAccountId: string } {
  const { wallet_id, bank_account_id, created_at, ...rest } = railRow.parse(row);
  return {
    ...rest,
    walletId: wallet_id,
    bankAccountId: bank_account_id,
    metadata: rest.metadata === null ? null : metadata.parse(JSON.parse(rest.metadata)),
    createdAt: created_at,
  };
}
