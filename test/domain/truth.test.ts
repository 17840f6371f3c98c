import fc from "fast-check";
import { expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rules/rail.ts";
import type { ChangeRequest, State } from "../../src/request/rules/change-request.ts";
import { railIdOf } from "../../src/request/rules/change-request.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { decide } from "../../src/request/rules/decide.ts";
import { evolve } from "../../src/request/rules/evolve.ts";
import type { Outcome } from "../../src/request/rules/outcome/outcome.ts";
import { ANA, after } from "../support/builders.ts";
import { around, inStatus, theRail } from "./situations.ts";

/** What becomes of a POST: whether a Rail is made, and what its sender hears; undefined is nothing, for it died. */
interface Fate {
  isMade: boolean;
  heard:
    | "answer"
    | "answer-without-id"
    | "refused"
    | "unauthenticated"
    | "not-sent"
    | "unknown"
    | undefined;
}

const fate = fc.constantFrom<Fate>(
  { isMade: true, heard: "answer" },
  { isMade: true, heard: "answer-without-id" },
  { isMade: true, heard: "unknown" },
  { isMade: true, heard: undefined },
  { isMade: false, heard: "refused" },
  { isMade: false, heard: "unauthenticated" },
  { isMade: false, heard: "not-sent" },
  { isMade: false, heard: "unknown" },
  { isMade: false, heard: undefined },
);

type Move = "worker" | "post-lands" | "sender-hears" | "look" | "read" | "expire" | "withdraw";
const move = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Move>("worker") },
  { weight: 4, arbitrary: fc.constantFrom<Move>("post-lands", "sender-hears", "look") },
  { weight: 1, arbitrary: fc.constantFrom<Move>("read", "expire", "withdraw") },
);

interface Post {
  attempt: number;
  fate: Fate;
  hasLanded: boolean;
}

/** A request, its workers and a service, each as late as it likes. */
function play(moves: readonly { move: Move; fate: Fate }[], check: (truth: Truth) => void): void {
  let request = inStatus("approved");
  const rails: Rail[] = [];
  const posts: Post[] = [];
  const tell = (command: Command, now = around().now) => {
    const decision = decide(command, request, around({ now }));
    if (decision.ok) request = decision.events.reduce(evolve, request);
    return decision.ok;
  };

  for (const { move, fate } of moves) {
    const landing = posts.find(({ hasLanded }) => !hasLanded);
    switch (move) {
      case "worker": {
        if (request.state.status === "sending") tell({ type: "interrupted" });
        else if (rails.length > 0) tell({ type: "scanned", matches: rails, candidates: [] });
        else if (tell({ type: "claim" })) {
          posts.push({ attempt: request.attempt, fate, hasLanded: false });
        }
        break;
      }
      case "post-lands":
        if (!landing) break;
        landing.hasLanded = true;
        if (landing.fate.isMade) rails.push(theRail({ id: `rail_${landing.attempt}` }));
        break;
      case "sender-hears": {
        const heard = posts.find(({ hasLanded, fate }) => hasLanded && fate.heard !== undefined);
        if (!heard) break;
        tell({ type: "record", attempt: heard.attempt, outcome: outcomeOf(heard) });
        heard.fate = { ...heard.fate, heard: undefined };
        break;
      }
      case "look":
        tell({ type: "scanned", matches: rails, candidates: [] });
        break;
      case "read":
        tell({ type: "read-back", railId: railIdOf(request) ?? "", rail: rails[0] ?? null });
        break;
      case "expire":
        tell({ type: "expire" }, after({ hours: 23 }));
        break;
      case "withdraw":
        tell({ type: "withdraw", by: ANA });
        break;
    }
    check({ request, rails, posts });
  }
}

interface Truth {
  request: ChangeRequest;
  rails: readonly Rail[];
  posts: readonly Post[];
}

const NO_RAIL: State["status"][] = [
  "denied",
  "withdrawn",
  "expired",
  "failed",
  "pending",
  "approved",
  "blocked",
];

it("never says that there is no Rail while there is one, or may come one; and there is never a second", () => {
  const ends = new Set<string>();
  fc.assert(
    fc.property(fc.array(fc.record({ move, fate }), { maxLength: 50, size: "max" }), (moves) => {
      play(moves, ({ request, rails, posts }) => {
        const { status } = request.state;
        ends.add(status);
        expect(rails.length).toBeLessThanOrEqual(1);
        const mayCome = posts.some(({ hasLanded, fate }) => !hasLanded && fate.isMade);
        if (rails.length > 0 || mayCome) expect(NO_RAIL).not.toContain(status);
        expect(status).not.toBe("quarantined");
      });
    }),
    { numRuns: 2_000 },
  );
  expect([...ends].sort()).toEqual([
    "approved",
    "blocked",
    "created",
    "expired",
    "failed",
    "needs-a-person",
    "sending",
    "unknown",
    "verified",
    "withdrawn",
  ]);
});

function outcomeOf({ attempt, fate: { heard } }: Post): Outcome {
  switch (heard) {
    case "answer":
      return { type: "created", rail: theRail({ id: `rail_${attempt}` }) };
    case "answer-without-id":
      return { type: "created", rail: theRail({ id: null }) };
    case "refused":
      return { type: "refused", message: "Invalid", fieldErrors: {} };
    case "unauthenticated":
      return { type: "unauthenticated" };
    case "not-sent":
      return { type: "not-sent", because: "no-connection" };
    case "unknown":
    case undefined:
      return { type: "unknown" };
  }
}
