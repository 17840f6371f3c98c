import type { Rail } from "../../src/platform/rail-api/rail.ts";
import type { Look, Sighting } from "../../src/request/rules/around.ts";
import type { TrustRail } from "../../src/request/rules/content.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import type { Question, State, Status } from "../../src/request/rules/request.ts";
import type { Step } from "../../src/request/rules/step.ts";
import { tagText } from "../../src/request/rules/tag.ts";
import { ADDRESS, contentOf, IBAN, ID, OFF_RAMP, ON_RAMP, WALLET } from "./changes.ts";
import { at, BEN } from "./company.ts";

const bankAccount = {
  id: "bka_9",
  displayName: "Ours",
  currency: "GBP",
  iban: "GB82WEST12345698765432",
  accountNumber: "98765432",
  sortCode: "123456",
  bicSwift: "WESTGB2L",
  reference: "REF-9",
};
const wallet = { displayName: "Main", network: "SOLANA_DEVNET" };
export const TAG = { request: ID, digest: digestOf(contentOf(ON_RAMP)) };

/** What the service made of `ON_RAMP`. */
export const RAIL: Rail & { type: "ON_RAMP" } = {
  id: "rail_1",
  type: "ON_RAMP",
  metadata: [tagText(TAG), "PAY-7"],
  createdAt: at(-60),
  source: { kind: "fiat", asset: "GBP", bankAccount },
  destination: {
    kind: "crypto",
    asset: "GBPA",
    wallet: { ...wallet, id: "wa_1", isCustodial: false, address: ADDRESS },
  },
};

/** What it made of `OFF_RAMP`. */
export const OFF_RAIL: Rail & { type: "OFF_RAMP" } = {
  id: "rail_2",
  type: "OFF_RAMP",
  createdAt: at(-60),
  metadata: [tagText({ request: ID, digest: digestOf(contentOf(OFF_RAMP)) }), "PAY-7"],
  source: {
    kind: "crypto",
    asset: "GBPA",
    wallet: { ...wallet, id: "wa_9", isCustodial: true, address: "So1Way" },
  },
  destination: {
    kind: "fiat",
    asset: "GBP",
    bankAccount: { ...bankAccount, id: "bka_1", displayName: "Bank", iban: IBAN },
  },
};

/** `RAIL` as it is shown now, whoever made it. */
export const TRUST: TrustRail = {
  kind: "trust-rail",
  name: "Payouts",
  reason: "The bank confirmed it",
  railId: "rail_1",
  shown: RAIL,
  value: WALLET,
  registeredAs: "Cold wallet",
  ...{ made: null, differs: [], hasTwin: false, reports: [] },
};
/** What trusted it. */
export const TRUSTED: State = {
  is: "done",
  at: at(-5),
  result: { railId: "rail_1", issued: RAIL, matched: true, differences: [] },
};

/** Our Rail as a walk shows it, with our tag. */
export const sighting = (changes: Partial<Sighting> = {}): Sighting => {
  return { key: "rail_1", rail: RAIL, tag: TAG, owner: null, firstSeen: at(-30), ...changes };
};
export const lookOf = (...sightings: Sighting[]): Look => {
  return { beganAt: at(-20), endedAt: at(-10), sightings };
};

export const stuck = (question: Question, ...railKeys: string[]): State => {
  return { is: "stuck", question, railKeys, since: at(-5) };
};

/** One of each status, as `aSent` takes them. */
export const STATES: Readonly<Record<Status, State>> = {
  pending: { is: "pending" },
  ready: { is: "ready", because: null },
  sending: { is: "sending", attempt: "a1", since: at(-5) },
  unknown: { is: "unknown", attempt: "a1", since: at(-5) },
  created: { is: "created", railId: "rail_1", issued: RAIL, reads: 0, since: at(-5) },
  done: {
    is: "done",
    at: at(-5),
    result: { railId: "rail_1", issued: RAIL, matched: true, differences: [] },
  },
  stuck: stuck("not-found"),
  closed: { is: "closed", how: "denied", by: BEN, at: at(-5), reason: "no" },
};

/** What a step comes to, in a word: the refusal, or the status with what matters about it. */
export function outcomeOf(step: Step): string {
  if (!step.ok) return `refused: ${step.because.is}`;
  if (step.entries.length === 0) return "as it was";
  const { state } = step.next;
  if (state.is === "stuck") return `stuck: ${state.question}`;
  if (state.is === "closed") return `closed: ${state.how}`;
  return state.is === "ready" && state.because ? `ready: ${state.because}` : state.is;
}
