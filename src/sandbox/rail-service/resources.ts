import type { z } from "zod";
import type { BankAccount, Rail, Wallet } from "./entities.ts";
import type * as shown from "./requests/schemas.ts";

/** The document's resources under its names. Optional fields are absent, not null. */

export function walletResource(wallet: Wallet): z.infer<typeof shown.WalletResource> {
  return {
    id: wallet.id,
    display_name: wallet.displayName,
    is_custodial: wallet.isCustodial,
    network: wallet.network,
    address: wallet.address,
  };
}

export function bankAccountResource(
  account: BankAccount,
): z.infer<typeof shown.BankAccountResource> {
  const { id, displayName, currency, iban, virtual } = account;
  const common = { id, display_name: displayName, currency, iban };
  if (virtual === null) return { ...common, reference: null };
  return {
    ...common,
    account_number: virtual.accountNumber,
    sort_code: virtual.sortCode,
    bic_swift: virtual.bicSwift,
    reference: virtual.reference,
  };
}

/** The document does not show the `type` of an asset: `fiat` and `crypto` are our choice. */
export function railResource(rail: Rail): z.infer<typeof shown.RailResource> {
  const fiat = {
    asset: rail.fiat,
    type: "fiat",
    bank_account: bankAccountResource(rail.bankAccount),
  };
  const crypto = {
    asset: rail.stablecoin,
    type: "crypto",
    wallet: walletResource(rail.wallet),
  };
  const ends =
    rail.type === "ON_RAMP"
      ? { type: rail.type, source: fiat, destination: crypto }
      : { type: rail.type, source: crypto, destination: fiat };

  return {
    id: rail.id,
    ...ends,
    metadata: { external_id: rail.metadata && [...rail.metadata] },
    human: null,
    created_at: rail.createdAt,
  };
}
