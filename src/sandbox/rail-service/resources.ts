import type { BankAccount, Rail, Wallet } from "./entities.ts";

/** The document's resources, by its names and in its spelling. Optional fields are left out, not null. */

interface WalletResource {
  id: string;
  display_name: string;
  is_custodial: boolean;
  network: string;
  address: string;
}

interface BankAccountResource {
  id: string;
  display_name: string;
  currency: string;
  iban: string;
  account_number?: string;
  sort_code?: string;
  bic_swift?: string;
  reference: string | null;
}

interface FiatAssetResource {
  asset: string;
  type: string;
  bank_account: BankAccountResource;
}

interface CryptoAssetResource {
  asset: string;
  type: string;
  wallet: WalletResource;
}

interface RailResource {
  id: string;
  type: string;
  source: FiatAssetResource | CryptoAssetResource;
  destination: FiatAssetResource | CryptoAssetResource;
  metadata: { external_id: readonly string[] | null };
  human: null;
  created_at: string;
}

export function walletResource(wallet: Wallet): WalletResource {
  return {
    id: wallet.id,
    display_name: wallet.displayName,
    is_custodial: wallet.isCustodial,
    network: wallet.network,
    address: wallet.address,
  };
}

export function bankAccountResource(account: BankAccount): BankAccountResource {
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

/** The `type` of an asset object is not shown by the document: `fiat` and `crypto` are our choice. */
export function railResource(rail: Rail): RailResource {
  const fiat: FiatAssetResource = {
    asset: rail.fiat,
    type: "fiat",
    bank_account: bankAccountResource(rail.bankAccount),
  };
  const crypto: CryptoAssetResource = {
    asset: rail.stablecoin,
    type: "crypto",
    wallet: walletResource(rail.wallet),
  };
  const [source, destination] = rail.type === "ON_RAMP" ? [fiat, crypto] : [crypto, fiat];

  return {
    id: rail.id,
    type: rail.type,
    source,
    destination,
    metadata: { external_id: rail.metadata },
    human: null,
    created_at: rail.createdAt,
  };
}
