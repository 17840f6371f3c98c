import fc from "fast-check";
import { expect, it } from "vitest";
import type { Roster } from "../../src/authority/roster.ts";
import { isUsableId } from "../../src/platform/rail-api/rules/service-id.ts";
import type { ApprovalPolicy } from "../../src/request/rules/approval/approval-policy.ts";
import type { Change } from "../../src/request/rules/change.ts";
import { isSetupChange } from "../../src/request/rules/change.ts";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { decide } from "../../src/request/rules/decide.ts";
import { isContradiction } from "../../src/request/rules/decide-destination.ts";
import type { Circumstances } from "../../src/request/rules/decision.ts";
import { evolve } from "../../src/request/rules/evolve.ts";
import type { RequestEvent } from "../../src/request/rules/request-event.ts";
import { ADDRESS, aConnection, aContent, aPolicy, aRequest } from "../support/builders.ts";
import type { Happening } from "./arbitraries.ts";
import { change, happenings, policy } from "./arbitraries.ts";

interface Step {
  command: Command;
  around: Circumstances;
  before: ChangeRequest;
  after: ChangeRequest;
  events: readonly RequestEvent[];
  isAccepted: boolean;
}

/** Every command that left a trace on the way, from a pending request with this policy frozen in it. */
function walk(change: Change, frozen: ChangeRequest["policy"], commands: Happening[]) {
  const steps: Step[] = [];
  let before = deepFrozen(aRequest({ content: aContent({ change }), policy: frozen }));
  for (const { command: commandFor, around: aroundIt } of commands) {
    const command = commandFor(before);
    const around = aroundIt(before);
    const decision = decide(command, before, around);
    const { events = [] } = decision;
    if (!decision.ok && events.length === 0) continue;
    const after = deepFrozen(events.reduce(evolve, before));
    steps.push({ command, around, before, after, events, isAccepted: decision.ok });
    before = after;
  }
  return steps;
}

const frozen = fc.oneof(
  { weight: 5, arbitrary: fc.constant(aPolicy()) },
  { arbitrary: policy, weight: 1 },
);
const walked = fc.tuple(change, frozen, happenings).map((drawn) => walk(...drawn));
const drawnFrom = { numRuns: 3_000, seed: Math.trunc(Math.random() * 0x7fffffff) };
// Drawn once for all that is held against them: to draw and to walk them is nearly all of the work.
const walks = fc.sample(walked, drawnFrom);

function always(check: (steps: Step[]) => void): void {
  try {
    for (const steps of walks) check(steps);
  } catch (error) {
    // From the same seed, for the shortest walk that breaks it.
    fc.assert(fc.property(walked, check), drawnFrom);
    throw error;
  }
}

/** By themselves, or as a member of a group that Slack has told of. */
function isNamedNow(
  by: string,
  { approvers, groups }: ApprovalPolicy,
  { members }: Roster,
): boolean {
  return [...approvers, ...groups.flatMap((group) => members.get(group) ?? [])].includes(by);
}

const isSend = ({ events }: Step) => events.some(({ type }) => type === "sending-started");

/** The register or the set-up is changed without anything being sent. */
const isKept = (step: Step) =>
  isSetUp(step) ||
  (step.command.type === "carry-out" && step.events.some(({ type }) => type === "in-force"));

const isSetUp = ({ events }: Step) => events.some(({ type }) => type === "set-up-changed");

it("never sends, and never changes the register or the set-up, without a quorum of distinct, active, named approvers of exactly these bytes, in time", () => {
  let sends = 0;
  let kept = 0;
  let setUp = 0;
  always((steps) => {
    // Kept here, apart from the request: who approved which digest, as the commands said it.
    const approvals = new Map<string, string>();
    for (const step of steps) {
      const { command, around, before, events, isAccepted } = step;
      for (const event of events) {
        if (event.type === "approvals-lapsed") for (const by of event.of) approvals.delete(by);
      }
      if (command.type === "approve" && isAccepted) approvals.set(command.by, command.digest);
      if (isSend(step)) sends += 1;
      else if (isKept(step)) kept += 1;
      else continue;
      if (command.type !== "claim" && command.type !== "carry-out")
        throw new Error(`Sent by ${command.type}`);
      if (isSetUp(step)) setUp += 1;
      const { persons, standings } = around.roster;
      const theirs = persons.get(before.requestedBy);
      const counting = [...approvals].filter(
        ([by, digest]) =>
          digest === before.digest &&
          standings.get(by) === "active" &&
          isNamedNow(by, before.policy, around.roster) &&
          isNamedNow(by, around.policy, around.roster) &&
          theirs !== undefined &&
          persons.has(by) &&
          persons.get(by) !== theirs,
      );
      const people = new Set(counting.map(([by]) => persons.get(by)));
      const required = [1, before.policy.approvalsRequired, around.policy.approvalsRequired];
      expect(people.size).toBeGreaterThanOrEqual(Math.max(...required));
      const { countedApprovers = [] } =
        events.find((each) => each.type === "sending-started") ?? {};
      const counted = counting.map(([by]) => by);
      expect(countedApprovers.every((by) => counted.includes(by))).toBe(true);
      expect(around.now < before.expiresAt).toBe(true);
      expect(around.connection).toEqual(aConnection());
    }
  });
  expect(sends).toBeGreaterThan(200);
  expect(kept).toBeGreaterThan(10);
  expect(setUp).toBeGreaterThan(10);
});

it("never changes the set-up from another state than the one it was made from, and never sends anything for that", () => {
  const kinds = new Set<string>();
  always((steps) => {
    for (const step of steps) {
      const { before, around, command } = step;
      const { change } = before.content;
      if (isSetupChange(change)) expect(isSend(step)).toBe(false);
      if (!isSetUp(step)) continue;
      expect(command.type).toBe("carry-out");
      kinds.add(change.kind);
      if (change.kind === "change-policy") expect(around.policy.version).toBe(change.from);
      if (change.kind === "change-channel") {
        expect(around.setup.approvalsChannel).toBe(change.from);
      }
      if (change.kind === "change-connection") {
        const { to, lastFour } = change;
        expect(around.setup.connection).toEqual({ to, lastFour });
      }
    }
  });
  expect([...kinds].sort()).toEqual(["change-channel", "change-connection", "change-policy"]);
});

it("never sends, whitelists or imports anything while nothing may be sent; only takes out of the register", () => {
  const kinds = new Set<string>();
  always((steps) => {
    for (const step of steps) {
      if (!step.around.isFrozen || (!isSend(step) && !isKept(step))) continue;
      kinds.add(step.before.content.change.kind);
    }
  });
  expect([...kinds]).toEqual(["retire-destination"]);
});

it("is linked by one active approver only, not the requester, to a Rail that is what was approved and is no other request's", () => {
  let linked = 0;
  always((steps) => {
    for (const { command, around, before, events } of steps) {
      if (!events.some(({ type }) => type === "linked")) continue;
      linked += 1;
      if (command.type !== "link-rail") throw new Error(`Linked by ${command.type}`);
      expect(["unknown", "needs-a-person"]).toContain(before.state.status);
      expect(command).toMatchObject({ rail: { id: command.railId } });
      const { persons, standings } = around.roster;
      expect(standings.get(command.by)).toBe("active");
      expect(persons.has(before.requestedBy)).toBe(true);
      expect(persons.get(command.by)).not.toBe(persons.get(before.requestedBy));
      expect(isNamedNow(command.by, before.policy, around.roster)).toBe(true);
      expect(isNamedNow(command.by, around.policy, around.roster)).toBe(true);
      expect(around.isRailTaken).toBe(false);
      expect(around.connection).toEqual(aConnection());
      const { state } = before;
      const made = state.status === "needs-a-person" ? state.made : null;
      expect([null, command.railId]).toContain(made?.railId ?? null);
      if (before.state.status !== "unknown") continue;
      const age = Date.parse(around.now) - Date.parse(before.state.since);
      expect(age).toBeGreaterThanOrEqual(120_000);
    }
  });
  expect(linked).toBeGreaterThan(0);
});

it("never sends again before it is recorded of the last attempt that nothing was done, or two people have released one more", () => {
  let repeats = 0;
  let released = 0;
  always((steps) => {
    let isReleased = false;
    const createdNothing = new Set<number>();
    let lastAttempt = 0;
    for (const step of steps) {
      const { command } = step;
      if (command.type === "record") {
        const { type } = command.outcome;
        if (type === "not-sent" || type === "unauthenticated") createdNothing.add(command.attempt);
      }
      if (step.events.some(({ type }) => type === "released")) isReleased = true;
      if (!isSend(step)) continue;
      expect(step.after.attempt).toBe(lastAttempt + 1);
      if (lastAttempt > 0) {
        repeats += 1;
        if (isReleased) released += 1;
        expect(isReleased || createdNothing.has(lastAttempt)).toBe(true);
      }
      isReleased = false;
      lastAttempt = step.after.attempt;
    }
  });
  expect(repeats).toBeGreaterThan(10);
  expect(released).toBeGreaterThan(0);
});

it("never revives what has ended", () => {
  const ended = [
    "denied",
    "withdrawn",
    "expired",
    "voided",
    "failed",
    "quarantined",
    "done",
    "in-force",
  ];
  const beyond = [...ended, "needs-a-person", "created", "verified"];
  const alive = ["pending", "approved", "blocked", "sending"];
  always((steps) => {
    for (const { before, after, events } of steps) {
      const [was, is] = [before.state.status, after.state.status];
      const isReleased = events.some(({ type }) => type === "released");
      // What a person was asked is answered by the sender itself, late: nothing was done.
      const isNotDone = events.some(({ type }) => type === "not-sent" || type === "blocked");
      const isAnswered = was === "needs-a-person" && isNotDone;
      if (beyond.includes(was) && !isReleased && !isAnswered) expect(alive).not.toContain(is);
      if (isReleased) expect(was).toBe("needs-a-person");
      // Only a Rail that turns up, or no longer is what it was, moves an end; and then nothing goes on by itself.
      if (ended.includes(was) && is !== was) expect(is).toBe("quarantined");
    }
  });
});

it("never changes what was asked for, and counts a version for every event", () => {
  always((steps) => {
    for (const { before, after, events, around } of steps) {
      const { version, approvals, wrongAnswers, attempt, state, expiresAt, ...asked } = after;
      expect(asked).toEqual({ ...asked, ...pick(before, asked) });
      const isReleased = events.some(({ type }) => type === "released");
      if (!isReleased) expect(expiresAt).toBe(before.expiresAt);
      expect(version).toBe(before.version + events.length);
      expect(events.every(({ at }) => at === around.now)).toBe(true);
    }
  });
});

it("never holds two approvals of one person, one of the requester's, or one of another digest", () => {
  always((steps) => {
    for (const { after } of steps) {
      const people = after.approvals.map(({ by }) => by);
      expect(people).toEqual([...new Set(people)]);
      expect(people).not.toContain(after.requestedBy);
      expect(after.approvals.every(({ digest }) => digest === after.digest)).toBe(true);
    }
  });
});

it("never puts anything into the register under an id that cannot be kept, is taken, or was shown with another value", () => {
  let inForce = 0;
  always((steps) => {
    for (const { command, around, events, before } of steps) {
      const event = events.find(({ type }) => type === "in-force");
      if (event?.type !== "in-force") continue;
      inForce += 1;
      expect(isUsableId(event.serviceId)).toBe(true);
      const { change } = before.content;
      if (change.kind !== "retire-destination") expect(around.isIdTaken).toBe(false);
      if (change.kind === "whitelist-destination" && around.seen) {
        expect(isContradiction(change.details, around.seen)).toBe(false);
      }
      if (command.type === "record" && command.outcome.type === "whitelisted") {
        expect([null, { network: "SOLANA_DEVNET", value: ADDRESS }]).toContainEqual(
          command.outcome.shown,
        );
        expect(event.isProven).toBe(command.outcome.shown !== null);
      }
    }
  });
  expect(inForce).toBeGreaterThan(40);
});

it("never does anything about an unknown outcome without two active approvers, one of whom did not ask for it", () => {
  let done = 0;
  always((steps) => {
    for (const { command, before, after, around, events } of steps) {
      if (before.state.status !== "needs-a-person" || after.state.status === "needs-a-person") {
        continue;
      }
      // Somebody who enters the id that another one has entered agrees to it.
      if (command.type !== "confirm-remedy" && command.type !== "propose-remedy") {
        // A Rail that somebody links is judged before it counts.
        expect(["record", "scanned", "link-rail"]).toContain(command.type);
        continue;
      }
      done += 1;
      expect(before.state.remedy).toMatchObject({ remedy: command.remedy });
      const people = new Set([before.state.remedy?.by, command.by]);
      expect(people.size).toBe(2);
      expect(command.by).not.toBe(before.requestedBy);
      const { persons } = around.roster;
      const all = [...people, before.requestedBy].map((each = "") => persons.get(each));
      expect(all[1]).toBeDefined();
      expect([all[0], all[2]]).not.toContain(all[1]);
      for (const each of people) {
        expect(isNamedNow(each ?? "", before.policy, around.roster)).toBe(true);
        expect(isNamedNow(each ?? "", around.policy, around.roster)).toBe(true);
      }
      expect(events).toHaveLength(1);
    }
  });
  expect(done).toBeGreaterThan(10);
});

it("never asks for more than three wrong groups of one person, and forgets none", () => {
  let ended = 0;
  always((steps) => {
    for (const { before, after, events } of steps) {
      const [event] = events;
      if (event?.type !== "wrong-answer") {
        expect(after.wrongAnswers).toEqual(before.wrongAnswers);
        continue;
      }
      expect(event.times).toBe((before.wrongAnswers[event.by] ?? 0) + 1);
      expect(event.times).toBeLessThanOrEqual(3);
      expect(after.wrongAnswers).toEqual({ ...before.wrongAnswers, [event.by]: event.times });
      expect(after.state).toEqual(before.state);
      if (event.times === 3) ended += 1;
    }
  });
  expect(ended).toBeGreaterThan(0);
});

function pick<Whole extends object>(whole: Whole, part: Partial<Whole>): Partial<Whole> {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key in part)) as Partial<Whole>;
}

/** A decision or an evolution that wrote into what it was given would throw. */
function deepFrozen<Tree>(tree: Tree): Tree {
  if (typeof tree === "object" && tree !== null && !Object.isFrozen(tree)) {
    Object.freeze(tree);
    for (const branch of Object.values(tree)) deepFrozen(branch);
  }
  return tree;
}
