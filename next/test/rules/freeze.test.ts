import { describe, expect, it } from "vitest";
import type { Around } from "../../src/request/rules/around.ts";
import { ask } from "../../src/request/rules/ask.ts";
import { canonicalBytes, digestOf } from "../../src/request/rules/digest.ts";
import type { Action } from "../../src/request/rules/entry.ts";
import { freeze } from "../../src/request/rules/freeze.ts";
import { type Request, SIGNALBOX } from "../../src/request/rules/request.ts";
import { advanceTo, followedBy, forcesAfter, refuse, stay } from "../../src/request/rules/step.ts";
import { contentOf, ID, ON_RAMP, RESUME } from "./changes.ts";
import { ANNA, at, BEN, everyone, FINN, NOW } from "./company.ts";
import { outcomeOf } from "./rails.ts";
import { anAgreed, aRequest, around } from "./situation.ts";

const content = contentOf(ON_RAMP);
const asked = { content, by: ANNA, askedIn: { channel: "C1" }, number: 7, open: 0 };

describe("asking", () => {
  it("makes a request whose entry holds the bytes that people will approve", () => {
    const step = ask(asked, around());
    const made = { ...aRequest(), number: 7, version: 1, requestedAt: NOW };
    expect(step.ok && step.next).toEqual({ ...made, expiresAt: at(72 * 3_600) });
    const facts = { digest: digestOf(content), bytes: canonicalBytes(content) };
    expect(step.ok && step.entries).toEqual([
      { action: "requested", by: ANNA, request: ID, version: 1, attempt: null, facts },
    ]);
  });

  const obstacle = { is: "void", because: "name-taken", until: null } as const;
  it.each<[string, Partial<Parameters<typeof ask>[0]>, Partial<Around>, string]>([
    ["by somebody outside the team", { by: FINN }, {}, "refused: not-of-the-team"],
    ["by a guest", {}, { standings: everyone("guest") }, "refused: not-active"],
    ["before the first settings", {}, { inForce: null }, "refused: no-settings"],
    ["with 19 open requests", { open: 19 }, {}, "pending"],
    ["with 20 open requests", { open: 20 }, {}, "refused: too-many-open"],
    ["for another connection", {}, { connection: null }, "refused: other-connection"],
    ["for what cannot be", {}, { obstacle }, "refused: obstacle"],
    ["while frozen", {}, { forces: { settings: 1, frozen: "r" } }, "pending"],
  ])("%s", (_, changes, situation, expected) => {
    expect(outcomeOf(ask({ ...asked, ...changes }, around(situation)))).toBe(expected);
  });
});

describe("a freeze", () => {
  const { change: _, ...plain } = contentOf(RESUME);
  const made = { content: { ...plain, request: "new" }, askedIn: { channel: "C1" }, number: 8 };
  const stop = (by: string, reason: string) => ({ by, at: NOW, reason });
  const frozenBy = (open: Request | null, by: string, reason = "odd") =>
    freeze(open, stop(by, reason), made);

  it("makes a request to go on, by whoever froze, which never expires", () => {
    const { replaced, resume, entries } = frozenBy(null, BEN);
    const change = { kind: "resume", stops: [stop(BEN, "odd")] };
    const state = { is: "pending" };
    const wanted = {
      id: "new",
      number: 8,
      requestedBy: BEN,
      expiresAt: null,
      approvals: [],
      state,
    };
    expect(replaced).toBeNull();
    expect(resume).toMatchObject({ ...wanted, content: { change } });
    const entry = { by: BEN, request: "new", version: 1, attempt: null };
    const facts = { reason: "odd" };
    expect(entries[0]).toMatchObject({ ...entry, action: "requested" });
    expect(entries.slice(1)).toEqual([{ ...entry, action: "frozen", facts }]);
  });

  it("of the same person changes nothing while theirs is open", () => {
    const { resume } = frozenBy(null, BEN);
    const nothing = { replaced: null, resume: null, entries: [] };
    expect(frozenBy(resume, BEN, "again")).toEqual(nothing);
  });

  it("of another person replaces it, with all reasons and without its agreements", () => {
    const first = anAgreed({ change: RESUME, id: "first", requestedBy: SIGNALBOX });
    const { replaced, resume, entries } = frozenBy(first, BEN, "more");
    const state = { is: "closed", how: "replaced", by: BEN, at: NOW, reason: "more" };
    const change = { stops: [...RESUME.stops, stop(BEN, "more")] };
    expect(replaced?.state).toEqual(state);
    expect(resume).toMatchObject({ requestedBy: BEN, approvals: [], content: { change } });
    const all = entries.map(({ action, request }) => `${action} ${request}`);
    expect(all).toEqual(["replaced first", "requested new", "frozen new"]);
  });
});

it("what is in force follows from the entries", () => {
  const nothing = { by: BEN, request: "r1", version: 1, attempt: null, facts: { version: 9 } };
  const after = (...actions: Action[]) => {
    const entries = actions.map((action) => ({ ...nothing, action }));
    const { settings, frozen } = forcesAfter(entries, { settings: 3, frozen: "r0" });
    return `${settings} ${frozen}`;
  };
  expect(after()).toBe("3 r0");
  expect(after("frozen")).toBe("3 r1");
  expect(after("resumed")).toBe("3 null");
  expect(after("settings")).toBe("9 r0");
  expect(after("frozen", "settings", "resumed")).toBe("9 null");
  expect(after("resumed", "frozen")).toBe("3 r1");
  expect(after("approved", "restored", "given-up")).toBe("3 r0");
});

it("two steps are saved together, unless the second is refused", () => {
  const first = stay(aRequest());
  const next = advanceTo(first.next, first.next.state, "waiting");
  expect(followedBy(first, refuse({ is: "broken" }))).toBe(first);
  expect(followedBy(next, next).entries).toHaveLength(2);
});
