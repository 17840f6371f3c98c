import fc from "fast-check";
import type { Roster, Standing } from "../../src/authority/roster.ts";
import type { ApprovalPolicy } from "../../src/request/rules/approval/approval-policy.ts";
import type { Change, Connection } from "../../src/request/rules/change.ts";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import type { Circumstances, RegisterEntry, SetupNow } from "../../src/request/rules/decision.ts";
import { NO_SETUP } from "../../src/request/rules/decision.ts";
import type { SeenEnd } from "../../src/request/rules/outcome/seen-rail.ts";
import type { TwoPersonRemedy } from "../../src/request/rules/remedy.ts";
import {
  ADDRESS,
  ANA,
  aChange,
  aChannelChange,
  aConnection,
  aConnectionChange,
  after,
  anImport,
  aPolicy,
  aPolicyChange,
  aRetirement,
  aWhitelisting,
  BEN,
  CAL,
  DAN,
  ETHEREUM_ADDRESS,
} from "../support/builders.ts";
import { aRoster } from "../support/people.ts";
import { ABSENT, approving, inUse, theRail } from "./situations.ts";

/** Whatever anybody could do to a request, in any order and at any time, likely or not. */

const EVE = "U0EVE00001";
/** A user group. */
const GROUP = "S0TREASURY";
const person = fc.constantFrom(ANA, BEN, CAL, DAN, EVE);
const standing: fc.Arbitrary<Standing> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Standing>("active") },
  { weight: 1, arbitrary: fc.constantFrom("deactivated", "bot", "guest", "stranger", "not-known") },
);
const rail = fc.constantFrom("rail_1", "rail_2", null, "", "\u0000").map((id) => theRail({ id }));

export const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Change>(aWhitelisting()) },
  { weight: 3, arbitrary: fc.constantFrom<Change>(aChange(), anImport(), aRetirement()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Change>(aPolicyChange(), aChannelChange(), aConnectionChange()),
  },
);

export const policy: fc.Arbitrary<ApprovalPolicy> = fc
  .record({
    approvers: fc.subarray([ANA, BEN, CAL, DAN], { minLength: 2 }),
    groups: fc.subarray([GROUP]),
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

/** As the change expects it, or otherwise. */
const register: fc.Arbitrary<(request: ChangeRequest) => RegisterEntry> = fc.oneof(
  { weight: 20, arbitrary: fc.constant(asExpected) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        ABSENT,
        inUse(),
        inUse({ addedBy: BEN, isUnused: true }),
        inUse({ whyUnusable: "retired" }),
        inUse({ whyUnusable: "contradicted" }),
        inUse({ whyUnusable: "cooling-down" }),
      )
      .map((entry) => () => entry),
  },
);

/** What the register says where nothing stands in the way of a change. */
export function asExpected({ content }: Pick<ChangeRequest, "content">): RegisterEntry {
  const { kind } = content.change;
  return kind === "whitelist-destination" || kind === "import-destination" ? ABSENT : inUse();
}

/** As the change expects it, or otherwise. */
const setup: fc.Arbitrary<(request: ChangeRequest) => SetupNow> = mostly(
  setupExpected,
  () => NO_SETUP,
  () => ({
    ...NO_SETUP,
    approvalsChannel: "C0ELSEWHERE",
    connection: { ...LIVE, lastFour: "0000" },
  }),
);

const LIVE = { to: aConnectionChange().to, lastFour: aConnectionChange().lastFour };

function setupExpected({ content: { change } }: Pick<ChangeRequest, "content">): SetupNow {
  if (change.kind === "change-channel") return { ...NO_SETUP, approvalsChannel: change.from };
  return change.kind === "change-connection" ? { ...NO_SETUP, connection: LIVE } : NO_SETUP;
}

const shown = fc.constantFrom(
  null,
  { network: "SOLANA_DEVNET", value: ADDRESS },
  { network: "SOLANA_DEVNET", value: ADDRESS },
  { network: "SOLANA", value: ADDRESS },
  { network: "SOLANA_DEVNET", value: ETHEREUM_ADDRESS },
);

const whitelisted = fc
  .record({ serviceId: mostly<string | null>("wa_1", null, "", "wa_\u0000"), shown })
  .map((fields) => ({ type: "whitelisted" as const, answer: "{}", ...fields }));

const outcome = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ type: fc.constant("created" as const), rail }),
      whitelisted,
      fc.constant({ type: "refused" as const, message: "Invalid", fieldErrors: {} }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      { type: "unauthenticated" as const },
      { type: "not-sent" as const, because: "no-connection" as const },
      { type: "unknown" as const },
    ),
  },
);

const approve = fc
  .record({ by: person, isSame: mostly(true, false) })
  .map(({ by, isSame }) => (request: ChangeRequest): Command => {
    const digest = isSame ? request.digest : "0".repeat(64);
    return approving({ digest }, by);
  });
/** Asked for a group, and typing one that is wrong. */
const guess = fc.constantFrom(BEN, CAL).map((by) => (request: ChangeRequest): Command => {
  const detail = { kind: "address", value: "aaaabbbbccccaaaabbbb" } as const;
  const answer = { asked: 3, typed: "xxxx" };
  return approving(request, by, { check: { detail, differences: [] }, answer });
});
const standingsNow = fc
  .record({ [ANA]: standing, [BEN]: standing, [CAL]: standing, [DAN]: standing, [EVE]: standing })
  .map((people): ReadonlyMap<string, Standing> => new Map(Object.entries(people)));
const claim = fc.constant({ type: "claim" as const });
/** The last attempt made, or one before or after it. */
const record = fc
  .record({ off: mostly(0, -1, 1), outcome })
  .map(({ off, outcome }) => (request: ChangeRequest) => ({
    type: "record" as const,
    attempt: request.attempt + off,
    outcome,
  }));
const seen: fc.Arbitrary<SeenEnd> = shown.map((end) => ({
  serviceId: "wa_7001",
  displayName: "",
  detail: end && { kind: "address", value: end.value },
  network: end?.network ?? null,
}));
const carryOut = fc.constant({ type: "carry-out" as const });
const remedy: fc.Arbitrary<TwoPersonRemedy> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<TwoPersonRemedy>({ type: "release-attempt" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<TwoPersonRemedy>(
      { type: "close" },
      { type: "enter-id", serviceId: "wa_2" },
      { type: "enter-id", serviceId: "\u0000" },
    ),
  },
);
/** Mostly the one that is proposed, once one is. */
const remedied = fc
  .record({
    type: fc.constantFrom("propose-remedy" as const, "confirm-remedy" as const),
    by: person,
    remedy,
    isProposed: mostly(true, false),
  })
  .map(({ isProposed, ...command }) => ({ state }: ChangeRequest): Command => {
    const proposed = state.status === "needs-a-person" ? state.remedy : undefined;
    return { ...command, ...(isProposed && proposed && { remedy: proposed.remedy }) };
  });
const look = fc.oneof(
  fc.record({
    type: fc.constant("scanned" as const),
    matches: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(rail, { maxLength: 2 })),
    candidates: mostly<readonly string[]>([], ["rail_3"]),
  }),
  fc.record({
    type: fc.constant("read-back" as const),
    railId: mostly("rail_1", "rail_2"),
    rail: fc.option(rail, { nil: null }),
  }),
  fc.record({ type: fc.constantFrom("contradict" as const, "prove" as const), seen }),
  fc.constantFrom(
    { type: "interrupted" as const },
    { type: "posted" as const, channelId: "C0TREASURY" },
    { type: "could-not-look" as const, because: "token-refused" as const },
    { type: "could-not-look" as const, because: "unreachable" as const },
    { type: "could-not-look" as const, because: "incomplete" as const },
  ),
);
const linking = fc
  .record({
    by: person,
    railId: mostly("rail_1", "rail_2", "\u0000"),
    rail: fc.option(rail, { nil: null, freq: 12 }),
    isIt: mostly(true, false),
  })
  .map(({ rail, isIt, railId, ...who }) => {
    const shown = rail && isIt ? { ...rail, id: railId } : rail;
    return { type: "link-rail" as const, railId, rail: shown, ...who };
  });
const end = fc.oneof(
  fc.record({ type: fc.constant("deny" as const), by: person, reason: fc.string() }),
  fc.record({ type: fc.constant("withdraw" as const), by: person }),
  fc.constantFrom({ type: "expire" as const }, { type: "void" as const }),
);
const wake = fc.constant({ type: "wake" as const });

const always =
  (command: Command) =>
  (_: ChangeRequest): Command =>
    command;

/** Leaning towards what brings a request forward, so that runs get far. */
const usual: fc.Arbitrary<(request: ChangeRequest) => Command> = fc.oneof(
  { weight: 12, arbitrary: approve },
  { weight: 4, arbitrary: guess },
  { weight: 10, arbitrary: claim.map(always) },
  { weight: 4, arbitrary: carryOut.map(always) },
  { weight: 8, arbitrary: record },
  { weight: 1, arbitrary: remedied },
  { weight: 6, arbitrary: look.map(always) },
  { weight: 8, arbitrary: linking.map(always) },
  { weight: 1, arbitrary: end.map(always) },
  { weight: 1, arbitrary: wake.map(always) },
);

const command = fc.record({ usual, remedied, isUsual: fc.boolean() }).map(
  ({ usual, remedied, isUsual }) =>
    (request: ChangeRequest) =>
      request.state.status === "needs-a-person" && !isUsual ? remedied(request) : usual(request),
);

export interface Happening {
  /** What is tried, given where the request stands. */
  command: (request: ChangeRequest) => Command;
  around: (request: ChangeRequest) => Circumstances;
}

/** Usually everybody is a person of their own, of whom all is known. */
export const roster: fc.Arbitrary<Roster> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(aRoster({ members: { [GROUP]: [CAL, EVE] } })) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        standings: fc.dictionary(person, standing),
        persons: fc.dictionary(person, fc.constantFrom(ANA, BEN, "W0ONE00001")),
        unknown: fc.subarray([ANA, BEN, CAL, DAN, EVE]),
        group: fc.option(fc.subarray([ANA, BEN, CAL, DAN, EVE]), { nil: null }),
      })
      .map(({ standings, persons, unknown, group }) => {
        const known = aRoster({ standings, persons, members: { [GROUP]: group } });
        const isKnown = ([user]: [string, unknown]) => !unknown.includes(user);
        return {
          ...known,
          standings: new Map([...known.standings].filter(isKnown)),
          persons: new Map([...known.persons].filter(isKnown)),
        };
      }),
  },
);

const around = fc
  .record({
    now,
    roster: fc
      .record({ roster, standings: standingsNow })
      .map(({ roster, standings }) => ({ ...roster, standings })),
    policy: mostlyArbitrary(),
    connection,
    register,
    setup,
    isFrozen: mostly(false, true),
    isHeld: mostly(false, true),
    isIdTaken: mostly(false, true),
    isRailTaken: mostly(false, true),
    seen: fc.option(seen, { nil: null, freq: 1 }),
  })
  .map(({ register, setup, ...fields }) => (request: ChangeRequest) => ({
    ...fields,
    approvers: fields.policy,
    register: register(request),
    setup: setup(request),
  }));

export const happenings: fc.Arbitrary<Happening[]> = fc.array(fc.record({ command, around }), {
  minLength: 10,
  maxLength: 60,
  size: "max",
});

function mostlyArbitrary(): fc.Arbitrary<ApprovalPolicy> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(aPolicy()) },
    { weight: 1, arbitrary: policy },
    { weight: 1, arbitrary: fc.constant(aPolicy({ version: 2 })) },
  );
}

function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}
