import { describe, expect, it } from "vitest";
import { dueAt } from "../../src/request/rules/due.ts";
import { nextLook, nextRead, nextTry } from "../../src/request/rules/pauses.ts";
import type { Because, State } from "../../src/request/rules/request.ts";
import { CHANGES, RESUME } from "./changes.ts";
import { at, NOW } from "./company.ts";
import { withValue } from "./leaves.ts";
import { RAIL, STATES } from "./rails.ts";
import { aRequest, aSent } from "./situation.ts";

const OPEN = { now: NOW, obstacle: null };
const dueOf = (state: State, given: Parameters<typeof aSent>[1] = {}, around = OPEN) =>
  dueAt(aSent(state, given), around);

const WAITS: Readonly<Record<Because, number>> = {
  "cool-down": 60,
  token: 60,
  "not-listed": 60,
  frozen: 60,
  people: 5,
  look: 2,
  "not-sent": 5,
};

describe("a request is due", () => {
  it.each<[string, State, string | null]>([
    ["pending: when it expires", STATES.pending, at(72 * 3_600)],
    ["ready: now", STATES.ready, NOW],
    ["sending: after a take", STATES.sending, at(6)],
    ["unknown: at the next look", STATES.unknown, at(5)],
    ["unknown for ten minutes: now", { is: "unknown", attempt: "a1", since: at(-600) }, NOW],
    ["created: at once", STATES.created, at(-5)],
    ["stuck: now and then", STATES.stuck, at(600)],
    ["done: never", STATES.done, null],
    ["closed: never", STATES.closed, null],
    ["done without a Rail: never", { is: "done", at: NOW, result: { serviceId: "wa_7" } }, null],
  ])("%s", (_, state, expected) => {
    expect(dueOf(state)).toBe(expected);
  });

  it.each(Object.entries(WAITS))("that waits for %s: after %i s", (because, seconds) => {
    const state: State = { is: "ready", because: isBecause(because) ? because : null };
    expect(dueOf(state)).toBe(at(seconds));
    expect(dueOf(state, { expiresAt: at(1) })).toBe(at(1));
    expect(dueOf(state, { expiresAt: null })).toBe(at(seconds));
  });

  it("that waits for a cool-down: at its end, if that is known, or when it expires", () => {
    const cooling: State = { is: "ready", because: "cool-down" };
    const until = (seconds: number) =>
      ({ now: NOW, obstacle: { is: "wait", because: "cool-down", until: at(seconds) } }) as const;
    expect(dueAt(aSent(cooling), until(3_600))).toBe(at(3_600));
    expect(dueAt(aSent(cooling, { expiresAt: at(100) }), until(3_600))).toBe(at(100));
    expect(dueAt(aSent({ is: "ready", because: "token" }), until(3_600))).toBe(at(60));
  });

  it("done with an entry point that is not whole: for ten more minutes", () => {
    const issued = withValue(RAIL, "source.bankAccount.iban", null);
    const doneAt = (seconds: number): State => ({
      is: "done",
      at: at(seconds),
      result: { railId: "rail_1", issued, matched: true, differences: [] },
    });
    expect(dueOf(doneAt(0))).toBe(at(1));
    expect(dueOf(doneAt(-599))).toBe(at(1));
    expect(dueOf(doneAt(-600))).toBeNull();
  });

  it("in every unfinished state, but for a freeze, which waits for people alone", () => {
    for (const change of CHANGES) {
      for (const state of Object.values(STATES)) {
        const isOver = state.is === "done" || state.is === "closed";
        expect(dueOf(state, { change }) === null).toBe(isOver);
      }
    }
    expect(dueAt(aRequest({ change: RESUME, expiresAt: null }), OPEN)).toBeNull();
  });
});

describe("the pauses", () => {
  it("between looks grow, and end after ten minutes", () => {
    const looks = [0, 1, 9, 10, 59, 60, 239, 240, 599].map((passed) => nextLook(at(-passed), NOW));
    const expected = [1, 9, 1, 50, 1, 180, 1, 360, 1].map(at);
    expect(looks).toEqual(expected);
    expect(nextLook(at(-600), NOW)).toBeNull();
  });

  it("between reads grow", () => {
    const reads = [0, 1, 2, 3, 4, 5, 6].map((fruitless) => nextRead(NOW, fruitless));
    expect(reads).toEqual([0, 1, 10, 60, 240, 600, 600].map(at));
  });

  it("between tries grow up to an hour", () => {
    const tries = [0, 1, 2, 3, 4, 5, 6, 100].map((made) => nextTry(NOW, made));
    expect(tries).toEqual([5, 5, 30, 120, 600, 3_600, 3_600, 3_600].map(at));
    const state: State = { is: "ready", because: "not-sent" };
    expect(dueOf(state, { attempts: ["a1", "a2", "a3"] })).toBe(at(120));
  });
});

function isBecause(text: string): text is Because {
  return text in WAITS;
}
