import { expect, it } from "vitest";
import type { Around, Look, Sighting } from "../../src/request/rules/around.ts";
import { claim, recount } from "../../src/request/rules/claim.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import { freshLook, isMadeSince } from "../../src/request/rules/look.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { IMPORT, RESUME } from "./changes.ts";
import { at, BEN, CARA, CONNECTION, DAN, everyone, NOW } from "./company.ts";
import { altered, leavesOf } from "./leaves.ts";
import { lookOf, outcomeOf, RAIL, STATES, sighting, TAG } from "./rails.ts";
import { anAgreed, aRequest, around, aSent, madeOf } from "./situation.ts";

/** What stands against a claim, alone and together, is tried in `test/model/grounds.test.ts`. */

const claimed = (request: Request, changes: Partial<Around> = {}, attempt: string | null = "a2") =>
  claim(request, around(changes), attempt);
const frozen = { settings: 1, frozen: "r-freeze" };
const agreed = anAgreed();
const sent = aSent({ is: "ready", because: null });

it("a claim names its attempt, keeps the earlier ones, and is written down", () => {
  const state = { is: "sending", attempt: "a2", since: NOW };
  const entry = {
    action: "sending",
    by: "signalbox",
    attempt: "a2",
    facts: { digest: sent.digest },
  };
  const made = { version: 4, attempts: ["a1", "a2"], state };
  expect(madeOf(claimed(sent))).toMatchObject({ ...sent, ...made, entry });
});

it("only what is ready is claimed, and only under an attempt's id", () => {
  for (const state of Object.values(STATES).filter(({ is }) => is !== "ready")) {
    expect(outcomeOf(claimed(aSent(state)))).toBe("refused: not-possible");
  }
  expect(outcomeOf(claimed(agreed, {}, null))).toBe("refused: not-possible");
  expect(outcomeOf(claimed({ ...agreed, expiresAt: null }))).toBe("sending");
});

it("nothing changes where it waits for the same already", () => {
  const waiting = anAgreed({ state: { is: "ready", because: "frozen" } });
  const connection = { ...CONNECTION, hasToken: false, isListed: true };
  expect(outcomeOf(claimed(waiting, { forces: frozen }))).toBe("as it was");
  expect(outcomeOf(claimed(waiting, { connection }))).toBe("ready: token");
  expect(outcomeOf(claimed(waiting, { connection: null }))).toBe("closed: void");
});

/** A kind is no field that changes alone. */
const LEAVES = leavesOf(agreed.content).filter((path) => path !== "change.kind");

it.each([...LEAVES, "change.limit", "traits.risk"])(
  "what people approved is not sent with another %s, and with its digest it is not approved",
  (path) => {
    const content = altered(agreed.content, path);
    expect(outcomeOf(claimed({ ...agreed, content }))).toBe("refused: broken");
    const expected = path.startsWith("connection") ? "closed: void" : "pending";
    const changed = { ...agreed, content, digest: digestOf(content) };
    expect(outcomeOf(claimed(changed))).toBe(expected);
  },
);

const untagged = sighting({ tag: null, key: "r2" });
const linked = { ...untagged, owner: "r9" };
const restored = { restoredAt: 1 };

it.each<[string, Request, Sighting[], string, string[], Partial<Around>?]>([
  ["our tag, sent before", sent, [sighting()], "created", []],
  ["our tag, never sent", agreed, [sighting()], "stuck: known", ["rail_1"]],
  ["twice", agreed, [sighting(), sighting({ key: "r3" })], "stuck: known", ["rail_1", "r3"]],
  ["ruled out", { ...sent, ruledOut: ["rail_1"] }, [sighting()], "stuck: known", ["rail_1"]],
  ["another's", sent, [sighting({ owner: "r9" })], "stuck: known", ["rail_1"]],
  ["no id", sent, [sighting({ rail: { ...RAIL, id: null } })], "stuck: no-id", ["rail_1"]],
  ["the route, never sent", agreed, [untagged], "stuck: same-route", ["r2"]],
  ["the route, sent before", sent, [untagged], "stuck: same-route", ["r2"]],
  ["the route, linked elsewhere, sent before", sent, [linked], "stuck: same-route", ["r2"]],
  ["the route, linked elsewhere", agreed, [linked], "sending", []],
  ["and a restore since", agreed, [linked], "stuck: same-route", ["r2"], restored],
  ["our own link", agreed, [{ ...linked, owner: agreed.id }], "sending", [], restored],
  ["a tag", agreed, [{ ...linked, tag: { ...TAG, digest: "0" } }], "sending", [], restored],
])("the look before a claim shows %s", (_, request, seen, expected, railKeys, changes) => {
  const step = claimed(request, { ...changes, look: lookOf(...seen) });
  expect(outcomeOf(step)).toBe(expected);
  const created = { railId: "rail_1", issued: RAIL, reads: 0, since: NOW };
  if (expected === "created") expect(madeOf(step)).toMatchObject({ state: created });
  if (railKeys.length > 0) expect(madeOf(step)).toMatchObject({ state: { railKeys, since: NOW } });
});

it.each<[string, string | null, boolean]>([
  [at(-30), null, true],
  [at(-30), "no time", true],
  [at(-3_600), at(-60), false],
  [at(-3_599), at(-60), true],
  // The service's clock may be a day off.
  [at(-30), at(-3_600 - 86_400), true],
  [at(-30), at(-3_601 - 86_400), false],
])("a Rail first seen at %s and made at %s was made since: %s", (firstSeen, createdAt, isSince) => {
  const seen = sighting({ firstSeen, rail: { ...RAIL, createdAt } });
  expect(isMadeSince(aRequest(), seen)).toBe(isSince);
});

it.each<[string, Partial<Look>, Partial<Around>, attemptEnded: number | null, boolean]>([
  ["ended just now", { endedAt: NOW }, {}, null, true],
  ["ended less than a minute ago", { endedAt: at(-59) }, {}, null, true],
  ["ended a minute ago", { endedAt: at(-60) }, {}, null, false],
  ["ends in the future", { endedAt: at(1) }, {}, null, false],
  ["began after the last attempt ended", {}, {}, -21, true],
  ["began when the last attempt ended", {}, {}, -20, false],
  ["began before the last attempt ended", {}, {}, -19, false],
  ["began as the claim was begun", {}, { begunAt: at(-20) }, null, true],
  ["began before the claim was begun", {}, { begunAt: at(-19) }, null, false],
])("a claim may rest on a look that %s", (_, changes, others, attempt, isFresh) => {
  const request = aRequest({ attemptEndedAt: attempt === null ? null : at(attempt) });
  const look = { ...lookOf(), ...changes };
  expect(freshLook(request, around({ ...others, look }))).toBe(isFresh ? look : null);
  expect(freshLook(request, around({ ...others, look: null }))).toBeNull();
});

it.each<[string, lookEnded: number | null, approved: number, string]>([
  ["its approval, an hour ago", null, -3_600, "ready: no-look"],
  ["its approval, less than an hour ago", null, -3_599, "ready: look"],
  ["a walk, an hour ago", -3_600, -9_000, "ready: no-look"],
  ["a walk, less than an hour ago", -3_599, -9_000, "ready: look"],
  ["its approval, long after a walk", -9_000, -3_599, "ready: look"],
])("approvers are called if no walk was complete since %s", (_, ended, approved, expected) => {
  const approvals = agreed.approvals.map((each, index) => ({ ...each, at: at(approved - index) }));
  const look = ended === null ? null : { ...lookOf(), endedAt: at(ended) };
  expect(outcomeOf(claimed({ ...agreed, approvals }, { look }))).toBe(expected);
});

it("an import takes effect with its id, and resuming ends no other freeze", () => {
  const result = { serviceId: "wa_7" };
  const entry = { action: "registered", facts: result };
  const state = { is: "done", at: NOW, result };
  expect(madeOf(claimed(anAgreed({ change: IMPORT }), {}, null))).toMatchObject({ state, entry });
  const resume = anAgreed({ change: RESUME });
  expect(outcomeOf(claimed(resume, { forces: frozen }, null))).toBe("refused: not-possible");
});

it("counting again says whose approval was lost, and keeps the others", () => {
  const standings = everyone("active").set(CARA, "deactivated");
  const approvals = agreed.approvals.filter(({ by }) => by === BEN);
  const entry = { action: "recounted", facts: { lost: [CARA, DAN] } };
  expect(madeOf(recount(agreed, around({ standings })))).toMatchObject({ approvals, entry });
  const enough = aRequest({ approvals: agreed.approvals });
  expect(outcomeOf(recount(enough, around()))).toBe("ready");
  // Slack's silence about the requester ends nothing.
  expect(outcomeOf(recount(aRequest(), around({ standings: new Map() })))).toBe("as it was");
  for (const state of Object.values(STATES)) {
    const isUndecided = state.is === "pending" || state.is === "ready";
    expect(recount(aSent(state), around()).ok).toBe(isUndecided);
  }
});

const obstacle = { is: "void", because: "destination-gone" } as const;

it.each<[string, Partial<Around>]>([
  ["destination-gone", { obstacle }],
  ["other-connection", { connection: null }],
  ["requester-gone", { standings: everyone("guest") }],
])("counting again ends what can come to nothing: %s", (reason, changes) => {
  const state = { is: "closed", how: "void", reason };
  expect(madeOf(recount(aRequest(), around(changes)))).toMatchObject({ state });
});

it("a freeze outlives whoever asked for it", () => {
  const stopped = aRequest({ change: RESUME });
  expect(outcomeOf(recount(stopped, around({ standings: everyone("guest") })))).toBe("as it was");
});
