import { readConfig } from "../../src/config.ts";
import type { Known } from "../../src/destination/known.ts";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import type { AddDestination } from "../../src/request/rules/content.ts";
import type { RailRow } from "../../src/request/store/mirror.ts";
import { ADDITION } from "../rules/changes.ts";
import { at, NOW, SETTINGS } from "../rules/company.ts";
import { aRequest } from "../rules/situation.ts";

export const ALL_CONFIG = {
  SLACK_BOT_TOKEN: "xoxb-bot",
  SLACK_APP_TOKEN: "xapp-app",
  APPROVALS_CHANNEL: "C0APPROV1",
  APPROVERS: "U0BEN0001,U0CAL0001,U0DEE0001",
  RAIL_API_URL: "https://rails.test/api/v1",
  RAIL_API_TOKEN: "rail-token-1",
  DATABASE_URL: "postgres://app@db.test/signalbox",
  ENCRYPTION_KEYS: "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
};

export const MANY_CONFIG = {
  SLACK_CLIENT_ID: "1111.2222",
  SLACK_CLIENT_SECRET: "client-secret-of-the-app",
  SLACK_SIGNING_SECRET: "8f742231b10e8888",
  PUBLIC_URL: "https://signalbox.example.com",
  RAIL_API_URLS: "rails=https://rails.test/api/v1=sandbox",
  DATABASE_URL: ALL_CONFIG.DATABASE_URL,
  ENCRYPTION_KEYS: ALL_CONFIG.ENCRYPTION_KEYS,
};

/** What a form is drawn from, beside what it asks and what is known. */
export function formFacts(env: Record<string, string> = {}) {
  return {
    config: readConfig({ ...ALL_CONFIG, ...env }),
    inForce: { version: 1, settings: SETTINGS },
    ground: { now: NOW, restoredAt: 0 },
  };
}

let last = 0;

interface Given extends Partial<AddDestination> {
  /** Seconds since it was registered; null while it waits. The cool-down is a day. */
  registered?: number | null;
}

const TWO_DAYS = 2 * 86_400;

/** A destination of the register, or one that waits for its first approval. */
export function aKnown({ registered = TWO_DAYS, ...change }: Given = {}): Known {
  last += 1;
  const [id, serviceId] = [`request-${last}`, change.serviceId ?? `wa_${last}`];
  const state =
    registered === null
      ? ({ is: "pending" } as const)
      : ({ is: "done", at: at(-registered), result: { serviceId } } as const);
  const whole = { ...ADDITION, ...change };
  const request = { ...aRequest({ change: whole, state }), id, number: last };
  const isRegistered = registered !== null;
  const { name, value } = whole;
  return { request, name, value, serviceId: isRegistered ? serviceId : null, isRegistered };
}

export const aRow = (rail: Rail, changes: Partial<RailRow> = {}): RailRow => ({
  ...{ key: rail.id ?? "digest", rail, owner: null, firstSeen: at(-60) },
  ...{ missedSince: null, hasTwin: false, taggedAs: null, namedBy: null },
  ...changes,
});

/** An address that shares no group with any other. */
export function walletOf(seed: string) {
  const address = Array.from({ length: 44 }, (_, place) => {
    const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    const code = seed.charCodeAt(place % seed.length) * (place + 7) + seed.length * place * place;
    return digits.charAt(code % digits.length);
  }).join("");
  return { kind: "wallet", network: "SOLANA_DEVNET", family: "solana", address } as const;
}
