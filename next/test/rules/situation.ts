import type { Standing } from "../../src/platform/slack/standing.ts";
import type { Around } from "../../src/request/rules/around.ts";
import type {
  AddDestination,
  Change,
  Content,
  CreateRail,
  Resume,
} from "../../src/request/rules/content.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import type { Approval, Request, State } from "../../src/request/rules/request.ts";
import type { Requirement, Settings } from "../../src/request/rules/settings.ts";

/** One situation in which all is well; each test says what is different. */

export const NOW = "2026-03-02T09:00:00.000Z";
/** A time so many seconds after `NOW`, or before it. */
export const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1_000).toISOString();

export const ID = "11111111-2222-4333-8444-555555555555";
export const ADDRESS = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
export const IBAN = "GB29NWBK60161331926819";

/** Anna asks; Ben and Cara approve Rails, Ben and Dan destinations; Eve is of the team, and Finn is not. */
export const PEOPLE = ["UANNA", "UBEN", "UCARA", "UDAN", "UEVE", "UFINN"] as const;
export const [ANNA, BEN, CARA, DAN, EVE, FINN] = PEOPLE;

export const requirement = (changes: Partial<Requirement> = {}): Requirement => ({
  name: "Treasury",
  covers: "rails",
  when: {},
  people: [BEN, CARA],
  needed: 2,
  ...changes,
});

export const SETTINGS: Settings = {
  connectionId: "c1",
  channel: "C0APPROVALS",
  team: [ANNA, EVE],
  requirements: [
    requirement(),
    requirement({ name: "Register", covers: "destinations", people: [BEN, DAN], needed: 1 }),
  ],
  coolDownHours: 24,
  expiresInHours: 72,
  auditors: [],
};

export const CONNECTION = {
  id: "c1",
  baseUrl: "https://rails.test/api/v1",
  environment: "sandbox",
};

export const WALLET = {
  kind: "wallet",
  network: "SOLANA_DEVNET",
  family: "solana",
  address: ADDRESS,
} as const;

export const ON_RAMP: CreateRail = {
  kind: "create-rail",
  name: "Payouts",
  reason: "Supplier payouts",
  reference: "PAY-7",
  type: "ON_RAMP",
  source: { asset: "GBP", network: null },
  destination: { asset: "GBPA", request: "d1", id: "wa_1", name: "Main", value: WALLET },
};

export const OFF_RAMP: CreateRail = {
  ...ON_RAMP,
  type: "OFF_RAMP",
  source: { asset: "GBPA", network: "SOLANA_DEVNET" },
  destination: {
    asset: "GBP",
    request: "d2",
    id: "bka_1",
    name: "Bank",
    value: { kind: "account", iban: IBAN },
  },
};

export const ADDITION: AddDestination = {
  kind: "add-destination",
  name: "Main",
  reason: "New wallet",
  value: WALLET,
  serviceId: null,
};
export const IMPORT: AddDestination = { ...ADDITION, serviceId: "wa_7" };
export const RESUME: Resume = { kind: "resume", stops: [{ by: ANNA, at: at(-60), reason: "odd" }] };
export const CHANGES: readonly Change[] = [ON_RAMP, OFF_RAMP, ADDITION, IMPORT, RESUME];

export const contentOf = (change: Change): Content => ({
  workspace: "T1",
  request: ID,
  nonce: "n0nce",
  connection: CONNECTION,
  traits: {
    type: change.kind === "create-rail" ? change.type : null,
    destination: "wallet:one",
    isFirstUse: false,
    warnings: [{ is: "first-use" }],
  },
  change,
});

/** What waits for its first approval, with the digest of its content. */
export function aRequest({
  change = ON_RAMP,
  ...changes
}: Partial<Request> & { change?: Change } = {}): Request {
  const content = changes.content ?? contentOf(change);
  return {
    workspace: "T1",
    id: ID,
    number: 142,
    version: 3,
    content,
    digest: digestOf(content),
    requestedBy: ANNA,
    requestedAt: at(-3_600),
    askedIn: { channel: "C1" },
    expiresAt: at(72 * 3_600),
    approvals: [],
    round: 1,
    attempts: [],
    attemptEndedAt: null,
    ruledOut: [],
    state: { is: "pending" },
    ...changes,
  };
}

export const approvalOf = (
  request: Request,
  by: string,
  changes: Partial<Approval> = {},
): Approval => ({
  by,
  at: at(-600),
  seq: 50,
  digest: request.digest,
  round: request.round,
  checkedIn: null,
  ...changes,
});

/** Agreed by Ben and Cara (and Dan, for a destination), and not sent. */
export function anAgreed(given: Partial<Request> & { change?: Change } = {}): Request {
  const request = aRequest({ state: { is: "ready", because: null }, ...given });
  const approvals = [BEN, CARA, DAN].map((by) => approvalOf(request, by));
  return { ...request, approvals: given.approvals ?? approvals };
}

/** Sent once, as `attempt`; its outcome was recorded an hour and a half ago, unless it is `sending`. */
export const aSent = (state: State, given: Partial<Request> & { change?: Change } = {}): Request =>
  anAgreed({
    attempts: ["a1"],
    attemptEndedAt: state.is === "sending" ? null : at(-5_400),
    state,
    ...given,
  });

export const everyone = (standing: Standing): Map<string, Standing> =>
  new Map(PEOPLE.map((person) => [person, standing]));

export const around = (changes: Partial<Around> = {}): Around => ({
  now: NOW,
  head: 100,
  forces: { settings: 1, frozen: null },
  inForce: { version: 1, settings: SETTINGS },
  restoredAt: 0,
  obstacle: null,
  connection: { ...CONNECTION, hasToken: true, isListed: true },
  standings: everyone("active"),
  look: { beganAt: at(-20), endedAt: at(-10), sightings: [] },
  ...changes,
});
