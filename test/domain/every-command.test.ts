import { describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change-request.ts";
import { evolve } from "../../src/domain/change-request.ts";
import type { Command } from "../../src/domain/decide.ts";
import { decide } from "../../src/domain/decide.ts";
import { ANA, after, aRequest, BEN, CAL, DAN, TREASURY } from "../support/builders.ts";
import { around, inShort, inStatus, STATUSES, standings, theRail } from "./situations.ts";

type Status = State["status"];

const { digest } = aRequest();
const attempt = 1;
const another = theRail({ id: "rail_another" });

/** One command of every kind, and what it comes to in each status. */
interface Row {
  name: string;
  command: Command;
  now?: string;
  in: Partial<Record<Status, string>>;
  /** In every status not named. */
  otherwise: string;
}

const ROWS: Row[] = [
  {
    name: "approve, by the first approver",
    command: { type: "approve", by: DAN, standing: "active", digest },
    in: { pending: "approval-given" },
    otherwise: "no: already-decided",
  },
  {
    name: "deny",
    command: { type: "deny", by: DAN, standing: "active", reason: "No" },
    in: { pending: "denied" },
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
    },
    otherwise: "no: already-decided",
  },
  {
    name: "expire, in time",
    command: { type: "expire" },
    now: after({ hours: 23 }),
    in: { pending: "expired", approved: "expired", blocked: "expired" },
    otherwise: "no: already-decided",
  },
  {
    name: "claim",
    command: { type: "claim", standings: standings({ [BEN]: "active", [CAL]: "active" }) },
    in: { approved: "sending-started", blocked: "sending-started" },
    otherwise: "no: not-now",
  },
  {
    name: "interrupted",
    command: { type: "interrupted" },
    in: { sending: "outcome-unknown" },
    otherwise: "no: not-now",
  },
  {
    name: "record created",
    command: { type: "record", attempt, outcome: { type: "created", rail: theRail() } },
    in: {
      sending: "created",
      unknown: "created",
      "needs-a-person": "created",
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
    in: { sending: "created", unknown: "created", "needs-a-person": "created" },
    otherwise: "quarantined",
  },
  {
    name: "record refused",
    command: {
      type: "record",
      attempt,
      outcome: { type: "refused", message: "Invalid", fieldErrors: { type: ["is wrong"] } },
    },
    in: { sending: "refused", unknown: "refused" },
    otherwise: "no: not-now",
  },
  {
    name: "record unauthenticated",
    command: { type: "record", attempt, outcome: { type: "unauthenticated" } },
    in: { sending: "blocked", unknown: "blocked" },
    otherwise: "no: not-now",
  },
  {
    name: "record not-sent",
    command: { type: "record", attempt, outcome: { type: "not-sent" } },
    in: { sending: "not-sent", unknown: "not-sent" },
    otherwise: "no: not-now",
  },
  {
    name: "record unknown",
    command: { type: "record", attempt, outcome: { type: "unknown" } },
    in: { sending: "outcome-unknown" },
    otherwise: "no: not-now",
  },
  {
    name: "scanned, nothing found",
    command: { type: "scanned", matches: [] },
    in: { unknown: "scanned-clean" },
    otherwise: "no: not-now",
  },
  {
    name: "scanned, the Rail found",
    command: { type: "scanned", matches: [theRail()] },
    in: {
      approved: "created",
      blocked: "created",
      unknown: "created",
      "needs-a-person": "created",
      // Whoever posted is about to say so; should it not, the request becomes unknown and is looked for.
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
    command: { type: "scanned", matches: [theRail(), another] },
    in: { sending: "no: not-now" },
    otherwise: "quarantined",
  },
  {
    name: "could not look: token refused",
    command: { type: "could-not-look", because: "token-refused" },
    in: { approved: "blocked", blocked: "blocked" },
    otherwise: "no: not-now",
  },
  {
    name: "could not look: unreachable",
    command: { type: "could-not-look", because: "unreachable" },
    in: { approved: "not-sent", blocked: "not-sent" },
    otherwise: "no: not-now",
  },
  {
    name: "read back, equal",
    command: { type: "read-back", rail: theRail() },
    in: { created: "verified", verified: "nothing", done: "nothing" },
    otherwise: "no: not-now",
  },
  {
    name: "read back, different",
    command: { type: "read-back", rail: theRail({ type: "ON_RAMP", id: "rail_another" }) },
    in: { created: "quarantined", verified: "quarantined", done: "quarantined" },
    otherwise: "no: not-now",
  },
  {
    name: "read back, 404",
    command: { type: "read-back", rail: null },
    in: { created: "not-found-yet" },
    otherwise: "no: not-now",
  },
  {
    name: "posted",
    command: { type: "posted", channelId: TREASURY },
    in: { verified: "instructions-posted" },
    otherwise: "no: not-now",
  },
];

describe.each(ROWS)("$name", ({ command, now, in: some, otherwise }) => {
  it.each(STATUSES)("in %s", (status) => {
    const request = inStatus(status);

    const decision = decide(command, request, around(now === undefined ? {} : { now }));

    expect(inShort(decision)).toBe(some[status] ?? otherwise);
    const events = decision.ok ? decision.events : [];
    const evolved = events.reduce(evolve, request);
    expect(evolved.version).toBe(request.version + events.length);
    expect(events.every(({ at }) => at === (now ?? around().now))).toBe(true);
  });
});

it("lists a row for every kind of command", () => {
  const kinds: Record<Command["type"], true> = {
    approve: true,
    deny: true,
    withdraw: true,
    expire: true,
    claim: true,
    interrupted: true,
    record: true,
    scanned: true,
    "could-not-look": true,
    "read-back": true,
    posted: true,
  };

  expect(new Set(ROWS.map(({ command }) => command.type))).toEqual(new Set(Object.keys(kinds)));
});
