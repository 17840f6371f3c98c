import { describe, expect, it } from "vitest";
import type { Sighting } from "../../src/request/rules/around.ts";
import { applyLook } from "../../src/request/rules/look.ts";
import { interrupt, type Outcome, recall, record } from "../../src/request/rules/outcome.ts";
import type { Question, State } from "../../src/request/rules/request.ts";
import { ADDITION } from "./changes.ts";
import { at, NOW } from "./company.ts";
import { withValue } from "./leaves.ts";
import { lookOf, outcomeOf, RAIL, STATES, sighting, TAG } from "./rails.ts";
import { around, aSent } from "./situation.ts";

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

/** What is being sent takes every outcome; what we look for, or asked about, a late answer. */
const OUTCOMES: readonly [string, Outcome, whileSending: string, late: boolean][] = [
  ["a Rail", rail(), "created", true],
  ["a Rail that was known", rail({ isKnown: true }), "stuck: known", true],
  ["a Rail that was ruled out", rail({ key: "ruled" }), "stuck: known", true],
  ["a Rail without an id", rail({ rail: { ...RAIL, id: null } }), "unknown", true],
  ["a Rail with an id of nothing", rail({ rail: { ...RAIL, id: "" } }), "unknown", true],
  ["a refused token", TOKEN, "ready: token", false],
  ["refused fields", INVALID, "closed: refused", false],
  ["no connection", { is: "not-sent" }, "ready: not-sent", false],
  ["anything else", UNKNOWN, "unknown", false],
];

describe.each(OUTCOMES)("the outcome of a POST for a Rail: %s", (_, outcome, expected, isLate) => {
  it.each(Object.values(STATES))("of what is $is", (state) => {
    const request = aSent(state, { ruledOut: ["ruled"] });
    const isTaken = state.is === "sending" || (isLate && /unknown|stuck/.test(state.is));
    const step = record(request, "a1", outcome, around());
    expect(outcomeOf(step)).toBe(isTaken ? expected : NO);
    if (step.ok) expect(step.next.attemptEndedAt).toBe(NOW);
    const later = aSent(state, { attempts: ["a0", "a1"] });
    expect(outcomeOf(record(later, "a0", outcome, around()))).toBe(NO);
    expect(outcomeOf(record(later, "a2", outcome, around()))).toBe(NO);
  });
});

const stuck = (question: Question, ...railKeys: string[]): State => {
  return { is: "stuck", question, railKeys, since: at(-5) };
};
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
  const late = record({ ...addition, state: stuck("no-answer") }, "a1", outcome, around());
  expect(outcomeOf(late)).toBe(outcome.is === "destination" ? expected : NO);
});

it("outcomes are written down with what they were", () => {
  const stepOf = (outcome: Outcome, request = aSent(STATES.sending)) => {
    const step = record(request, "a1", outcome, around());
    return step.ok && { ...step.next.state, ...step.entries[0] };
  };
  const entry = { by: "signalbox", version: 4, attempt: "a1" };
  const facts = { railId: "rail_1" };
  const created = { ...facts, issued: RAIL, reads: 0, since: NOW };
  expect(stepOf(rail())).toMatchObject({ ...entry, ...created, action: "created", facts });
  expect(stepOf(UNKNOWN)).toMatchObject({ ...entry, action: "unknown", since: NOW });
  expect(stepOf(INVALID)).toMatchObject({ how: "refused", reason: "No such asset" });
  expect(stepOf(rail({ isKnown: true }))).toMatchObject({ railKeys: ["rail_1"], since: NOW });
  const result = { serviceId: "wa_5" };
  const registered = { ...entry, action: "registered", at: NOW, result, facts: result };
  expect(stepOf(destination("wa_5"), addition)).toMatchObject(registered);
});

describe("an attempt that a restored database has forgotten", () => {
  it.each(OUTCOMES)("is recalled with %s, unless nothing was made", (_, outcome, expected) => {
    const isNothing = /^not-/.test(outcome.is);
    for (const state of Object.values(STATES)) {
      const forgotten = aSent(state, { attempts: ["a0"], ruledOut: ["ruled"] });
      const step = recall(forgotten, "a1", outcome, around());
      const isTaken = /pending|ready/.test(state.is) && !isNothing;
      expect(outcomeOf(step)).toBe(isTaken ? expected : "as it was");
      if (!isTaken || !step.ok) continue;
      expect(step.next).toMatchObject({ attempts: ["a0", "a1"], attemptEndedAt: NOW });
      const facts = { isRecalled: true };
      expect(step.entries[0]).toMatchObject({ action: "sending", attempt: "a1", facts });
      expect(step.entries).toHaveLength(2);
    }
    const kept = aSent(STATES.ready, { attempts: ["a1", "a2"] });
    expect(outcomeOf(recall(kept, "a1", outcome, around()))).toBe("as it was");
  });
});

it("a worker that finds `sending` did not see the outcome", () => {
  for (const state of Object.values(STATES)) {
    const step = interrupt(aSent(state), around());
    expect(outcomeOf(step)).toBe(state.is === "sending" ? "unknown" : "as it was");
    if (state.is === "sending") expect(step.ok && step.next.attemptEndedAt).toBe(NOW);
  }
  expect(outcomeOf(interrupt(addition, around()))).toBe("stuck: no-answer");
});

describe("a look at what may have been sent", () => {
  const unknown = (seconds: number): State => {
    return { is: "unknown", attempt: "a1", since: at(-seconds) };
  };
  const OLD = aSent(STATES.unknown).requestedAt;
  const OTHER_DIGEST = { ...TAG, digest: "0".repeat(64) };
  const OTHER_REQUEST = { ...TAG, request: "r9" };
  const mine = sighting();
  const ours = sighting({ owner: aSent(STATES.unknown).id });
  const theirs = sighting({ owner: "r9" });
  const ruled = sighting({ key: "ruled" });
  const without = sighting({ rail: { ...RAIL, id: null } });
  const route = sighting({ key: "r2", tag: null });
  const unseen = { ...RAIL.destination.wallet, id: null, address: "" };
  const nowhere = sighting({ rail: withValue(RAIL, "destination.wallet", unseen) });
  const notFound = { is: "stuck", question: "not-found", railKeys: [], since: at(-5) } as const;

  it.each<[string, State, readonly Sighting[] | null, string]>([
    ["nothing yet", unknown(599), [], "as it was"],
    ["nothing for ten minutes", unknown(600), [], "stuck: not-found"],
    ["no complete walk yet", unknown(599), null, "as it was"],
    ["no complete walk for ten minutes", unknown(600), null, "stuck: not-found"],
    ["our tag", unknown(5), [mine], "created"],
    ["our tag and a Rail of the route", unknown(5), [route, mine], "created"],
    ["our tag without an id", unknown(5), [without], "stuck: no-id"],
    ["our tag, ruled out", unknown(5), [ruled], "stuck: known"],
    ["our tag, on another's Rail", unknown(5), [theirs], "stuck: known"],
    ["our tag, on our Rail", unknown(5), [ours], "created"],
    ["a Rail of the route", unknown(5), [route], "stuck: same-route"],
    ["a Rail of the route with an owner", unknown(5), [{ ...route, owner: "r9" }], "as it was"],
    ["a Rail of the route, ruled out", unknown(5), [{ ...route, key: "ruled" }], "as it was"],
    ["a Rail of the route, known before", unknown(5), [{ ...route, firstSeen: OLD }], "as it was"],
    [
      "our tag of another digest",
      unknown(5),
      [{ ...mine, tag: OTHER_DIGEST }],
      "stuck: same-route",
    ],
    ["another request's tag", unknown(5), [{ ...mine, tag: OTHER_REQUEST }], "as it was"],
    ["nothing, asked already", notFound, [], "as it was"],
    ["nothing, asked long ago", { ...notFound, since: at(-700) }, [], "as it was"],
    ["our tag, asked already", notFound, [mine], "created"],
    ["our tag, asked about another", stuck("same-route", "r2"), [mine], "created"],
    ["our tag, after it had no id", stuck("no-id", "x"), [mine], "created"],
    ["our tag, after it was not shown", stuck("not-shown", "rail_1"), [mine], "created"],
    ["our tag, still not shown", stuck("not-shown", "rail_1"), [nowhere], "as it was"],
    ["our tag, to nowhere", unknown(5), [nowhere], "created"],
    ["our tag, to nowhere, asked already", notFound, [nowhere], "created"],
    ["our tag, after a known Rail", stuck("known", "r0"), [mine], "as it was"],
    ["our tag without an id, asked already", notFound, [without], "stuck: no-id"],
    ["our tag without an id, as asked", stuck("no-id", "rail_1"), [without], "as it was"],
    ["our tag, ruled out, asked already", notFound, [ruled], "stuck: known"],
    ["a Rail of the route, asked already", notFound, [route], "stuck: same-route"],
    ["the Rail that was asked about", stuck("same-route", "r2", "r3"), [route], "as it was"],
    ["another than was asked about", stuck("same-route", "r3"), [route], "stuck: same-route"],
    ["one more", stuck("same-route", "r2"), [route, { ...route, key: "r3" }], "stuck: same-route"],
    ["that it has our tag", stuck("same-route", "ruled"), [ruled], "stuck: known"],
    ["a Rail of the route, after one without an id", stuck("no-id", "x"), [route], "as it was"],
    ["a Rail of the route, after a known one", stuck("known", "x"), [route], "as it was"],
  ])("%s", (_, state, seen, expected) => {
    const request = aSent(state, { ruledOut: ["ruled"] });
    const step = applyLook(request, around({ look: seen && lookOf(...seen) }));
    expect(outcomeOf(step)).toBe(expected);
    const next = step.ok ? step.next.state : null;
    if (next?.is === "created") expect(next).toMatchObject({ railId: "rail_1", reads: 0 });
    if (next?.is !== "stuck" || expected === "as it was") return;
    const about = expected === "stuck: not-found" ? [] : seen?.map(({ key }) => key);
    expect(next.railKeys).toEqual(about);
  });

  it("concerns what was sent, and Rails", () => {
    const situation = around({ look: lookOf(mine, route) });
    for (const state of Object.values(STATES)) {
      const step = applyLook(aSent(state), situation);
      expect(outcomeOf(step)).toBe(/unknown|stuck/.test(state.is) ? "created" : NO);
    }
    const never = aSent(stuck("same-route", "r9"), { attempts: [] });
    expect(outcomeOf(applyLook(never, situation))).toBe("as it was");
    const unclear = { ...addition, state: stuck("no-answer") };
    const tag = { request: unclear.id, digest: unclear.digest };
    const look = lookOf(sighting({ tag }));
    expect(outcomeOf(applyLook(unclear, around({ look })))).toBe("as it was");
  });
});
