import { describe, expect, it } from "vitest";
import { applyLook, interrupt, type Outcome, record } from "../../src/request/rules/outcome.ts";
import type { Question, State } from "../../src/request/rules/request.ts";
import { ADDITION } from "./changes.ts";
import { at, NOW } from "./company.ts";
import { lookOf, outcomeOf, RAIL, STATES, sighting } from "./rails.ts";
import { around, aSent } from "./situation.ts";

const rail = (changes: Partial<Extract<Outcome, { is: "rail" }>> = {}): Outcome => ({
  is: "rail",
  rail: RAIL,
  key: "rail_1",
  isKnown: false,
  ...changes,
});
const destination = (serviceId: string | null, isApproved = true): Outcome => ({
  is: "destination",
  serviceId,
  isApproved,
});
const TOKEN: Outcome = { is: "not-created", because: "token", said: "" };
const INVALID: Outcome = { is: "not-created", because: "invalid", said: "No such asset" };
const NOT_SENT: Outcome = { is: "not-sent" };
const UNKNOWN: Outcome = { is: "unknown" };

/** Only what is being sent takes every outcome; what we look for, or asked about, takes a late answer. */
const OUTCOMES: readonly [string, Outcome, whileSending: string, late: boolean][] = [
  ["a Rail", rail(), "created", true],
  ["a Rail that was known", rail({ isKnown: true }), "stuck: known", true],
  ["a Rail that was ruled out", rail({ key: "ruled" }), "stuck: known", true],
  ["a Rail without an id", rail({ rail: { ...RAIL, id: null } }), "unknown", true],
  ["a Rail with an id of nothing", rail({ rail: { ...RAIL, id: "" } }), "unknown", true],
  ["a refused token", TOKEN, "ready: token", false],
  ["refused fields", INVALID, "closed: refused", false],
  ["no connection", NOT_SENT, "ready: not-sent", false],
  ["anything else", UNKNOWN, "unknown", false],
];
const stuck = (question: Question, railKeys: string[] = []): State => ({
  is: "stuck",
  question,
  railKeys,
  since: at(-5),
});

describe.each(OUTCOMES)("the outcome of a POST for a Rail: %s", (_, outcome, expected, isLate) => {
  it.each(Object.values(STATES))("of what is $is", (state) => {
    const request = aSent(state, { ruledOut: ["ruled"] });
    const takes = state.is === "sending" || (isLate && ["unknown", "stuck"].includes(state.is));
    const step = record(request, "a1", outcome, around());
    expect(outcomeOf(step)).toBe(takes ? expected : "refused: not-possible");
    if (step.ok) expect(step.next.attemptEndedAt).toBe(NOW);
  });

  it("of another attempt changes nothing", () => {
    for (const state of Object.values(STATES)) {
      const later = aSent(state, { attempts: ["a0", "a1"] });
      for (const attempt of ["a0", "a2"]) {
        expect(outcomeOf(record(later, attempt, outcome, around()))).toBe("refused: not-possible");
      }
    }
  });
});

it.each<[string, Outcome, string]>([
  ["its id", destination("wa_5"), "done"],
  ["no id", destination(null), "stuck: no-answer"],
  ["an id that no URL can name", destination(".."), "stuck: no-answer"],
  ["something that was not approved", destination("wa_5", false), "stuck: known"],
  ["nothing that we could read", UNKNOWN, "stuck: no-answer"],
  ["that the token is refused", TOKEN, "ready: token"],
])("a destination's POST that answers %s", (_, outcome, expected) => {
  const request = aSent(STATES.sending, { change: ADDITION });
  expect(outcomeOf(record(request, "a1", outcome, around()))).toBe(expected);
  const late = record({ ...request, state: stuck("no-answer") }, "a1", outcome, around());
  expect(outcomeOf(late)).toBe(outcome.is === "destination" ? expected : "refused: not-possible");
});

it("outcomes are written down with what they were", () => {
  const sending = aSent(STATES.sending);
  const stepOf = (outcome: Outcome, request = sending) => {
    const step = record(request, "a1", outcome, around());
    return step.ok ? [step.next.state, ...step.entries] : [];
  };
  const entry = { by: "signalbox", request: sending.id, version: 4, attempt: "a1", facts: {} };
  expect(stepOf(rail())).toEqual([
    { is: "created", railId: "rail_1", issued: RAIL, reads: 0, since: NOW },
    { ...entry, action: "created", facts: { railId: "rail_1" } },
  ]);
  expect(stepOf(UNKNOWN)).toEqual([
    { is: "unknown", attempt: "a1", since: NOW },
    { ...entry, action: "unknown" },
  ]);
  expect(stepOf(INVALID)[0]).toMatchObject({ how: "refused", reason: "No such asset" });
  expect(stepOf(rail({ isKnown: true }))[0]).toMatchObject({ railKeys: ["rail_1"], since: NOW });
  expect(
    stepOf(destination("wa_5"), {
      ...sending,
      content: aSent(STATES.sending, { change: ADDITION }).content,
    }),
  ).toEqual([
    { is: "done", at: NOW, result: { serviceId: "wa_5" } },
    { ...entry, action: "registered", facts: { serviceId: "wa_5" } },
  ]);
});

it("a worker that finds `sending` did not see the outcome", () => {
  for (const state of Object.values(STATES)) {
    const step = interrupt(aSent(state), around());
    expect(outcomeOf(step)).toBe(state.is === "sending" ? "unknown" : "as it was");
    if (state.is === "sending") expect(step.ok && step.next.attemptEndedAt).toBe(NOW);
  }
  const addition = aSent(STATES.sending, { change: ADDITION });
  expect(outcomeOf(interrupt(addition, around()))).toBe("stuck: no-answer");
});

const without = { ...RAIL, id: null };
const mine = sighting();
const route = sighting({ key: "r2", tag: null });
const unknownFor = (seconds: number): State => ({
  is: "unknown",
  attempt: "a1",
  since: at(-seconds),
});

describe("a look at what may have been sent", () => {
  it.each<[string, State, Parameters<typeof lookOf> | null, string]>([
    ["nothing yet", unknownFor(599), [], "as it was"],
    ["nothing for ten minutes", unknownFor(600), [], "stuck: not-found"],
    ["no complete walk yet", unknownFor(599), null, "as it was"],
    ["no complete walk for ten minutes", unknownFor(600), null, "stuck: not-found"],
    ["our tag", unknownFor(5), [mine], "created"],
    ["our tag and a Rail of the route", unknownFor(5), [route, mine], "created"],
    ["our tag without an id", unknownFor(5), [sighting({ rail: without })], "stuck: no-id"],
    ["our tag, ruled out", unknownFor(5), [sighting({ key: "ruled" })], "stuck: known"],
    ["our tag, on another's Rail", unknownFor(5), [sighting({ owner: "r9" })], "stuck: known"],
    [
      "our tag, on our Rail",
      unknownFor(5),
      [sighting({ owner: aSent(STATES.unknown).id })],
      "created",
    ],
    ["a Rail of the route", unknownFor(5), [route], "stuck: same-route"],
    ["nothing, asked already", stuck("not-found"), [], "as it was"],
    ["our tag, asked already", stuck("not-found"), [mine], "created"],
    ["our tag, asked about another", stuck("same-route", ["r2"]), [mine], "created"],
    ["our tag, after it had no id", stuck("no-id", ["x"]), [mine], "created"],
    ["our tag, after it was not shown", stuck("not-shown", ["rail_1"]), [mine], "created"],
    ["our tag, after an answer that was known", stuck("known", ["r0"]), [mine], "as it was"],
    [
      "our tag without an id, asked already",
      stuck("not-found"),
      [sighting({ rail: without })],
      "stuck: no-id",
    ],
    [
      "our tag without an id, as asked",
      stuck("no-id", ["rail_1"]),
      [sighting({ rail: without })],
      "as it was",
    ],
    [
      "our tag, ruled out, asked already",
      stuck("not-found"),
      [sighting({ key: "ruled" })],
      "stuck: known",
    ],
    ["a Rail of the route, asked already", stuck("not-found"), [route], "stuck: same-route"],
    ["the Rail that was asked about", stuck("same-route", ["r2", "r3"]), [route], "as it was"],
    ["one more than was asked about", stuck("same-route", ["r3"]), [route], "stuck: same-route"],
    ["a Rail of the route, after one without an id", stuck("no-id", ["x"]), [route], "as it was"],
    ["a Rail of the route, after a known one", stuck("known", ["x"]), [route], "as it was"],
    ["a Rail of the route, after one not shown", stuck("not-shown", ["x"]), [route], "as it was"],
  ])("%s", (_, state, seen, expected) => {
    const request = aSent(state, { ruledOut: ["ruled"] });
    const look = seen && lookOf(...seen);
    const step = applyLook(request, around({ look }));
    expect(outcomeOf(step)).toBe(expected);
    const next = step.ok ? step.next.state : null;
    if (next?.is === "created") expect(next).toMatchObject({ railId: "rail_1", issued: RAIL });
    if (next?.is === "stuck" && expected !== "as it was") {
      expect(next.railKeys).toEqual(
        expected === "stuck: not-found" ? [] : seen?.map(({ key }) => key),
      );
    }
  });

  it("creates nothing for what was never sent, and for a destination", () => {
    const look = lookOf(mine, route);
    const never = aSent(stuck("same-route", ["r9"]), { attempts: [] });
    expect(outcomeOf(applyLook(never, around({ look })))).toBe("as it was");
    const addition = aSent(stuck("no-answer"), { change: ADDITION });
    expect(outcomeOf(applyLook(addition, around({ look })))).toBe("as it was");
  });

  it.each(Object.values(STATES).filter(({ is }) => is !== "unknown" && is !== "stuck"))(
    "says nothing about what is $is",
    (state) => {
      const step = applyLook(aSent(state), around({ look: lookOf(mine) }));
      expect(outcomeOf(step)).toBe("refused: not-possible");
    },
  );
});
