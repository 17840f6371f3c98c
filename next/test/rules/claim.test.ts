import { describe, expect, it } from "vitest";
import type { Obstacle } from "../../src/request/rules/around.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { ADDITION, contentOf, IMPORT, ON_RAMP, RESUME } from "./changes.ts";
import { ANNA, at, BEN, CARA, CONNECTION, everyone, NOW } from "./company.ts";
import { altered, leavesOf, withValue } from "./leaves.ts";
import { lookOf, outcomeOf, RAIL, STATES, sighting } from "./rails.ts";
import { anAgreed, around, aSent } from "./situation.ts";

type Changes = Parameters<typeof around>[0];
const claimed = (request: Request, changes: Changes = {}, attempt: string | null = "a2") =>
  claim(request, around(changes), attempt);
const frozen = { settings: 1, frozen: "r-freeze" };
const WAIT: Obstacle = { is: "wait", because: "cool-down", until: at(60) };
const ODD: Obstacle = { is: "wait", because: "name-taken", until: null };
const VOID: Obstacle = { is: "void", because: "destination-gone", until: null };
const unlisted = { ...CONNECTION, hasToken: true, isListed: false };
const tokenless = { ...CONNECTION, hasToken: false, isListed: true };
const silent = { standings: new Map([[BEN, "active" as const]]) };
const agreed = anAgreed();
const sent = aSent({ is: "ready", because: null });

it("a claim names its attempt, keeps the earlier ones, and is written down", () => {
  const step = claimed(sent);
  if (!step.ok) throw new Error(step.because.is);
  const { digest, version } = sent;
  expect(step.next).toEqual({
    ...sent,
    version: version + 1,
    attempts: ["a1", "a2"],
    state: { is: "sending", attempt: "a2", since: NOW },
  });
  expect(step.entries).toMatchObject([{ action: "sending", attempt: "a2", facts: { digest } }]);
});

describe("a claim is made only where all is well", () => {
  it.each<[string, Request, Changes, string]>([
    ["all well", agreed, {}, "sending"],
    ["all well, a destination", anAgreed({ change: ADDITION }), {}, "sending"],
    ["a destination needs no look", anAgreed({ change: ADDITION }), { look: null }, "sending"],
    ["expired", anAgreed({ expiresAt: NOW }), {}, "refused: expired"],
    ["never expiring", anAgreed({ expiresAt: null }), {}, "sending"],
    ["other bytes than its digest's", anAgreed({ digest: "0".repeat(64) }), {}, "refused: broken"],
    ["frozen", agreed, { forces: frozen }, "ready: frozen"],
    ["a destination, frozen", anAgreed({ change: ADDITION }), { forces: frozen }, "ready: frozen"],
    ["another connection", agreed, { connection: null }, "closed: void"],
    [
      "an address that the operator does not list",
      agreed,
      { connection: unlisted },
      "ready: not-listed",
    ],
    ["no token", agreed, { connection: tokenless }, "ready: token"],
    ["a cool-down", agreed, { obstacle: WAIT }, "ready: cool-down"],
    ["something else that may pass", agreed, { obstacle: ODD }, "ready: look"],
    ["something that never passes", agreed, { obstacle: VOID }, "closed: void"],
    [
      "the requester gone",
      agreed,
      { standings: everyone("active").set(ANNA, "deactivated") },
      "closed: void",
    ],
    [
      "an approver gone",
      agreed,
      { standings: everyone("active").set(CARA, "deactivated") },
      "pending",
    ],
    ["Slack silent about an approver", agreed, silent, "ready: people"],
    ["approvals before a restore", agreed, { restoredAt: 50 }, "pending"],
    ["no settings", agreed, { inForce: null }, "pending"],
    ["no look", agreed, { look: null }, "ready: look"],
    ["an old look", agreed, { look: { ...lookOf(), endedAt: at(-60) } }, "ready: look"],
    [
      "a look that began before the attempt ended",
      { ...sent, attemptEndedAt: at(-20) },
      {},
      "ready: look",
    ],
  ])("%s", (_, request, changes, expected) => {
    expect(outcomeOf(claimed(request, changes))).toBe(expected);
  });

  it.each(Object.values(STATES).filter(({ is }) => is !== "ready"))(
    "and not of what is $is",
    (state) => {
      expect(outcomeOf(claimed(aSent(state)))).toBe("refused: not-possible");
    },
  );

  it("and not without an attempt's id", () => {
    expect(outcomeOf(claimed(agreed, {}, null))).toBe("refused: not-possible");
  });

  it("and changes nothing where it waits for the same already", () => {
    const waiting = anAgreed({ state: { is: "ready", because: "frozen" } });
    expect(outcomeOf(claimed(waiting, { forces: frozen }))).toBe("as it was");
    expect(outcomeOf(claimed(waiting, { connection: tokenless }))).toBe("ready: token");
  });
});

/** A kind is no field that changes alone. */
const LEAVES = leavesOf(contentOf(ON_RAMP)).filter((path) => path !== "change.kind");

describe.each(LEAVES)("a request whose %s was changed", (path) => {
  const content = altered(agreed.content, path);

  it("is not claimed with its old digest, and with the new one nobody approved it", () => {
    expect(outcomeOf(claimed({ ...agreed, content }))).toBe("refused: broken");
    const digest = digestOf(content);
    const isVoid = path.startsWith("connection");
    const expected = isVoid ? "closed: void" : "pending";
    expect(outcomeOf(claimed({ ...agreed, content, digest }))).toBe(expected);
  });
});

it("a request that gained a field is not claimed", () => {
  const content = withValue(agreed.content, "change.limit", "1000");
  expect(outcomeOf(claimed({ ...agreed, content }))).toBe("refused: broken");
});

describe("what the look before a claim shows", () => {
  const found = lookOf(sighting());
  const untagged = lookOf(sighting({ tag: null, key: "r2" }));
  it.each<[string, Request, Changes, string, readonly string[]]>([
    ["our tag, and it was sent: it is ours", sent, { look: found }, "created", []],
    ["our tag, and it was never sent", agreed, { look: found }, "stuck: known", ["rail_1"]],
    [
      "our tag twice, and it was never sent",
      agreed,
      { look: lookOf(sighting(), sighting({ key: "r3" })) },
      "stuck: known",
      ["rail_1", "r3"],
    ],
    [
      "our tag on a Rail that was ruled out",
      { ...sent, ruledOut: ["rail_1"] },
      { look: found },
      "stuck: known",
      ["rail_1"],
    ],
    [
      "our tag on a Rail with an owner",
      sent,
      { look: lookOf(sighting({ owner: "r9" })) },
      "stuck: known",
      ["rail_1"],
    ],
    [
      "our tag without an id",
      sent,
      { look: lookOf(sighting({ rail: { ...RAIL, id: null } })) },
      "stuck: no-id",
      ["rail_1"],
    ],
    ["a Rail of the route", agreed, { look: untagged }, "stuck: same-route", ["r2"]],
    [
      "a Rail of the route, after an attempt",
      sent,
      { look: untagged },
      "stuck: same-route",
      ["r2"],
    ],
  ])("%s", (_, request, changes, expected, keys) => {
    const step = claimed(request, changes);
    expect(outcomeOf(step)).toBe(expected);
    const state = step.ok ? step.next.state : null;
    if (state?.is === "stuck") expect(state).toMatchObject({ railKeys: keys, since: NOW });
    if (state?.is === "created") {
      expect(state).toEqual({
        is: "created",
        railId: "rail_1",
        issued: RAIL,
        reads: 0,
        since: NOW,
      });
    }
  });
});

describe("what sends nothing takes effect", () => {
  it("without looking, a token or a listed address, and while frozen", () => {
    const none = { look: null, connection: { ...tokenless, isListed: false }, forces: frozen };
    const step = claimed(anAgreed({ change: IMPORT }), none, null);
    expect(step.ok && step.next.state).toEqual({
      is: "done",
      at: NOW,
      result: { serviceId: "wa_7" },
    });
    expect(step.ok && step.entries).toMatchObject([
      { action: "registered", facts: { serviceId: "wa_7" } },
    ]);
  });

  it("and waits for people and cool-downs", () => {
    const request = anAgreed({ change: IMPORT });
    expect(outcomeOf(claimed(request, { standings: new Map() }, null))).toBe("ready: people");
    expect(outcomeOf(claimed(request, { obstacle: WAIT }, null))).toBe("ready: cool-down");
  });

  it("and resuming ends only its own freeze", () => {
    const resume = anAgreed({ change: RESUME });
    const own = { forces: { settings: 1, frozen: resume.id } };
    expect(outcomeOf(claimed(resume, own, null))).toBe("done");
    expect(outcomeOf(claimed(resume, { forces: frozen }, null))).toBe("refused: not-possible");
    const gone = { ...own, standings: everyone("active").set(ANNA, "deactivated") };
    expect(outcomeOf(claimed(resume, gone, null))).toBe("done");
  });
});
