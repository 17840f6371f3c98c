import type { BankAccount, CryptoAsset, FiatAsset, Rail, RailSpec, Wallet } from "./rules/rail.ts";
import type {
  BankAccountResource,
  CryptoAssetResource,
  FiatAssetResource,
  RailResource,
  WalletResource,
} from "./schemas.ts";

/** The body of `POST /rails`. Ids go back as the strings they came as, although the document's schema says integer. */
export function toCreateRailBody(spec: RailSpec, metadata: readonly string[]) {
  switch (spec.type) {
    case "ON_RAMP":
      return {
        type: spec.type,
        metadata,
        source: { asset: spec.source.asset },
        destination: {
          asset: spec.destination.asset,
          wallet_id: spec.destination.wallet.id,
        },
      };
    case "OFF_RAMP":
      return {
        type: spec.type,
        metadata,
        source: { asset: spec.source.asset, network_id: spec.source.network },
        destination: {
          asset: spec.destination.asset,
          bank_account_id: spec.destination.bankAccount.id,
        },
      };
  }
}

/** `metadata` goes in as an array and comes back as `metadata.external_id`: that it is the same list is our reading. */
export function toRail(rail: RailResource): Rail {
  const facts = {
    id: rail.id,
    metadata: rail.metadata.external_id,
    createdAt: rail.created_at,
  };
  switch (rail.type) {
    case "ON_RAMP":
      return {
        ...facts,
        type: rail.type,
        source: toFiatAsset(rail.source),
        destination: toCryptoAsset(rail.destination),
      };
    case "OFF_RAMP":
      return {
        ...facts,
        type: rail.type,
        source: toCryptoAsset(rail.source),
        destination: toFiatAsset(rail.destination),
      };
    case "EXCHANGE":
      return {
        ...facts,
        type: rail.type,
        source: toAsset(rail.source),
        destination: toAsset(rail.destination),
      };
  }
}

export function toWallet(wallet: WalletResource): Wallet {
  return {
    id: wallet.id,
    displayName: wallet.display_name,
    isCustodial: wallet.is_custodial,
    network: wallet.network,
    address: wallet.address,
  };
}

export function toBankAccount(account: BankAccountResource): BankAccount {
  return {
    id: account.id,
    displayName: account.display_name,
    currency: account.currency,
    iban: account.iban,
    accountNumber: account.account_number ?? null,
    sortCode: account.sort_code ?? null,
    bicSwift: account.bic_swift ?? null,
    reference: account.reference,
  };
}

function toAsset(asset: FiatAssetResource | CryptoAssetResource): FiatAsset | CryptoAsset {
  return "bank_account" in asset ? toFiatAsset(asset) : toCryptoAsset(asset);
}

function toFiatAsset({ asset, bank_account }: FiatAssetResource): FiatAsset {
  return { kind: "fiat", asset, bankAccount: toBankAccount(bank_account) };
}

function toCryptoAsset({ asset, wallet }: CryptoAssetResource): CryptoAsset {
  return { kind: "crypto", asset, wallet: toWallet(wallet) };
}
