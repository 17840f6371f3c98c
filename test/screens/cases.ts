import type { CardFacts } from "../../src/request/card/facts.ts";
import { WAITS } from "../../src/request/forms/reasons.ts";
import type { Warning } from "../../src/request/rules/content.ts";
import type { Because, Closing, Question, State } from "../../src/request/rules/request.ts";
import type { Trust } from "../../src/request/rules/trust.ts";
import { IBAN } from "../rules/changes.ts";
import { at, NOW } from "../rules/company.ts";
import { OFF_RAIL, RAIL } from "../rules/rails.ts";
import { settingsCases } from "./settings.ts";
import {
  account,
  addition,
  alike,
  done,
  factsOf,
  offRamp,
  onRamp,
  stops,
  trust,
  type World,
} from "./world.ts";

/** The keys of a table that names every case of a union. */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key));

export type Cases = Readonly<Record<string, CardFacts>>;

const SENT = { attempts: ["a1"], attemptEndedAt: at(-1_200) };
const AGAIN = { ...SENT, round: 2 };
const FIRST_USE: Warning = { is: "first-use" };

/** The open request to resume, of another id than the request on the screen. */
export const stopOf = (world: World) =>
  factsOf(world, { change: stops(world), request: { id: "stop", number: 150 } }).request;

/** Facts of a request in each state and kind, with a name each. */
export function casesOf(world: World): Cases {
  const ends = ended(world);
  return {
    ...{ ...waiting(world), ...underWay(world), ...ends, ...stopped(world) },
    ...{ ...trusting(world), ...settingsCases(world) },
    "wallet held": factsOf(world, {
      ...{ change: addition(world), state: REGISTERED },
      facts: { now: at(90_000), trust: { is: "held", because: "contradicted", fields: [] } },
    }),
    ...(ends["rail payable"] && {
      "rail payable, removed": { ...ends["rail payable"], register: [] },
    }),
  };
}

function waiting(world: World): Cases {
  const change = onRamp(world);
  const all: Warning[] = [
    { is: "token-contract" },
    ...alike(world, 7),
    { is: "name-alike", name: world.words.alike },
    FIRST_USE,
    { is: "second-rail", name: world.words.name, since: at(-12 * 86_400) },
  ];
  return {
    "rail waiting": factsOf(world, { change, warnings: [FIRST_USE], given: 1 }),
    "rail waiting, every warning": factsOf(world, { change, warnings: all }),
    "rail waiting again": factsOf(world, { change, request: AGAIN }),
    "rail waiting, nobody can approve": factsOf(world, {
      change,
      facts: { count: { quorum: "short", kept: [], progress: [] } },
    }),
    "rail waiting for a day": factsOf(world, { change, given: 1, facts: { now: at(90_000) } }),
    "off-ramp waiting": factsOf(world, { change: offRamp(world), warnings: [FIRST_USE] }),
    "wallet waiting": factsOf(world, { change: addition(world), warnings: alike(world) }),
    "account waiting": factsOf(world, { change: account(world), given: 1 }),
    "import waiting": factsOf(world, { change: addition(world, { serviceId: "wa_7" }) }),
  };
}

function underWay(world: World): Cases {
  const change = onRamp(world);
  const wallet = addition(world);
  const stop = stopOf(world);
  const rail = (state: State, facts: Partial<CardFacts> = {}) =>
    factsOf(world, { change, state, given: 3, request: SENT, facts });
  const ready = (because: Because | null) =>
    rail({ is: "ready", because }, { resume: stop, obstacleUntil: at(7_200) });
  const stuck = (question: Question): State => ({
    ...{ is: "stuck", question, railKeys: [], since: at(-600) },
  });
  const because = [null, "cool-down", "frozen", ...keysOf(WAITS)] as const;
  const questions = ["not-found", "same-route", "no-id", "known", "not-shown"] as const;
  const waits = because.map((each) => [`rail ready: ${each ?? "now"}`, ready(each)]);
  const asks = questions.map((each) => [`rail stuck: ${each}`, rail(stuck(each))]);
  const created = { is: "created", railId: "rail_1", issued: RAIL, since: at(-30) } as const;
  const unsure = factsOf(world, { change: wallet, state: stuck("known"), request: SENT });
  return {
    ...Object.fromEntries([...waits, ...asks]),
    "rail stuck, list not read": rail(stuck("not-found"), { isLookedFor: false }),
    "rail sending": rail({ is: "sending", attempt: "a1", since: NOW }),
    "rail unknown": rail({ is: "unknown", attempt: "a1", since: at(-5) }),
    "rail created": rail({ ...created, reads: 0 }),
    "rail created, not shown": rail({ ...created, reads: 2 }),
    "wallet stuck: known": unsure,
    "wallet stuck: no-answer": {
      ...unsure,
      request: { ...unsure.request, state: stuck("no-answer") },
    },
  };
}

/** A Rail that people report, and are asked to trust. */
function trusting(world: World): Cases {
  const reports = [1, 2, 3, 4].map((minutes) => ({
    ...{ by: "UEVE", at: at(-60 * (5 - minutes)), reason: world.words.reason },
  }));
  const fields = ["source.bank_account.iban", "destination.wallet.address", "type", "source.asset"];
  const elsewhere = trust(world, { registeredAs: null });
  const here = trust(world, {
    ...{ made: { request: "made", number: 142 }, reports: reports.slice(0, 2) },
    ...{ differs: [...fields, "source.bank_account.reference"], hasTwin: true },
  });
  const made = factsOf(world, { change: onRamp(world), state: done(), given: 3, request: SENT });
  const reported = { ...made.request, reports };
  const held: Trust = { is: "held", because: "reported", fields: [] };
  const trusted = factsOf(world, { change: elsewhere, state: done(), request: { number: 160 } });
  const newer = { ...trusted.request, id: "newer", number: 170 };
  const lifted = factsOf(world, { change: here, state: done(), request: { number: 161 } });
  const payable: Trust = { is: "payable" };
  return {
    "rail reported": { ...made, request: reported, naming: reported, trust: held },
    "trust waiting, made here": factsOf(world, { change: here, given: 1 }),
    "trust waiting, made elsewhere": factsOf(world, {
      ...{ change: elsewhere, warnings: [...alike(world), FIRST_USE] },
    }),
    "trust waiting, off-ramp": factsOf(world, {
      change: trust(world, { shown: OFF_RAIL, value: { kind: "account", iban: IBAN } }),
    }),
    "trust payable": { ...trusted, trust: payable, naming: trusted.request },
    "trust payable, made here": { ...lifted, trust: payable, naming: lifted.request },
    "trust followed": { ...trusted, trust: payable, naming: newer },
    "rail payable again": { ...made, trust: payable, naming: newer },
    "trust denied": factsOf(world, {
      change: here,
      state: { is: "closed", how: "denied", by: "UCAL", at: at(-60), reason: world.words.reason },
    }),
  };
}

const HELD: readonly Trust[] = [
  { is: "held", because: "twin", fields: [] },
  { is: "held", because: "differs", fields: ["destination.wallet.address"] },
  { is: "held", because: "differs", fields: ["source.bank_account.iban", "type", "metadata.x"] },
  { is: "held", because: "not-shown", fields: [] },
  { is: "held", because: "not-read", fields: [] },
  { is: "held", because: "outside", fields: [] },
];
const REGISTERED: State = { is: "done", at: at(-7_200), result: { serviceId: "wa_7" } };
const FAILED = ["denied", "withdrawn", "expired", "refused", "given-up"] as const;
const VOIDS = ["destination-gone", "other-connection", "requester-gone", "odd"] as const;

function ended(world: World): Cases {
  const change = onRamp(world);
  const wallet = addition(world);
  const rail = (trust: Trust | null, state = done()) =>
    factsOf(world, { change, state, given: 3, request: SENT, facts: { trust } });
  const closed = (how: Closing, reason = world.words.reason): State => ({
    ...{ is: "closed", how, reason, by: "UCAL", at: at(-60) },
  });
  const holds = HELD.map((trust, index) => [`rail held ${index + 1}`, rail(trust)]);
  const end = (state: State, request = {}) => factsOf(world, { change, state, request });
  const ends = FAILED.flatMap((how) => [
    [`rail ${how}`, end(closed(how))],
    [`rail ${how} after an unclear attempt`, end(closed(how), AGAIN)],
  ]);
  const voids = VOIDS.map((why) => [`rail void: ${why}`, end(closed("void", why))]);
  return {
    "rail payable": rail({ is: "payable" }),
    "rail held from the start": rail(HELD[1] ?? null, done({ matched: false })),
    ...Object.fromEntries([...holds, ...ends, ...voids]),
    "wallet usable later": factsOf(world, { change: wallet, state: REGISTERED }),
    "wallet usable": factsOf(world, {
      ...{ change: wallet, state: REGISTERED, facts: { now: at(90_000) } },
    }),
    "wallet denied": factsOf(world, { change: wallet, state: closed("denied") }),
    "wallet given up": factsOf(world, { change: wallet, state: closed("given-up"), request: SENT }),
    "account retired": factsOf(world, { change: account(world), state: closed("retired") }),
  };
}

export function stopped(world: World): Cases {
  const request = { number: 150 };
  const change = stops(world);
  const sending = Array.from({ length: 12 }, (_, index) => 120 + index);
  const newer = factsOf(world, { change, request: { number: 151 } }).request;
  const replaced: State = { is: "closed", how: "replaced", by: "UCAL", at: at(-60), reason: "" };
  return {
    "sending stopped": factsOf(world, { change, request, given: 1, facts: { sending: [141] } }),
    "sending stopped by many": factsOf(world, {
      ...{ change: stops(world, 9), request, facts: { sending } },
    }),
    "sending stopped, unsure": factsOf(world, {
      ...{ change, request, given: 3, state: { is: "ready", because: "people" } },
    }),
    "sending resumed": factsOf(world, {
      ...{ change, request, given: 3, state: { is: "done", at: NOW, result: null } },
    }),
    "stop replaced": factsOf(world, { change, request, state: replaced, facts: { resume: newer } }),
  };
}
