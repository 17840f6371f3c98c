import { expect, it } from "vitest";
import type { Command } from "../../src/request/rules/decide.ts";
import {
  ANA,
  aConnection,
  after,
  aPolicy,
  aRequest,
  BEN,
  CAL,
  DAN,
  RAIL_ID,
  TREASURY,
} from "../support/builders.ts";
import { DESTINATION_ROWS } from "./destination-rows.ts";
import type { Row } from "./rows.ts";
import { inEveryStatus } from "./rows.ts";
import { SETUP_ROWS } from "./setup-rows.ts";
import { approving, standings, theRail } from "./situations.ts";

const { digest } = aRequest();
const attempt = 1;
const another = theRail({ id: "rail_another" });

const TAKES_A_MATCH: Row["in"] = {
  approved: "created",
  blocked: "created",
  unknown: "created",
  "needs-a-person": "created",
  // The process that posted is about to say so; should it not, the request becomes unknown and is looked for.
  sending: "no: not-now",
  created: "no: not-now",
  verified: "no: not-now",
  done: "no: not-now",
  quarantined: "no: not-now",
};

const ROWS: Row[] = [
  {
    name: "approve, by the first approver",
    command: approving({ digest }, DAN),
    in: { pending: "approval-given" },
    otherwise: "no: already-decided",
  },
  {
    name: "deny",
    command: { type: "deny", by: DAN, standing: "active", reason: "No" },
    in: { pending: "denied", approved: "denied", blocked: "denied" },
    otherwise: "no: already-decided",
  },
  {
    name: "ask the requester",
    command: { type: "ask", by: DAN, standing: "active", question: "Whose invoice?" },
    in: { pending: "question-asked" },
    otherwise: "no: already-decided",
  },
  {
    name: "withdraw",
    command: { type: "withdraw", by: ANA },
    in: {
      pending: "withdrawn",
      approved: "withdrawn",
      blocked: "withdrawn",
      sending: "no: too-late-to-withdraw",
      unknown: "no: too-late-to-withdraw",
      "needs-a-person": "no: too-late-to-withdraw",
      quarantined: "no: rail-exists",
    },
    otherwise: "no: already-decided",
  },
  {
    name: "expire, in time",
    command: { type: "expire" },
    circumstances: { now: after({ hours: 23 }) },
    in: { pending: "expired", approved: "expired", blocked: "expired" },
    otherwise: "no: already-decided",
  },
  {
    name: "claim",
    command: { type: "claim", standings: standings({ [BEN]: "active", [CAL]: "active" }) },
    in: { approved: "sending-started", blocked: "sending-started" },
  },
  {
    name: "interrupted",
    command: { type: "interrupted" },
    in: { sending: "outcome-unknown" },
  },
  {
    name: "record created",
    command: { type: "record", attempt, outcome: { type: "created", rail: theRail() } },
    in: {
      sending: "created",
      unknown: "created",
      "needs-a-person": "created",
      // One more attempt was released meanwhile, and the token refused.
      blocked: "created",
      created: "no: not-now",
      verified: "no: not-now",
      done: "no: not-now",
      quarantined: "no: not-now",
    },
    otherwise: "quarantined",
  },
  {
    name: "record created, another Rail than the one known",
    command: { type: "record", attempt, outcome: { type: "created", rail: another } },
    in: { sending: "created", unknown: "created", "needs-a-person": "created", blocked: "created" },
    otherwise: "quarantined",
  },
  {
    name: "record refused",
    command: {
      type: "record",
      attempt,
      outcome: { type: "refused", message: "Invalid", fieldErrors: { type: ["is wrong"] } },
    },
    in: { sending: "refused", unknown: "refused", "needs-a-person": "refused" },
  },
  {
    name: "record unauthenticated",
    command: { type: "record", attempt, outcome: { type: "unauthenticated" } },
    in: { sending: "blocked", unknown: "blocked", "needs-a-person": "blocked" },
  },
  {
    name: "record not-sent",
    command: { type: "record", attempt, outcome: { type: "not-sent", because: "no-connection" } },
    in: { sending: "not-sent", unknown: "not-sent", "needs-a-person": "not-sent" },
  },
  {
    name: "record unknown",
    command: { type: "record", attempt, outcome: { type: "unknown" } },
    in: { sending: "outcome-unknown" },
  },
  {
    name: "scanned, nothing found",
    command: { type: "scanned", matches: [], candidates: [] },
    in: { unknown: "scanned-clean" },
  },
  {
    name: "scanned, the Rail found",
    command: { type: "scanned", matches: [theRail()], candidates: [] },
    in: TAKES_A_MATCH,
    otherwise: "quarantined",
  },
  {
    name: "scanned, the Rail of another request found",
    command: { type: "scanned", matches: [theRail()], candidates: [] },
    circumstances: { isRailTaken: true },
    in: {
      sending: "no: not-now",
      created: "no: not-now",
      verified: "no: not-now",
      done: "no: not-now",
      quarantined: "no: not-now",
    },
    otherwise: "quarantined",
  },
  {
    name: "scanned, two Rails found",
    command: { type: "scanned", matches: [theRail(), another], candidates: [] },
    in: { sending: "no: not-now" },
    otherwise: "quarantined",
  },
  {
    name: "scanned, a Rail without tag that may be the one",
    command: { type: "scanned", matches: [], candidates: ["rail_another"] },
    in: {
      approved: "gave-up",
      blocked: "gave-up",
      unknown: "gave-up",
    },
  },
  {
    name: "link a Rail, within two minutes",
    command: { type: "link-rail", by: BEN, standing: "active", railId: RAIL_ID, rail: theRail() },
    in: { "needs-a-person": "linked" },
  },
  {
    name: "link a Rail, after two minutes",
    command: { type: "link-rail", by: BEN, standing: "active", railId: RAIL_ID, rail: theRail() },
    circumstances: { now: after({ minutes: 2 }) },
    in: { unknown: "linked", "needs-a-person": "linked" },
  },
  {
    name: "link a Rail of another request",
    command: { type: "link-rail", by: BEN, standing: "active", railId: RAIL_ID, rail: theRail() },
    circumstances: { now: after({ minutes: 2 }), isRailTaken: true },
    in: { unknown: "no: rail-taken", "needs-a-person": "no: rail-taken" },
  },
  {
    name: "link a Rail that the service does not show",
    command: { type: "link-rail", by: BEN, standing: "active", railId: RAIL_ID, rail: null },
    circumstances: { now: after({ minutes: 2 }) },
    in: { unknown: "no: rail-not-found", "needs-a-person": "no: rail-not-found" },
  },
  {
    name: "link a Rail by another id than it has",
    command: { type: "link-rail", by: BEN, standing: "active", railId: "rail_x", rail: theRail() },
    circumstances: { now: after({ minutes: 2 }) },
    in: { unknown: "no: rail-differs", "needs-a-person": "no: rail-differs" },
  },
  {
    name: "link a Rail, by the requester",
    command: { type: "link-rail", by: ANA, standing: "active", railId: RAIL_ID, rail: theRail() },
    circumstances: { now: after({ minutes: 2 }), policy: aPolicy({ approvers: [ANA, BEN, CAL] }) },
    in: { unknown: "no: requester-cannot-link", "needs-a-person": "no: requester-cannot-link" },
  },
  {
    name: "link a Rail, by someone who has left",
    command: {
      type: "link-rail",
      by: BEN,
      standing: "deactivated",
      railId: RAIL_ID,
      rail: theRail(),
    },
    circumstances: { now: after({ minutes: 2 }) },
    in: { unknown: "no: not-an-active-member", "needs-a-person": "no: not-an-active-member" },
  },
  {
    name: "link a Rail, at another connection",
    command: { type: "link-rail", by: BEN, standing: "active", railId: RAIL_ID, rail: theRail() },
    circumstances: { now: after({ minutes: 2 }), connection: aConnection({ id: "con_other" }) },
    in: { unknown: "no: connection-changed", "needs-a-person": "no: connection-changed" },
  },
  {
    name: "claim, while nothing may be sent",
    command: { type: "claim", standings: standings({ [BEN]: "active", [CAL]: "active" }) },
    circumstances: { isFrozen: true },
    in: { approved: "no: frozen", blocked: "no: frozen" },
  },
  {
    name: "claim, when it was looked at in another version",
    command: {
      type: "claim",
      standings: standings({ [BEN]: "active", [CAL]: "active" }),
      lookedAt: 7,
    },
    in: {},
  },
  {
    name: "could not look: token refused",
    command: { type: "could-not-look", because: "token-refused" },
    in: { approved: "blocked", blocked: "blocked", unknown: "look-failed" },
  },
  {
    name: "could not look: unreachable",
    command: { type: "could-not-look", because: "unreachable" },
    in: { approved: "not-sent", blocked: "not-sent", unknown: "look-failed" },
  },
  {
    name: "could not look: fewer Rails than the service counts",
    command: { type: "could-not-look", because: "incomplete" },
    in: { approved: "not-sent", blocked: "not-sent", unknown: "look-failed" },
  },
  {
    name: "could not look, but something has happened since",
    command: { type: "could-not-look", because: "incomplete", lookedAt: -1 },
    in: {},
  },
  {
    name: "scanned, nothing found, but something has happened since",
    command: { type: "scanned", matches: [], candidates: [], lookedAt: -1 },
    in: {},
  },
  {
    name: "scanned, found, although something has happened since",
    command: { type: "scanned", matches: [theRail()], candidates: [], lookedAt: -1 },
    in: TAKES_A_MATCH,
    otherwise: "quarantined",
  },
  {
    name: "read back, equal",
    command: { type: "read-back", railId: RAIL_ID, rail: theRail() },
    in: { created: "verified", verified: "nothing", done: "nothing" },
  },
  {
    name: "read back, different",
    command: {
      type: "read-back",
      railId: RAIL_ID,
      rail: theRail({ type: "ON_RAMP", id: "rail_another" }),
    },
    in: { created: "quarantined", verified: "quarantined", done: "quarantined" },
  },
  {
    name: "read back, another Rail than the one known",
    command: { type: "read-back", railId: "rail_another", rail: another },
    in: {},
  },
  {
    name: "read back, another than the one known is not shown",
    command: { type: "read-back", railId: "rail_another", rail: null },
    in: {},
  },
  {
    name: "woken, since there is another token",
    command: { type: "wake" },
    in: { blocked: "woken" },
  },
  {
    name: "read back, 404",
    command: { type: "read-back", railId: RAIL_ID, rail: null },
    in: { created: "not-found-yet", verified: "not-found-yet" },
  },
  {
    name: "undeliverable",
    command: { type: "undeliverable" },
    in: { verified: "instructions-undeliverable" },
  },
  {
    name: "posted",
    command: { type: "posted", channelId: TREASURY },
    in: { verified: "instructions-posted" },
  },
];

inEveryStatus([...ROWS, ...DESTINATION_ROWS, ...SETUP_ROWS]);

it("lists a row for every kind of command", () => {
  const kinds: Record<Command["type"], true> = {
    approve: true,
    deny: true,
    ask: true,
    withdraw: true,
    expire: true,
    claim: true,
    interrupted: true,
    record: true,
    scanned: true,
    "link-rail": true,
    "could-not-look": true,
    wake: true,
    "read-back": true,
    posted: true,
    undeliverable: true,
    void: true,
    "carry-out": true,
    contradict: true,
    prove: true,
    "propose-remedy": true,
    "confirm-remedy": true,
  };

  expect(
    new Set([...ROWS, ...DESTINATION_ROWS, ...SETUP_ROWS].map(({ command }) => command.type)),
  ).toEqual(new Set(Object.keys(kinds)));
});
