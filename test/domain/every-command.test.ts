import { expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rules/rail.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import type { Outcome } from "../../src/request/rules/outcome/outcome.ts";
import {
  ANA,
  aChange,
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
import { aRoster } from "../support/people.ts";
import { DESTINATION_ROWS } from "./destination-rows.ts";
import type { Row } from "./rows.ts";
import { inEveryStatus, rowsAbout, waiting } from "./rows.ts";
import { SETUP_ROWS } from "./setup-rows.ts";
import { approving, theRail } from "./situations.ts";

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

const rail = rowsAbout("a Rail", aChange());
const record = (outcome: Outcome): Command => ({ type: "record", attempt, outcome });
const claim: Command = { type: "claim" };
const scanned = (matches: Rail[], fields: { candidates?: string[]; lookedAt?: number } = {}) =>
  ({ type: "scanned", matches, candidates: [], ...fields }) satisfies Command;
const readBack = (railId: string, shown: Rail | null): Command => ({
  ...{ type: "read-back", railId, rail: shown },
});
type Link = Extract<Command, { type: "link-rail" }>;
const link = (fields: Partial<Link> = {}): Link => ({
  ...{ type: "link-rail", by: BEN, railId: RAIL_ID, rail: theRail() },
  ...fields,
});

const LATER = { now: after({ minutes: 2 }) };
const undecided = (event: string): Row["in"] => ({ pending: event, ...waiting(event) });
/** Wherever the answer to the last attempt has not come. */
const unanswered = (event: string): Row["in"] => ({
  ...{ sending: event, unknown: event, "needs-a-person": event },
});
const linkable = (event: string): Row["in"] => ({ unknown: event, "needs-a-person": event });
const NOT_A_SECOND: Row["in"] = {
  created: "no: not-now",
  verified: "no: not-now",
  done: "no: not-now",
  quarantined: "no: not-now",
};
const ENDED = { otherwise: "no: already-decided" };
const QUARANTINED = { otherwise: "quarantined" };

const ROWS: Row[] = [
  {
    ...rail("approve, by the first approver", approving({ digest }, DAN), {}),
    ...{ in: { pending: "approval-given" }, ...ENDED },
  },
  {
    ...rail("deny", { type: "deny", by: DAN, reason: "No" }, {}),
    ...{ in: undecided("denied"), ...ENDED },
  },
  {
    ...rail("ask", { type: "ask", by: DAN, question: "Whose invoice?" }, {}),
    ...{ in: { pending: "question-asked" }, ...ENDED },
  },
  {
    ...rail("withdraw", { type: "withdraw", by: ANA }, {}),
    in: {
      ...undecided("withdrawn"),
      ...unanswered("no: too-late-to-withdraw"),
      quarantined: "no: rail-exists",
    },
    ...ENDED,
  },
  {
    ...rail("expire, in time", { type: "expire" }, {}, { now: after({ hours: 23 }) }),
    ...{ in: undecided("expired"), ...ENDED },
  },
  rail("claim", claim, waiting("sending-started")),
  rail("claim, while nothing may be sent", claim, waiting("no: frozen"), { isFrozen: true }),
  rail("claim, when it was looked at in another version", { ...claim, lookedAt: 7 }, {}),
  rail("interrupted", { type: "interrupted" }, { sending: "outcome-unknown" }),
  {
    ...rail("record created", record({ type: "created", rail: theRail() }), {}),
    // It is blocked where one more attempt was released meanwhile, and the token refused.
    in: { ...unanswered("created"), blocked: "created", ...NOT_A_SECOND },
    ...QUARANTINED,
  },
  {
    ...rail("record another Rail created", record({ type: "created", rail: another }), {}),
    in: { ...unanswered("created"), blocked: "created" },
    ...QUARANTINED,
  },
  rail(
    "record refused",
    record({ type: "refused", message: "Invalid", fieldErrors: { type: ["is wrong"] } }),
    unanswered("refused"),
  ),
  rail("record unauthenticated", record({ type: "unauthenticated" }), unanswered("blocked")),
  rail(
    "record not-sent",
    record({ type: "not-sent", because: "no-connection" }),
    unanswered("not-sent"),
  ),
  rail("record unknown", record({ type: "unknown" }), { sending: "outcome-unknown" }),
  rail("scanned, nothing found", scanned([]), { unknown: "scanned-clean" }),
  rail("scanned, nothing found, after something happened", scanned([], { lookedAt: -1 }), {}),
  {
    ...rail("scanned, the Rail found", scanned([theRail()]), {}),
    ...{ in: TAKES_A_MATCH, ...QUARANTINED },
  },
  {
    ...rail("scanned, found after something happened", scanned([theRail()], { lookedAt: -1 }), {}),
    ...{ in: TAKES_A_MATCH, ...QUARANTINED },
  },
  {
    ...rail(
      "scanned, the Rail of another request",
      scanned([theRail()]),
      {},
      { isRailTaken: true },
    ),
    in: { sending: "no: not-now", ...NOT_A_SECOND },
    ...QUARANTINED,
  },
  {
    ...rail("scanned, two Rails found", scanned([theRail(), another]), {}),
    ...{ in: { sending: "no: not-now" }, ...QUARANTINED },
  },
  rail(
    "scanned, a Rail without tag that may be the one",
    scanned([], { candidates: ["rail_another"] }),
    { ...waiting("gave-up"), unknown: "gave-up" },
  ),
  rail("link a Rail, within two minutes", link(), { "needs-a-person": "linked" }),
  rail("link a Rail, after two minutes", link(), linkable("linked"), LATER),
  rail("link a Rail of another request", link(), linkable("no: rail-taken"), {
    ...{ ...LATER, isRailTaken: true },
  }),
  rail(
    "link a Rail that the service does not show",
    link({ rail: null }),
    linkable("no: rail-not-found"),
    LATER,
  ),
  rail(
    "link a Rail by another id than it has",
    link({ railId: "rail_x" }),
    linkable("no: rail-differs"),
    LATER,
  ),
  rail("link a Rail, by the requester", link({ by: ANA }), linkable("no: requester-cannot-link"), {
    ...LATER,
    policy: aPolicy({ approvers: [ANA, BEN, CAL] }),
  }),
  rail(
    "link a Rail, by somebody who is no approver",
    link({ by: "U0EVE00001" }),
    linkable("no: not-an-approver"),
    LATER,
  ),
  rail("link a Rail, by someone who has left", link(), linkable("no: not-an-active-member"), {
    ...LATER,
    roster: aRoster({ standings: { [BEN]: "deactivated" } }),
  }),
  rail("link a Rail, at another connection", link(), linkable("no: connection-changed"), {
    ...{ ...LATER, connection: aConnection({ id: "con_other" }) },
  }),
  rail(
    "could not look: token refused",
    { type: "could-not-look", because: "token-refused" },
    { ...waiting("blocked"), unknown: "look-failed" },
  ),
  rail(
    "could not look: unreachable",
    { type: "could-not-look", because: "unreachable" },
    { ...waiting("not-sent"), unknown: "look-failed" },
  ),
  rail(
    "could not look: fewer Rails than the service counts",
    { type: "could-not-look", because: "incomplete" },
    { ...waiting("not-sent"), unknown: "look-failed" },
  ),
  rail(
    "could not look, but something has happened since",
    { type: "could-not-look", because: "incomplete", lookedAt: -1 },
    {},
  ),
  rail("read back, equal", readBack(RAIL_ID, theRail()), {
    ...{ created: "verified", verified: "nothing", done: "nothing" },
  }),
  rail(
    "read back, different",
    readBack(RAIL_ID, theRail({ type: "ON_RAMP", id: "rail_another" })),
    { created: "quarantined", verified: "quarantined", done: "quarantined" },
  ),
  rail("read back, another Rail than the one known", readBack("rail_another", another), {}),
  rail("read back, another than the one known is not shown", readBack("rail_another", null), {}),
  rail("read back, 404", readBack(RAIL_ID, null), {
    ...{ created: "not-found-yet", verified: "not-found-yet" },
  }),
  rail("woken, since there is another token", { type: "wake" }, { blocked: "woken" }),
  rail("undeliverable", { type: "undeliverable" }, { verified: "instructions-undeliverable" }),
  rail("posted", { type: "posted", channelId: TREASURY }, { verified: "instructions-posted" }),
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
