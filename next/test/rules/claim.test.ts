import { describe, expect, it } from "vitest";
import type { Around, Look, Sighting } from "../../src/request/rules/around.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import { isFreshLook, isMadeSince } from "../../src/request/rules/look.ts";
import { recount } from "../../src/request/rules/recount.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { contentOf, IMPORT, ON_RAMP, RESUME } from "./changes.ts";
import { at, BEN, CARA, CONNECTION, DAN, everyone, NOW } from "./company.ts";
import { altered, leavesOf } from "./leaves.ts";
import { lookOf, outcomeOf, RAIL, STATES, sighting, TAG } from "./rails.ts";
import { anAgreed, aRequest, around, aSent } from "./situation.ts";

/** What stands against a claim, alone and together, is tried in `test/model/grounds.test.ts`. */

const claimed = (request: Request, changes: Partial<Around> = {}, attempt: string | null = "a2") =>
  claim(request, around(changes), attempt);
const frozen = { settings: 1, frozen: "r-freeze" };
const agreed = anAgreed();
const sent = aSent({ is: "ready", because: null });

it("a claim names its attempt, keeps the earlier ones, and is written down", () => {
  const step = claimed(sent);
  const state = { is: "sending", attempt: "a2", since: NOW };
  expect(step.ok && step.next).toEqual({ ...sent, version: 4, attempts: ["a1", "a2"], state });
  const facts = { digest: sent.digest };
  expect(step.ok && step.entries).toMatchObject([{ action: "sending", attempt: "a2", facts }]);
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
const LEAVES = leavesOf(contentOf(ON_RAMP)).filter((path) => path !== "change.kind");

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

describe("what the look before a claim shows", () => {
  const untagged = sighting({ tag: null, key: "r2" });
  const without = sighting({ rail: { ...RAIL, id: null } });
  const ruled = { ...sent, ruledOut: ["rail_1"] };
  const twice = lookOf(sighting(), sighting({ key: "r3" }));
  const elsewhere = lookOf({ ...untagged, owner: "r9" });
  it.each<[string, Request, Look, string, readonly string[]]>([
    ["our tag, sent before", sent, lookOf(sighting()), "created", []],
    ["our tag, never sent", agreed, lookOf(sighting()), "stuck: known", ["rail_1"]],
    ["our tag twice, never sent", agreed, twice, "stuck: known", ["rail_1", "r3"]],
    ["our tag, ruled out", ruled, lookOf(sighting()), "stuck: known", ["rail_1"]],
    ["another's", sent, lookOf(sighting({ owner: "r9" })), "stuck: known", ["rail_1"]],
    ["our tag without an id", sent, lookOf(without), "stuck: no-id", ["rail_1"]],
    ["the route, never sent", agreed, lookOf(untagged), "stuck: same-route", ["r2"]],
    ["the route, sent before", sent, lookOf(untagged), "stuck: same-route", ["r2"]],
    ["the route, linked elsewhere, sent before", sent, elsewhere, "stuck: same-route", ["r2"]],
  ])("%s", (_, request, look, expected, railKeys) => {
    const step = claimed(request, { look });
    const created = { railId: "rail_1", issued: RAIL, reads: 0, since: NOW };
    expect(outcomeOf(step)).toBe(expected);
    expect(step.ok && step.next.state).toMatchObject(
      expected === "created" ? created : { railKeys, since: NOW },
    );
  });
});

it("a Rail of the route that is linked elsewhere may be ours only if something was lost", () => {
  const other = sighting({ tag: { ...TAG, digest: "0".repeat(64) }, owner: "r9" });
  const linked = sighting({ tag: null, owner: "r9" });
  const seen = (each: Sighting, restoredAt: number) =>
    outcomeOf(claimed(agreed, { restoredAt, look: lookOf(each) }));
  expect([seen(linked, 0), seen(linked, 1)]).toEqual(["sending", "stuck: same-route"]);
  expect([seen(other, 0), seen(other, 1)]).toEqual(["sending", "sending"]);
  expect(seen({ ...linked, owner: agreed.id }, 1)).toBe("sending");
});

it.each<[string, string | null, boolean]>([
  [at(-30), null, true],
  [at(-30), at(-60), true],
  [at(-30), "no time", true],
  [at(-3_600), at(-60), false],
  [at(-3_599), at(-60), true],
  // The service's clock may be a day off.
  [at(-30), at(-3_600 - 86_400), true],
  [at(-30), at(-3_601 - 86_400), false],
])("a Rail first seen at %s and made at %s was made since: %s", (firstSeen, createdAt, isSince) => {
  expect(isMadeSince(aRequest(), { firstSeen, rail: { ...RAIL, createdAt } })).toBe(isSince);
});

it.each([
  ["ended just now", 0, null, true],
  ["ended less than a minute ago", -59, null, true],
  ["ended a minute ago", -60, null, false],
  ["ended before", -61, null, false],
  ["ends in the future", 1, null, false],
  ["began after the last attempt ended", -10, -21, true],
  ["began when the last attempt ended", -10, -20, false],
  ["began before the last attempt ended", -10, -19, false],
])("a claim may rest on a look that %s", (_, ended, attempt, isFresh) => {
  const request = aRequest({ attemptEndedAt: attempt === null ? null : at(attempt) });
  const look = { ...lookOf(), endedAt: at(ended) };
  expect(isFreshLook(request, around({ look }))).toBe(isFresh);
  expect(isFreshLook(request, around({ look: null }))).toBe(false);
});

it("a claim rests on no look that began before it was begun", () => {
  const look = lookOf();
  expect(isFreshLook(aRequest({}), around({ look, begunAt: look.beganAt }))).toBe(true);
  expect(isFreshLook(aRequest({}), around({ look, begunAt: at(-19) }))).toBe(false);
});

it("an import takes effect with its id, and resuming ends no other freeze", () => {
  const step = claimed(anAgreed({ change: IMPORT }), {}, null);
  const result = { serviceId: "wa_7" };
  expect(step.ok && step.next.state).toEqual({ is: "done", at: NOW, result });
  expect(step.ok && step.entries).toMatchObject([{ action: "registered", facts: result }]);
  const resume = anAgreed({ change: RESUME });
  expect(outcomeOf(claimed(resume, { forces: frozen }, null))).toBe("refused: not-possible");
});

describe("counting again", () => {
  const waiting = aRequest({ approvals: agreed.approvals });
  const reasonOf = (changes: Partial<Around>) => {
    const step = recount(waiting, around(changes));
    return step.ok && step.next.state.is === "closed" && step.next.state.reason;
  };

  it("says whose approval was lost, and keeps the others", () => {
    const standings = everyone("active").set(CARA, "deactivated");
    const step = recount(agreed, around({ standings }));
    expect(step.ok && step.next.approvals.map(({ by }) => by)).toEqual([BEN]);
    const facts = { lost: [CARA, DAN] };
    expect(step.ok && step.entries).toMatchObject([{ action: "recounted", facts }]);
  });

  it("says why a request can come to nothing", () => {
    const obstacle = { is: "void", because: "destination-gone", until: null } as const;
    expect(reasonOf({ obstacle })).toBe("destination-gone");
    expect(reasonOf({ connection: null })).toBe("other-connection");
    expect(reasonOf({ standings: everyone("guest") })).toBe("requester-gone");
    expect(reasonOf({ obstacle: { ...obstacle, is: "wait", until: at(60) } })).toBe(false);
  });

  it("concerns what waits or is agreed", () => {
    for (const state of Object.values(STATES)) {
      const isUndecided = state.is === "pending" || state.is === "ready";
      expect(recount(aSent(state), around()).ok).toBe(isUndecided);
    }
  });
});
