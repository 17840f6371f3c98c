import fc from "fast-check";
import { expect, it } from "vitest";
import type { ChangeRequest, RequestEvent } from "../../src/domain/change-request.ts";
import { evolve } from "../../src/domain/change-request.ts";
import type { Command } from "../../src/domain/decide.ts";
import { decide } from "../../src/domain/decide.ts";
import type { Circumstances } from "../../src/domain/decision.ts";
import { aConnection, aPolicy, aRequest } from "../support/builders.ts";
import type { Happening } from "./arbitraries.ts";
import { happenings, policy } from "./arbitraries.ts";

interface Step {
  command: Command;
  around: Circumstances;
  before: ChangeRequest;
  after: ChangeRequest;
  events: readonly RequestEvent[];
}

/** Every accepted command on the way, from a pending request with this policy frozen in it. */
function walk(frozen: ChangeRequest["policy"], commands: Happening[]) {
  const steps: Step[] = [];
  let before = deepFrozen(aRequest({ policy: frozen }));
  for (const { command: commandFor, around } of commands) {
    const command = commandFor(before);
    const decision = decide(command, before, around);
    if (!decision.ok) continue;
    const after = deepFrozen(decision.events.reduce(evolve, before));
    steps.push({ command, around, before, after, events: decision.events });
    before = after;
  }
  return steps;
}

function always(check: (steps: Step[]) => void): void {
  const frozen = fc.oneof(
    { weight: 5, arbitrary: fc.constant(aPolicy()) },
    { arbitrary: policy, weight: 1 },
  );
  fc.assert(
    fc.property(frozen, happenings, (policyThen, commands) => check(walk(policyThen, commands))),
    { numRuns: 1_000 },
  );
}

const isSend = ({ events }: Step) => events.some(({ type }) => type === "sending-started");

it("never sends without a quorum of distinct, active, named approvers of exactly these bytes, in time", () => {
  let sends = 0;
  always((steps) => {
    // Kept here, apart from the request: who approved which digest, as the commands said it.
    const approvals = new Map<string, string>();
    for (const { command, around, before, events } of steps) {
      if (command.type === "approve") approvals.set(command.by, command.digest);
      for (const event of events) {
        if (event.type === "approvals-lapsed") for (const by of event.of) approvals.delete(by);
      }
      if (!events.some(({ type }) => type === "sending-started")) continue;
      sends += 1;
      if (command.type !== "claim") throw new Error(`Sent by ${command.type}`);
      const counted = [...approvals].filter(
        ([by, digest]) =>
          by !== before.requestedBy &&
          digest === before.digest &&
          command.standings.get(by) === "active" &&
          before.policy.approvers.includes(by) &&
          around.policy.approvers.includes(by),
      );
      const required = [1, before.policy.approvalsRequired, around.policy.approvalsRequired];
      expect(counted.length).toBeGreaterThanOrEqual(Math.max(...required));
      expect(around.now < before.expiresAt).toBe(true);
      expect(around.connection).toEqual(aConnection());
    }
  });
  expect(sends).toBeGreaterThan(200);
});

it("never sends again before it is recorded of the last attempt that nothing was created", () => {
  let repeats = 0;
  always((steps) => {
    const createdNothing = new Set<number>();
    let lastAttempt = 0;
    for (const step of steps) {
      const { command } = step;
      if (command.type === "record") {
        const { type } = command.outcome;
        if (type === "not-sent" || type === "unauthenticated") createdNothing.add(command.attempt);
      }
      if (!isSend(step)) continue;
      expect(step.after.attempt).toBe(lastAttempt + 1);
      if (lastAttempt > 0) {
        repeats += 1;
        expect(createdNothing).toContain(lastAttempt);
      }
      lastAttempt = step.after.attempt;
    }
  });
  expect(repeats).toBeGreaterThan(20);
});

it("never revives what has ended", () => {
  const ended = ["denied", "withdrawn", "expired", "failed", "quarantined", "done"];
  const beyond = [...ended, "needs-a-person", "created", "verified"];
  const alive = ["pending", "approved", "blocked", "sending"];
  always((steps) => {
    for (const { before, after } of steps) {
      const [was, is] = [before.state.status, after.state.status];
      if (beyond.includes(was)) expect(alive).not.toContain(is);
      // Only a Rail that turns up, or no longer is what it was, moves an end; and then nothing goes on by itself.
      if (ended.includes(was) && is !== was) expect(is).toBe("quarantined");
    }
  });
});

it("never changes what was asked for, and counts a version for every event", () => {
  always((steps) => {
    for (const { before, after, events, around } of steps) {
      const { version, approvals, attempt, state, ...asked } = after;
      expect(asked).toEqual({ ...asked, ...pick(before, asked) });
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
