import { describe, expect, it } from "vitest";
import type { Around } from "../../src/request/rules/around.ts";
import { ask } from "../../src/request/rules/ask.ts";
import { canonicalBytes, digestOf } from "../../src/request/rules/digest.ts";
import type { Entry } from "../../src/request/rules/entry.ts";
import { freeze } from "../../src/request/rules/freeze.ts";
import { SIGNALBOX } from "../../src/request/rules/request.ts";
import { followedBy, forcesAfter, refuse, stay } from "../../src/request/rules/step.ts";
import { contentOf, ID, ON_RAMP, RESUME } from "./changes.ts";
import { ANNA, at, BEN, CONNECTION, everyone, FINN, NOW } from "./company.ts";
import { outcomeOf } from "./rails.ts";
import { anAgreed, aRequest, around } from "./situation.ts";

const content = contentOf(ON_RAMP);
const asked = { content, by: ANNA, askedIn: { channel: "C1" }, number: 7, open: 0 };
const VOID: Around["obstacle"] = { is: "void", because: "name-taken", until: null };

describe("asking", () => {
  it("makes a request whose entry holds the bytes that people will approve", () => {
    const step = ask(asked, around());
    if (!step.ok) throw new Error(step.because.is);
    expect(step.next).toEqual({
      ...aRequest(),
      number: 7,
      version: 1,
      requestedAt: NOW,
      expiresAt: at(72 * 3_600),
    });
    const facts = { digest: digestOf(content), bytes: canonicalBytes(content) };
    expect(step.entries).toEqual([
      { action: "requested", by: ANNA, request: ID, version: 1, attempt: null, facts },
    ]);
  });

  it.each<[string, Partial<Parameters<typeof ask>[0]>, Partial<Around>, string]>([
    ["somebody outside the team", { by: FINN }, {}, "refused: not-of-the-team"],
    ["a guest", {}, { standings: everyone("guest") }, "refused: not-active"],
    ["before the first settings", {}, { inForce: null }, "refused: no-settings"],
    ["with 19 open requests", { open: 19 }, {}, "pending"],
    ["with 20 open requests", { open: 20 }, {}, "refused: too-many-open"],
    ["for another connection", {}, { connection: null }, "refused: other-connection"],
    ["for what cannot be", {}, { obstacle: VOID }, "refused: obstacle"],
    ["while frozen", {}, { forces: { settings: 1, frozen: "r" } }, "pending"],
  ])("%s", (_, changes, situation, expected) => {
    expect(outcomeOf(ask({ ...asked, ...changes }, around(situation)))).toBe(expected);
  });

  it.each(["id", "baseUrl", "environment"] as const)("is refused for another %s", (field) => {
    const connection = { ...CONNECTION, [field]: "else", hasToken: true, isListed: true };
    expect(outcomeOf(ask(asked, around({ connection })))).toBe("refused: other-connection");
  });
});

const { change: _, ...made } = contentOf(RESUME);
const stop = (by: string, reason: string) => ({ by, at: NOW, reason });
const place = { askedIn: { channel: "C1" }, number: 8 };
const frozenBy = (open: Parameters<typeof freeze>[0], by: string, reason = "odd") =>
  freeze(open, stop(by, reason), { content: { ...made, request: `resume-${by}` }, ...place });

describe("a freeze", () => {
  it("makes a request to go on, by whoever froze, which never expires", () => {
    const { replaced, resume, entries } = frozenBy(null, BEN);
    expect(replaced).toBeNull();
    expect(resume).toMatchObject({
      id: "resume-UBEN",
      number: 8,
      requestedBy: BEN,
      expiresAt: null,
      state: { is: "pending" },
      approvals: [],
      content: { change: { kind: "resume", stops: [stop(BEN, "odd")] } },
    });
    expect(entries.map(({ action }) => action)).toEqual(["requested", "frozen"]);
    expect(entries.at(-1)).toEqual({
      action: "frozen",
      by: BEN,
      request: "resume-UBEN",
      version: 1,
      attempt: null,
      facts: { reason: "odd" },
    });
    expect(forcesAfter(entries, { settings: 4, frozen: null })).toEqual({
      settings: 4,
      frozen: "resume-UBEN",
    });
  });

  it("of the same person changes nothing while theirs is open", () => {
    expect(frozenBy(frozenBy(null, BEN).resume, BEN, "again")).toEqual({
      replaced: null,
      resume: null,
      entries: [],
    });
  });

  it("of another person replaces it, with all reasons and without its agreements", () => {
    const first = anAgreed({ change: RESUME, id: "first" });
    const { replaced, resume, entries } = frozenBy(first, BEN, "more");
    expect(replaced?.state).toEqual({
      is: "closed",
      how: "replaced",
      by: BEN,
      at: NOW,
      reason: "more",
    });
    expect(resume).toMatchObject({
      requestedBy: BEN,
      approvals: [],
      content: { change: { stops: [...RESUME.stops, stop(BEN, "more")] } },
    });
    expect(entries.map(({ action, request }) => [action, request])).toEqual([
      ["replaced", "first"],
      ["requested", "resume-UBEN"],
      ["frozen", "resume-UBEN"],
    ]);
  });

  it("of the product's own is replaced by a person's, so its reason stays first", () => {
    const { resume } = frozenBy(frozenBy(null, SIGNALBOX, "restored").resume, ANNA);
    expect(resume?.content.change).toMatchObject({ stops: [{ by: SIGNALBOX }, { by: ANNA }] });
  });
});

describe("what is in force", () => {
  const entry = (action: Entry["action"], facts: Entry["facts"] = {}): Entry => ({
    action,
    by: BEN,
    request: "r1",
    version: 1,
    attempt: null,
    facts,
  });
  const before = { settings: 3, frozen: "r0" };

  it.each<[string, Entry[], typeof before | { settings: number; frozen: null }]>([
    ["nothing", [], before],
    ["a freeze", [entry("frozen")], { settings: 3, frozen: "r1" }],
    ["resuming", [entry("resumed")], { settings: 3, frozen: null }],
    ["settings", [entry("settings", { version: 4 })], { settings: 4, frozen: "r0" }],
    [
      "all of them",
      [entry("frozen"), entry("settings", { version: 9 }), entry("resumed")],
      { settings: 9, frozen: null },
    ],
    ["resuming and a freeze", [entry("resumed"), entry("frozen")], { settings: 3, frozen: "r1" }],
    ["anything else", [entry("approved"), entry("restored"), entry("closed")], before],
  ])("follows from the entries: %s", (_, entries, expected) => {
    expect(forcesAfter(entries, before)).toEqual(expected);
  });

  it("is saved together with what follows at once, unless that is refused", () => {
    const first = ask(asked, around());
    const refused = followedBy(first, () => refuse({ is: "expired" }));
    expect(refused).toBe(first);
    expect(followedBy(refuse({ is: "broken" }), stay)).toEqual(refuse({ is: "broken" }));
    const both = followedBy(first, () => ask(asked, around()));
    expect(both.ok && both.entries).toHaveLength(2);
  });
});
