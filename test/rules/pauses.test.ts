import { expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import { dueAt, lastLook, nextLook, nextRead } from "../../src/request/rules/pauses.ts";
import type { Because, State } from "../../src/request/rules/request.ts";
import { CHANGES, RESUME } from "./changes.ts";
import { at, NOW } from "./company.ts";
import { withValue } from "./leaves.ts";
import { OFF_RAIL, RAIL, STATES } from "./rails.ts";
import { aRequest, aSent } from "./situation.ts";

const NOTHING = { now: NOW, obstacle: null };
const dueOf = (state: State, given: Parameters<typeof aSent>[1] = {}) =>
  dueAt(aSent(state, given), NOTHING);
const ready = (because: Because): State => ({ is: "ready", because });

it.each<[string, State, string | null]>([
  ["pending: when it expires", STATES.pending, at(72 * 3_600)],
  ["ready: now", STATES.ready, NOW],
  ["ready, its cool-down of unknown length: in a minute", ready("cool-down"), at(60)],
  ["ready, not listed: in a minute", ready("not-listed"), at(60)],
  ["ready, frozen: in a minute", ready("frozen"), at(60)],
  ["ready, Slack silent: soon", ready("people"), at(5)],
  ["ready, no look: soon", ready("look"), at(10)],
  ["ready, no look for an hour: in a minute", ready("no-look"), at(60)],
  ["ready, nothing listened: after a try's pause", ready("not-sent"), at(5)],
  ["ready, no token: after a try's pause", ready("token"), at(5)],
  ["sending: after a take", STATES.sending, at(6)],
  ["unknown: at the next look", STATES.unknown, at(5)],
  ["unknown for ten minutes: now", { is: "unknown", attempt: "a1", since: at(-600) }, NOW],
  ["created: at once", STATES.created, at(-5)],
  ["stuck: now and then", STATES.stuck, at(600)],
  ["done: never", STATES.done, null],
  ["done without a Rail: never", { is: "done", at: NOW, result: { serviceId: "wa_7" } }, null],
  ["closed: never", STATES.closed, null],
])("a request is due if it is %s", (_, state, expected) => {
  expect(dueOf(state)).toBe(expected);
  if (state.is !== "ready" || state.because === null) return;
  expect(dueOf(state, { expiresAt: at(1) })).toBe(at(1));
  expect(dueOf(state, { expiresAt: null })).toBe(expected);
});

it("what waits for a cool-down is due at its end, if that is known, or when it expires", () => {
  const obstacle = { is: "wait", because: "cool-down", until: at(3_600) } as const;
  const around = { now: NOW, obstacle };
  expect(dueAt(aSent(ready("cool-down")), around)).toBe(at(3_600));
  expect(dueAt(aSent(ready("cool-down"), { expiresAt: at(100) }), around)).toBe(at(100));
  expect(dueAt(aSent(ready("frozen")), around)).toBe(at(60));
});

it.each<[Rail, string, isRead: boolean]>([
  [RAIL, "source.bankAccount.iban", true],
  [RAIL, "source.bankAccount.reference", true],
  [RAIL, "source.bankAccount.sortCode", false],
  [OFF_RAIL, "source.wallet.address", true],
  [OFF_RAIL, "source.wallet.id", false],
])(
  "what nobody can pay into yet is read for ten more minutes: $0.type, no %s",
  (rail, path, isRead) => {
    const issued = withValue(rail, path, "");
    const result = { railId: "rail_1", issued, matched: true, differences: [] };
    const dueAfter = (seconds: number) => dueOf({ is: "done", at: at(-seconds), result });
    expect([0, 599, 600].map(dueAfter)).toEqual(isRead ? [at(1), at(1), null] : [null, null, null]);
    const whole = { ...result, issued: rail };
    expect(dueOf({ is: "done", at: NOW, result: whole })).toBeNull();
  },
);

it("every unfinished state has a due time, but for a freeze, which waits for people alone", () => {
  for (const change of CHANGES) {
    for (const state of Object.values(STATES)) {
      const isOver = state.is === "done" || state.is === "closed";
      expect(dueOf(state, { change }) === null).toBe(isOver);
    }
  }
  expect(dueAt(aRequest({ change: RESUME, expiresAt: null }), NOTHING)).toBeNull();
});

it("pauses grow between looks, reads and tries", () => {
  const looks = [0, 1, 9, 10, 59, 60, 239, 240, 599].map((passed) => nextLook(at(-passed), NOW));
  expect(looks).toEqual([1, 9, 1, 50, 1, 180, 1, 360, 1].map(at));
  expect(nextLook(at(-600), NOW)).toBeNull();
  const last = [0, 1, 9, 10, 600, 9_999].map((passed) => lastLook(at(-passed), NOW));
  expect(last).toEqual([null, NOW, at(-8), NOW, NOW, at(-9_399)]);
  const reads = [0, 1, 2, 3, 4, 5, 6].map((fruitless) => nextRead(NOW, fruitless));
  expect(reads).toEqual([0, 1, 10, 60, 240, 600, 600].map(at));
  const tries = [0, 1, 2, 3, 4, 5, 6].map((made) =>
    dueOf(ready("not-sent"), { attempts: Array.from({ length: made }, () => "a") }),
  );
  expect(tries).toEqual([5, 5, 30, 120, 600, 3_600, 3_600].map(at));
});
