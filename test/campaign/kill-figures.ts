import type { Untrue } from "./truth.ts";

/** What came of it. The times are from the kill, in milliseconds. */
export interface KillFigures {
  kills: number;
  /** Those of them that left no bot alive. */
  killsOfAll: number;
  asked: number;
  approved: number;
  /** Answered by nobody, since the bot that had it was killed: done again by whoever did it. */
  notAcknowledged: number;
  /** How the approved requests ended, by the title of their card. */
  ends: Record<string, number>;
  /** Until what was under way was seen to have moved at all, and until it rested. */
  moved: number[];
  rested: number[];
  /** The same after kills that left no bot alive: here starting anew is within it. */
  startedAfterAll: number[];
  movedAfterAll: number[];
  restedAfterAll: number[];
  /** What was untrue for the longest while Slack and the database were healthy. */
  untrue: Untrue;
  faults: string[];
  seconds: number;
}

export function noFigures(): KillFigures {
  return {
    kills: 0,
    killsOfAll: 0,
    asked: 0,
    approved: 0,
    notAcknowledged: 0,
    ends: {},
    moved: [],
    rested: [],
    startedAfterAll: [],
    movedAfterAll: [],
    restedAfterAll: [],
    untrue: { what: "nothing", ms: 0 },
    faults: [],
    seconds: 0,
  };
}

export function report({
  moved,
  rested,
  startedAfterAll,
  movedAfterAll,
  restedAfterAll,
  ...others
}: KillFigures): string {
  return [
    JSON.stringify(others, null, 2),
    `Some bots lived on: moved: ${distribution(moved)}`,
    `                    rested: ${distribution(rested)}`,
    `None lived on:    started: ${distribution(startedAfterAll)}`,
    `                    moved: ${distribution(movedAfterAll)}`,
    `                    rested: ${distribution(restedAfterAll)}`,
    "",
  ].join("\n");
}

/** What a list of times looks like, in a line: seconds. */
function distribution(times: readonly number[]): string {
  if (times.length === 0) return "none";
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) =>
    ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000).toFixed(
      1,
    );
  return `${sorted.length} measured; half within ${at(0.5)} s, 90 % within ${at(0.9)} s, 99 % within ${at(0.99)} s, all within ${at(1)} s`;
}

/** What was under way has to go on so soon after every kill. Only the command judges it, on a machine of its own. */
const GOES_ON_WITHIN_MS = 10_000;

export function isInTime({ moved, movedAfterAll }: KillFigures): boolean {
  return [...moved, ...movedAfterAll].every((ms) => ms <= GOES_ON_WITHIN_MS);
}
