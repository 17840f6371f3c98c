import fc from "fast-check";
import { expect, it } from "vitest";
import type { ChangeRequest, Status } from "../../src/request/rules/change-request.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { decide } from "../../src/request/rules/decide.ts";
import { evolve } from "../../src/request/rules/evolve.ts";
import type { Outcome } from "../../src/request/rules/outcome/outcome.ts";
import type { Remedy } from "../../src/request/rules/remedy.ts";
import { ADDRESS, ANA, after, aWhitelisting, BEN, CAL } from "../support/builders.ts";
import { ABSENT, about, around } from "./situations.ts";

/** What becomes of a POST: whether it takes effect, and what its sender hears; undefined is nothing, for it died. */
interface Fate {
  isDone: boolean;
  heard: "answer" | "refused" | "unauthenticated" | "not-sent" | "unknown" | undefined;
}

const fate = fc.constantFrom<Fate>(
  { isDone: true, heard: "answer" },
  { isDone: true, heard: "unknown" },
  { isDone: true, heard: undefined },
  { isDone: false, heard: "refused" },
  { isDone: false, heard: "unauthenticated" },
  { isDone: false, heard: "not-sent" },
  { isDone: false, heard: "unknown" },
  { isDone: false, heard: undefined },
);

type Move = "worker" | "sender-hears" | "people-look" | "expire" | "withdraw" | "void";
const move = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Move>("worker", "sender-hears", "people-look") },
  { weight: 1, arbitrary: fc.constantFrom<Move>("expire", "withdraw", "void") },
);

interface Truth {
  request: ChangeRequest;
  /** The ids that the service has given to this address. */
  ids: readonly string[];
  posts: number;
  releases: number;
}

/** A whitelisting, its workers, a service, and two people who look it up there and say what they see. */
function play(moves: readonly { move: Move; fate: Fate }[], check: (truth: Truth) => void): void {
  let request = about(aWhitelisting(), "approved");
  const ids: string[] = [];
  const posts: { attempt: number; fate: Fate }[] = [];
  let releases = 0;
  const tell = (command: Command, now = around().now) => {
    const decision = decide(command, request, around({ now, register: ABSENT }));
    if (decision.ok) request = decision.events.reduce(evolve, request);
    return decision.ok;
  };

  const isSending = () => request.state.status === "sending";

  for (const { move, fate } of moves) {
    switch (move) {
      case "worker": {
        if (isSending()) {
          tell({ type: "interrupted" });
          break;
        }
        tell({ type: "claim" });
        if (!isSending()) break;
        posts.push({ attempt: request.attempt, fate });
        if (fate.isDone) ids.push(`wa_${request.attempt}`);
        break;
      }
      case "sender-hears": {
        const heard = posts.find(({ fate }) => fate.heard !== undefined);
        if (!heard) break;
        tell({ type: "record", attempt: heard.attempt, outcome: outcomeOf(heard) });
        heard.fate = { ...heard.fate, heard: undefined };
        break;
      }
      case "people-look": {
        const [serviceId] = ids;
        const remedy: Remedy =
          serviceId === undefined ? { type: "release-attempt" } : { type: "enter-id", serviceId };
        tell({ type: "propose-remedy", by: BEN, remedy });
        if (tell({ type: "confirm-remedy", by: CAL, remedy })) {
          if (remedy.type === "release-attempt") releases += 1;
        }
        break;
      }
      case "expire":
        tell({ type: "expire" }, after({ hours: 25 }));
        break;
      case "withdraw":
        tell({ type: "withdraw", by: ANA });
        break;
      case "void":
        tell({ type: "void" });
        break;
    }
    check({ request, ids, posts: posts.length, releases });
  }
}

const NOTHING_DONE: Status[] = ["denied", "withdrawn", "expired", "voided", "failed", "blocked"];

it("is done once at the service however often it fails, and never said to be undone where it is done", () => {
  const ends = new Set<string>();
  let released = 0;
  fc.assert(
    fc.property(fc.array(fc.record({ move, fate }), { maxLength: 40, size: "max" }), (moves) => {
      play(moves, ({ request, ids, releases }) => {
        const { state } = request;
        ends.add(state.status);
        released = Math.max(released, releases);
        expect(ids.length).toBeLessThanOrEqual(1);
        if (ids.length > 0) expect(NOTHING_DONE).not.toContain(state.status);
        if (state.status === "in-force") expect(ids).toEqual([state.serviceId]);
        expect(["quarantined", "unknown"]).not.toContain(state.status);
      });
    }),
    { numRuns: 2_000 },
  );
  expect(released).toBeGreaterThan(1);
  expect([...ends].sort()).toEqual([
    "approved",
    "blocked",
    "expired",
    "failed",
    "in-force",
    "needs-a-person",
    "sending",
    "withdrawn",
  ]);
});

it("is never posted again by itself: for each POST after one of unknown outcome there is a release", () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40, size: "max" }), (moves) => {
      const unclear = moves.map((each) => ({
        move: each,
        fate: { isDone: false, heard: each === "worker" ? undefined : ("unknown" as const) },
      }));
      play(unclear, ({ posts, releases }) => {
        expect(posts).toBeLessThanOrEqual(1 + releases);
      });
    }),
    { numRuns: 2_000 },
  );
});

function outcomeOf({ attempt, fate: { heard } }: { attempt: number; fate: Fate }): Outcome {
  const shown = { network: "SOLANA_DEVNET", value: ADDRESS };
  switch (heard) {
    case "answer":
      return { type: "whitelisted", serviceId: `wa_${attempt}`, shown, answer: "{}" };
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
