import { describe, expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import {
  fillIn,
  interrupt,
  type Outcome,
  readBack,
  recall,
  record,
} from "../../src/request/rules/outcome.ts";
import type { State } from "../../src/request/rules/request.ts";
import { ADDITION } from "./changes.ts";
import { at, NOW } from "./company.ts";
import { altered, withValue } from "./leaves.ts";
import { outcomeOf, RAIL, STATES, stuck } from "./rails.ts";
import { around, aSent, madeOf } from "./situation.ts";

const rail = (changes: Partial<Extract<Outcome, { is: "rail" }>> = {}): Outcome => {
  return { is: "rail", rail: RAIL, key: "rail_1", isKnown: false, ...changes };
};
const destination = (serviceId: string | null, isApproved = true): Outcome => {
  return { is: "destination", serviceId, isApproved };
};
const TOKEN: Outcome = { is: "not-created", because: "token", said: "" };
const INVALID: Outcome = { is: "not-created", because: "invalid", said: "No such asset" };
const UNKNOWN: Outcome = { is: "unknown" };
const NO = "refused: not-possible";
const all = Object.values(STATES);

/** What is being sent takes every outcome; until it is sent again, it takes a late answer. */
describe.each<[string, Outcome, whileSending: string, late: boolean]>([
  ["a Rail", rail(), "created", true],
  ["a Rail that was known", rail({ isKnown: true }), "stuck: known", true],
  ["a Rail that was ruled out", rail({ key: "ruled" }), "stuck: known", true],
  ["a Rail without an id", rail({ rail: { ...RAIL, id: null } }), "unknown", true],
  ["a Rail with an id of nothing", rail({ rail: { ...RAIL, id: "" } }), "unknown", true],
  ["a refused token", TOKEN, "ready: token", false],
  ["refused fields", INVALID, "closed: refused", false],
  ["no connection", { is: "not-sent" }, "ready: not-sent", false],
  ["anything else", UNKNOWN, "unknown", false],
])("the outcome of a POST for a Rail: %s", (_, outcome, expected, isLate) => {
  it.each(all)("of what is $is", (state) => {
    const request = aSent(state, { ruledOut: ["ruled"] });
    const isTaken = state.is === "sending" || (isLate && !/created|done|closed/.test(state.is));
    const step = record(request, "a1", outcome, around());
    expect(outcomeOf(step)).toBe(isTaken ? expected : NO);
    if (step.ok) expect(step.next.attemptEndedAt).toBe(NOW);
    const later = aSent(state, { attempts: ["a0", "a1"] });
    expect(outcomeOf(record(later, "a0", outcome, around()))).toBe(NO);
    expect(outcomeOf(record(later, "a2", outcome, around()))).toBe(NO);
  });

  it.each(all)("that a restored database forgot, of what is $is, unless nothing came", (state) => {
    const forgotten = aSent(state, { attempts: ["a0"], ruledOut: ["ruled"] });
    const step = recall(forgotten, "a1", outcome, around());
    const isTaken = !/created|done|closed/.test(state.is) && !/^not-/.test(outcome.is);
    expect(outcomeOf(step)).toBe(isTaken ? expected : "as it was");
    if (!isTaken || !step.ok) return;
    expect(step.next).toMatchObject({ attempts: ["a0", "a1"], attemptEndedAt: NOW });
    const sending = { action: "sending", attempt: "a1", facts: { isRecalled: true } };
    expect(step.entries).toMatchObject([sending, {}]);
    const known = recall(step.next, "a1", UNKNOWN, around());
    expect(outcomeOf(known)).toBe("as it was");
    const unheard = recall(forgotten, "a1", UNKNOWN, around());
    const late = unheard.ok && recall(unheard.next, "a1", outcome, around());
    expect(late && outcomeOf(late)).toBe(outcome.is === "unknown" ? "as it was" : expected);
  });
});

const addition = aSent(STATES.sending, { change: ADDITION });

it.each<[string, Outcome, string]>([
  ["its id", destination("wa_5"), "done"],
  ["no id", destination(null), "stuck: no-answer"],
  ["an id that no URL can name", destination(".."), "stuck: no-answer"],
  ["something that was not approved", destination("wa_5", false), "stuck: known"],
  ["nothing that we could read", UNKNOWN, "stuck: no-answer"],
  ["that the token is refused", TOKEN, "ready: token"],
])("a destination's POST that answers %s", (_, outcome, expected) => {
  expect(outcomeOf(record(addition, "a1", outcome, around()))).toBe(expected);
  for (const state of [stuck("no-answer"), STATES.pending, STATES.ready]) {
    const late = record({ ...addition, state }, "a1", outcome, around());
    expect(outcomeOf(late)).toBe(outcome.is === "destination" ? expected : NO);
  }
});

it("outcomes are written down with what they were", () => {
  const made = (outcome: Outcome, request = aSent(STATES.sending)) =>
    madeOf(record(request, "a1", outcome, around()));
  const entry = { by: "signalbox", version: 4, attempt: "a1" };
  const created = { railId: "rail_1", issued: RAIL, reads: 0, since: NOW };
  const facts = { railId: "rail_1" };
  expect(made(rail())).toMatchObject({ state: created, entry: { ...entry, facts } });
  expect(made(UNKNOWN)).toMatchObject({ state: { since: NOW }, entry });
  const refused = { how: "refused", reason: "No such asset" };
  expect(made(INVALID)).toMatchObject({ state: refused });
  const known = { railKeys: ["rail_1"], since: NOW };
  expect(made(rail({ isKnown: true }))).toMatchObject({ state: known });
  const result = { serviceId: "wa_5" };
  const registered = { state: { at: NOW, result }, entry: { ...entry, facts: result } };
  expect(made(destination("wa_5"), addition)).toMatchObject(registered);
});

it("a worker that finds `sending` did not see the outcome", () => {
  for (const state of all) {
    const expected = state.is === "sending" ? "unknown" : "as it was";
    expect(outcomeOf(interrupt(aSent(state), around()))).toBe(expected);
  }
  expect(outcomeOf(interrupt(addition, around()))).toBe("stuck: no-answer");
});

const IBAN = "source.bankAccount.iban";
const empty = withValue(RAIL, IBAN, null);
const created = (reads: number, issued: Rail = RAIL): State => {
  return { is: "created", railId: "rail_1", issued, reads, since: at(-60) };
};
const read = (shown: Rail | null, state = created(0)) => readBack(aSent(state), shown, around());

it.each<[string, Rail, Rail, string[]]>([
  ["as it was approved", RAIL, RAIL, []],
  ["with what was empty at first", empty, RAIL, []],
  ["still without an IBAN", empty, empty, []],
  ["another one", RAIL, { ...RAIL, id: "rail_2" }, ["id"]],
  ["another one, which fills nothing", empty, { ...RAIL, id: "rail_2" }, ["id"]],
  ["with another IBAN", RAIL, altered(RAIL, IBAN), ["source.bank_account.iban"]],
  ["to another wallet", RAIL, altered(RAIL, "destination.wallet.id"), ["destination.wallet.id"]],
])("reading back ends as done, with what differs: %s", (_, issued, shown, differences) => {
  const matched = differences.length === 0;
  const result = { railId: "rail_1", issued: matched ? shown : issued, matched, differences };
  const entry = { action: "read-back", facts: { matched, differences } };
  const step = read(shown, created(0, issued));
  expect(madeOf(step)).toMatchObject({ state: { is: "done", at: NOW, result }, entry });
});

const nowhere = { ...RAIL.destination.wallet, id: null, address: "" };

it.each<[string, Rail | null]>([
  ["not there", null],
  ["without its destination", withValue(RAIL, "destination.wallet", nowhere)],
])("a Rail is read again where it is %s, and after five times people are asked", (_, shown) => {
  for (const reads of [0, 1, 2, 3]) {
    const facts = { isShown: shown !== null, reads: reads + 1 };
    const made = { state: created(reads + 1), entry: { action: "read-back", facts } };
    expect(madeOf(read(shown, created(reads)))).toMatchObject(made);
  }
  const state = { is: "stuck", question: "not-shown", railKeys: ["rail_1"], since: NOW };
  expect(madeOf(read(shown, created(4)))).toMatchObject({ state });
});

const done = (issued: Rail): State => {
  const result = { railId: "rail_1", issued, matched: true, differences: [] };
  return { is: "done", at: at(-5), result };
};

it("what the service left empty is filled in, and all else kept", () => {
  const step = fillIn(aSent(done(empty)), RAIL);
  expect(madeOf(step)).toMatchObject({ state: done(RAIL), entry: { action: "filled" } });
  expect(outcomeOf(fillIn(aSent(done(RAIL)), RAIL))).toBe("as it was");
  expect(outcomeOf(fillIn(aSent(done(empty)), empty))).toBe("as it was");
  // It may be about another Rail.
  const unclear = withValue({ ...RAIL, id: null }, "destination.wallet", nowhere);
  expect(outcomeOf(fillIn(aSent(done(empty)), unclear))).toBe("as it was");
  for (const path of ["id", "source.bankAccount.reference", "destination.wallet.address", "type"]) {
    expect(outcomeOf(fillIn(aSent(done(empty)), altered(RAIL, path)))).toBe("as it was");
  }
});

it("reading back is for what is created, filling in for a Rail that is done", () => {
  const others = [null, { serviceId: "wa_1" }].map((result): State => {
    return { is: "done", at: NOW, result };
  });
  for (const state of [...all, ...others]) {
    expect(read(RAIL, state).ok).toBe(state.is === "created");
    expect(fillIn(aSent(state), RAIL).ok).toBe(state === STATES.done);
  }
  const other = readBack(aSent(created(0), { change: ADDITION }), RAIL, around());
  expect(madeOf(other)).toMatchObject({ state: { result: { matched: false } } });
});
