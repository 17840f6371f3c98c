import type { RailSpec } from "../../src/platform/rail-api/rules/rail.ts";

/** Answers as the interface document shows them, with every field it names. */
export const virtualAccount = {
  id: "bka_9",
  display_name: "Acme virtual account",
  currency: "GBP",
  iban: "GB33BUKB20201555555555",
  account_number: "55555555",
  sort_code: "202015",
  bic_swift: "BUKBGB22",
  reference: "ACME-1",
};

export const coldWallet = {
  id: "wa_1",
  display_name: "Treasury cold wallet",
  is_custodial: false,
  network: "SOLANA_DEVNET",
  address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
};

export const fiatEnd = { asset: "GBP", type: "fiat", bank_account: virtualAccount };
export const cryptoEnd = { asset: "GBPA", type: "crypto", wallet: coldWallet };

export const onRampWire = {
  id: "rail_1",
  type: "ON_RAMP",
  source: fiatEnd,
  destination: cryptoEnd,
  metadata: { external_id: ["tag-1", "payroll"] },
  human: null,
  created_at: "2026-02-03T04:05:06.000000Z",
};

export const offRampWire = {
  ...onRampWire,
  id: "rail_2",
  type: "OFF_RAMP",
  source: cryptoEnd,
  destination: fiatEnd,
};

interface ListOptions {
  rails?: unknown[];
  prev?: string | null;
  next?: string | null;
  last?: string | null;
  meta?: object;
}

export function listWire({
  rails = [onRampWire],
  prev = null,
  next = null,
  last = null,
  meta = {},
}: ListOptions = {}) {
  return {
    data: rails,
    meta: {
      current_page: 1,
      from: 1,
      last_page: 1,
      links: [{ url: null, label: "1", active: true }],
      path: null,
      per_page: 15,
      to: 1,
      total: 1,
      ...meta,
    },
    links: { first: null, last, prev, next },
  };
}

export const onRamp: RailSpec = {
  type: "ON_RAMP",
  source: { asset: "GBP" },
  destination: {
    asset: "GBPA",
    wallet: {
      id: "wa_1",
      name: "Treasury cold wallet",
      network: "SOLANA_DEVNET",
      address: coldWallet.address,
    },
  },
};

export const offRamp: RailSpec = {
  type: "OFF_RAMP",
  source: { asset: "GBPA", network: "SOLANA_DEVNET" },
  destination: {
    asset: "GBP",
    bankAccount: { id: "bka_7", name: "Main account", iban: "GB29NWBK60161331926819" },
  },
};
