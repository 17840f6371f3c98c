import type { Rail, RailSpec } from "../../../src/platform/rail-api/rail.ts";
import {
  createRailApi,
  type RailApi,
  type RailApiOptions,
} from "../../../src/platform/rail-api/rail-api.ts";
import { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";

/** Answers as `rail-interface.md` shows them, with every field that it names. */
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

/** One page of `GET /rails`; by default the only one. */
export function listWire(
  rails: unknown[] = [onRampWire],
  { next = null, meta = {} }: { next?: string | null; meta?: object } = {},
) {
  const links = [{ url: null, label: "1", active: true }];
  const counts = { current_page: 1, from: 1, last_page: 1, per_page: 15, to: 1 };
  return {
    data: rails,
    meta: { ...counts, links, path: null, total: rails.length, ...meta },
    links: { first: null, last: null, prev: null, next },
  };
}

const { network, address } = coldWallet;
export const newWallet = { name: "Treasury cold wallet", network, address };
export const newAccount = { name: "Main account", iban: "GB29NWBK60161331926819" };
export const onRamp: RailSpec = {
  type: "ON_RAMP",
  source: { asset: "GBP" },
  destination: { asset: "GBPA", wallet: { id: "wa_1", ...newWallet } },
};
export const offRamp: RailSpec = {
  type: "OFF_RAMP",
  source: { asset: "GBPA", network: "SOLANA_DEVNET" },
  destination: { asset: "GBP", bankAccount: { id: "bka_7", ...newAccount } },
};

/** Pauses pass at once. The time-out comes at `end()`; `signals` belong to the waits for it. */
export function testTime() {
  const timeoutMs = 10_000;
  const pauses: number[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let at = Date.UTC(2026, 1, 3, 12);
  return {
    timeoutMs,
    pauses,
    signals,
    now: () => at,
    pass(ms: number) {
      at += ms;
    },
    async wait(ms: number, signal?: AbortSignal) {
      if (ms === timeoutMs) {
        signals.push(signal);
        return over;
      }
      pauses.push(ms);
      at += ms;
    },
    end,
  };
}

export const clientOf = (
  { baseUrl }: { baseUrl: string },
  options: Partial<RailApiOptions> = {},
): RailApi => createRailApi({ token: "token-1", fetch, ...testTime(), ...options, baseUrl });

/** Everything that a complete walk shows. */
export async function walked(api: RailApi) {
  const rails: Rail[] = [];
  const count = await api.walk((page) => void rails.push(...page));
  return { ...count, rails, ids: rails.map(({ id }) => id) };
}

/** The error that a call ends with; fails the test when it is no `RailApiError`. */
export async function thrownBy(call: Promise<unknown>): Promise<RailApiError> {
  const error: unknown = await call.then(
    (value) => new Error(`nothing was thrown, but answered: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof RailApiError) return error;
  throw error;
}
