import fc from "fast-check";
import type { ApprovalPolicy, Standing } from "../../src/domain/approval-policy.ts";
import type { Connection } from "../../src/domain/change.ts";
import type { ChangeRequest } from "../../src/domain/change-request.ts";
import type { Command } from "../../src/domain/decide.ts";
import type { Circumstances } from "../../src/domain/decision.ts";
import { ANA, aConnection, after, aPolicy, aRequest, BEN, CAL, DAN } from "../support/builders.ts";
import { theRail } from "./situations.ts";

/** Whatever anybody could do to a request, in any order and at any time, likely or not. */

const EVE = "U0EVE00001";
const person = fc.constantFrom(ANA, BEN, CAL, DAN, EVE);
const standing: fc.Arbitrary<Standing> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Standing>("active") },
  { weight: 1, arbitrary: fc.constantFrom("deactivated", "bot", "guest", "stranger", "not-known") },
);
const digest = mostly(aRequest().digest, "0".repeat(64));
const rail = fc.constantFrom("rail_1", "rail_2", null, "", "\u0000").map((id) => theRail({ id }));

export const policy: fc.Arbitrary<ApprovalPolicy> = fc
  .record({
    approvers: fc.subarray([ANA, BEN, CAL, DAN], { minLength: 2 }),
    approvalsRequired: fc.integer({ min: 0, max: 3 }),
  })
  .map(aPolicy);

const connection: fc.Arbitrary<Connection> = mostly(
  aConnection(),
  aConnection({ baseUrl: "https://elsewhere.example/api/v1" }),
);

/** From before it was asked for until after it has expired. */
const now = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: -60, max: 60 }).map((minutes) => after({ minutes })) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 26 }).map((hours) => after({ hours })) },
);

const outcome = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ type: fc.constant("created" as const), rail }),
      fc.constant({ type: "refused" as const, message: "Invalid", fieldErrors: {} }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      { type: "unauthenticated" as const },
      { type: "not-sent" as const },
      { type: "unknown" as const },
    ),
  },
);

const approve = fc.record({ type: fc.constant("approve" as const), by: person, standing, digest });
const claim = fc
  .record({ [ANA]: standing, [BEN]: standing, [CAL]: standing, [DAN]: standing, [EVE]: standing })
  .map((people) => ({ type: "claim" as const, standings: new Map(Object.entries(people)) }));
/** Of the last attempt made, or of one before or after it. */
const record = fc
  .record({ off: mostly(0, -1, 1), outcome })
  .map(({ off, outcome }) => (request: ChangeRequest) => ({
    type: "record" as const,
    attempt: request.attempt + off,
    outcome,
  }));
const look = fc.oneof(
  fc.record({
    type: fc.constant("scanned" as const),
    matches: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(rail, { maxLength: 2 })),
  }),
  fc.record({ type: fc.constant("read-back" as const), rail: fc.option(rail, { nil: null }) }),
  fc.constantFrom(
    { type: "interrupted" as const },
    { type: "posted" as const, channelId: "C0TREASURY" },
    { type: "could-not-look" as const, because: "token-refused" as const },
    { type: "could-not-look" as const, because: "unreachable" as const },
  ),
);
const end = fc.oneof(
  fc.record({ type: fc.constant("deny" as const), by: person, standing, reason: fc.string() }),
  fc.record({ type: fc.constant("withdraw" as const), by: person }),
  fc.constant({ type: "expire" as const }),
);

const always =
  (command: Command) =>
  (_: ChangeRequest): Command =>
    command;

/** Leaning towards what brings a request forward, so that runs get far. */
const command: fc.Arbitrary<(request: ChangeRequest) => Command> = fc.oneof(
  { weight: 12, arbitrary: approve.map(always) },
  { weight: 10, arbitrary: claim.map(always) },
  { weight: 8, arbitrary: record },
  { weight: 6, arbitrary: look.map(always) },
  { weight: 1, arbitrary: end.map(always) },
);

export interface Happening {
  /** What is tried, given where the request stands. */
  command: (request: ChangeRequest) => Command;
  around: Circumstances;
}

export const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.record({ command, around: fc.record({ now, policy: mostlyArbitrary(), connection }) }),
  { minLength: 10, maxLength: 60, size: "max" },
);

function mostlyArbitrary(): fc.Arbitrary<ApprovalPolicy> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(aPolicy()) },
    { weight: 1, arbitrary: policy },
  );
}

function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}
