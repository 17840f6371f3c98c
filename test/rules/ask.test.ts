import { describe, expect, it } from "vitest";
import type { Around } from "../../src/request/rules/around.ts";
import { ask, freeze } from "../../src/request/rules/ask.ts";
import { canonicalBytes, digestOf } from "../../src/request/rules/digest.ts";
import type { Action } from "../../src/request/rules/entry.ts";
import { type Request, SIGNALBOX } from "../../src/request/rules/request.ts";
import { forcesAfter } from "../../src/request/rules/step.ts";
import { contentOf, ID, ON_RAMP, RESUME } from "./changes.ts";
import { ANNA, at, BEN, everyone, FINN, NOW } from "./company.ts";
import { outcomeOf } from "./rails.ts";
import { anAgreed, aRequest, around, madeOf } from "./situation.ts";

const content = contentOf(ON_RAMP);
const asked = { content, by: ANNA, askedIn: { channel: "C1" }, number: 7, open: 0 };

it("asking makes a request whose entry holds the bytes that people will approve", () => {
  const made = { ...aRequest(), number: 7, version: 1, requestedAt: NOW };
  const facts = { number: 7, digest: digestOf(content), bytes: canonicalBytes(content) };
  const entry = { action: "requested", by: ANNA, request: ID, version: 1, attempt: null, facts };
  expect(madeOf(ask(asked, around()))).toEqual({ ...made, expiresAt: at(72 * 3_600), entry });
});

const obstacle = { is: "void", because: "name-taken" } as const;

it.each<[string, Partial<Parameters<typeof ask>[0]>, Partial<Around>, string]>([
  ["by somebody outside the team", { by: FINN }, {}, "refused: not-of-the-team"],
  ["by a guest", {}, { standings: everyone("guest") }, "refused: not-active"],
  ["before the first settings", {}, { inForce: null }, "refused: no-settings"],
  ["with 19 open requests", { open: 19 }, {}, "pending"],
  ["with 20 open requests", { open: 20 }, {}, "refused: too-many-open"],
  ["for another connection", {}, { connection: null }, "refused: other-connection"],
  ["for what cannot be", {}, { obstacle }, "refused: obstacle"],
  ["while frozen", {}, { forces: { settings: 1, frozen: "r" } }, "pending"],
])("asking %s", (_, changes, situation, expected) => {
  expect(outcomeOf(ask({ ...asked, ...changes }, around(situation)))).toBe(expected);
});

describe("a freeze", () => {
  const { change: _, ...plain } = contentOf(RESUME);
  const made = { content: { ...plain, request: "new" }, askedIn: { channel: "C1" }, number: 8 };
  const stop = (by: string, reason: string) => ({ by, at: NOW, reason });
  const frozenBy = (open: Request | null, by: string, reason = "odd") =>
    freeze(open, stop(by, reason), made);
  const pending = { id: "new", number: 8, requestedBy: BEN, approvals: [], expiresAt: null };

  it("makes a request to go on, by whoever froze, which never expires", () => {
    const { replaced, resume, entries } = frozenBy(null, BEN);
    const change = { kind: "resume", stops: [stop(BEN, "odd")] };
    expect(replaced).toBeNull();
    expect(resume).toMatchObject({ ...pending, content: { change }, state: { is: "pending" } });
    const entry = { by: BEN, request: "new", version: 1, attempt: null };
    const frozen = { ...entry, action: "frozen", facts: { reason: "odd" } };
    expect(entries).toMatchObject([{ ...entry, action: "requested" }, frozen]);
    const nothing = { replaced: null, resume: null, entries: [] };
    expect(frozenBy(resume, BEN, "again")).toEqual(nothing);
  });

  it("of another person replaces it, with all reasons and without its agreements", () => {
    const first = anAgreed({ change: RESUME, id: "first", requestedBy: SIGNALBOX });
    const { replaced, resume, entries } = frozenBy(first, BEN, "more");
    const state = { is: "closed", how: "replaced", by: BEN, at: NOW, reason: "more" };
    const change = { stops: [...RESUME.stops, stop(BEN, "more")] };
    expect(replaced?.state).toEqual(state);
    expect(resume).toMatchObject({ ...pending, content: { change } });
    const all = entries.map(({ action, request }) => `${action} ${request}`);
    expect(all).toEqual(["replaced first", "requested new", "frozen new"]);
  });
});

it.each<[Action[], string]>([
  [[], "3 r0"],
  [["frozen"], "3 r1"],
  [["resumed"], "3 null"],
  [["settings"], "9 r0"],
  [["frozen", "settings", "resumed"], "9 null"],
  [["resumed", "frozen"], "3 r1"],
  [["approved", "restored", "given-up"], "3 r0"],
])("what is in force follows from the entries: %j", (actions, expected) => {
  const nothing = { by: BEN, request: "r1", version: 1, attempt: null, facts: { version: 9 } };
  const entries = actions.map((action) => ({ ...nothing, action }));
  const { settings, frozen } = forcesAfter(entries, { settings: 3, frozen: "r0" });
  expect(`${settings} ${frozen}`).toBe(expected);
});
