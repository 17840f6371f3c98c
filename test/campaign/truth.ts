import { findMessage } from "../../src/request/queries/messages.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import type { Status } from "../../src/request/rules/change-request.ts";
import { isWithPeople } from "../../src/request/rules/status.ts";
import type { FaultKind } from "./faults.ts";
import type { History } from "./history.ts";
import type { Scene } from "./scene.ts";

/** The words on a card, written down apart from the code that writes them there. */
export const ON_THE_CARD: Record<Status, RegExp> = {
  pending: /^WAITING \d of \d/,
  approved: /^APPROVED/,
  blocked: /^BLOCKED/,
  sending: /^SENDING/,
  unknown: /^NOT CONFIRMED YET/,
  created: /^CREATED, BEING CHECKED/,
  verified: /^CREATED AND CHECKED/,
  done: /^DONE/,
  quarantined: /^QUARANTINED/,
  "needs-a-person": /^NEEDS/,
  "in-force": /^IN EFFECT/,
  denied: /^DENIED/,
  withdrawn: /^WITHDRAWN/,
  expired: /^EXPIRED/,
  voided: /^VOID/,
  failed: /^FAILED/,
};

/** No card, alarm or instruction is untrue for longer while Slack and the database are healthy. */
export const UNTRUE_AT_MOST_MS = 10_000;

/** Only the sweep wakes what has lost its job. */
const SWEPT_AFTER_MS = 30_000;

/**
 * The database lost, or was given, what the bot did not write, the clock was wrong, or a process stood still for so long that
 * its job was given to another: what is untrue then is excused.
 */
const NOT_HEALTHY: readonly FaultKind[] = [
  "second-worker",
  "restored",
  "restored-without-marker",
  "jobs-lost",
  "approvals-forged",
  "clock-forward",
  "clock-back",
  "clock-far-ahead-and-back",
];

/** `piece` stays the same for as long as the same message is wrong, whatever it says meanwhile. */
interface Untruth {
  piece: string;
  what: string;
}

export interface Untrue {
  what: string;
  ms: number;
}

/** A request as the database has it. */
interface Facts {
  number: number;
  version: number;
  status: Status;
  approvals: number;
}

/** What its messages say after its number; absent where none stands. */
export interface Shown {
  card?: string;
  alarm?: string;
  instructions?: string;
}

const WITHDRAWN = /^Do not send money to it: /;

/** What Slack shows and the database contradicts, each in words of its own. */
export function untrueOf(
  { number, version, status, approvals }: Facts,
  { card, alarm, instructions }: Shown,
): Untruth[] {
  const found: Untruth[] = [];
  const say = (piece: keyof Shown, but: string) =>
    found.push({
      piece: `${number} ${piece}`,
      what: `R-${number} is ${status} (${version}): ${but}`,
    });
  const isAlarming = status === "quarantined" || status === "needs-a-person";
  const isCounted = status !== "pending" || card?.startsWith(`WAITING ${approvals} of`);
  if (card === undefined) say("card", "no card");
  else if (card !== GONE && !(ON_THE_CARD[status].test(card) && isCounted)) {
    say("card", `its card says ${card}`);
  }
  if (isAlarming && alarm === undefined) say("alarm", "no alarm");
  if (!isAlarming && /^(QUARANTINED|NEEDS)/.test(alarm ?? ""))
    say("alarm", `its alarm says ${alarm}`);
  const stands = instructions !== undefined && instructions !== GONE;
  if (status === "verified") say("instructions", "no instructions");
  if (status === "quarantined" && stands && !WITHDRAWN.test(instructions)) {
    say("instructions", "they say how to pay");
  }
  return found;
}

/** Somebody has deleted it: the watch over the cards misses it. */
const GONE = "deleted";

/** Adds up for how long each message is untrue without a break. */
export function createStopwatch() {
  let running = new Map<string, { ms: number; until: number }>();
  let longest: Untrue = { what: "nothing", ms: 0 };
  const over: number[] = [];
  return {
    longest: () => longest,
    /** For how long each was untrue that is no more, in milliseconds. */
    over: (): readonly number[] => over,
    /** All that is untrue between two times, in milliseconds. The same time said twice counts once. */
    passes(untrue: readonly Untruth[], from: number, until: number): void {
      const before = running;
      running = new Map();
      for (const { piece, what } of untrue) {
        const known = before.get(piece) ?? { ms: 0, until: from };
        const ms = known.ms + Math.max(0, until - Math.max(from, known.until));
        running.set(piece, { ms, until: Math.max(until, known.until) });
        if (ms > longest.ms) longest = { what, ms };
      }
      for (const [piece, { ms }] of before) if (!running.has(piece)) over.push(ms);
    },
  };
}

/**
 * The truth of one schedule, in the schedule's own time, so that a busy machine changes nothing: whenever nothing is left to
 * be done now, time passes until the next job is due, or else until the sweep.
 */
export function createTruth(scene: Scene, history: History) {
  const stopwatch = createStopwatch();
  let excused = new Set<string>();
  let struckBefore = 0;

  return {
    longest: stopwatch.longest,
    /** Nothing is to be done before `due`, in ISO 8601. */
    async waits(due: string | undefined): Promise<void> {
      const untrue = await whatIsUntrue(scene, history);
      const struck = history.struck.slice(struckBefore);
      struckBefore = history.struck.length;
      const isSick =
        struck.some((kind) => NOT_HEALTHY.includes(kind)) ||
        !scene.slack.isHealthy(scene.now.value);
      const pieces = untrue.map(({ piece }) => piece);
      excused = new Set(pieces.filter((piece) => isSick || excused.has(piece)));
      const from = Date.parse(scene.now.value);
      const swept = from + SWEPT_AFTER_MS;
      const until = due === undefined ? swept : Math.min(Date.parse(due), swept);
      stopwatch.passes(
        untrue.filter(({ piece }) => !excused.has(piece)),
        from,
        until,
      );
    },
  };
}

async function whatIsUntrue(scene: Scene, history: History): Promise<Untruth[]> {
  const { database, service, slack, workspaceId } = scene;
  const found: Untruth[] = [];
  for (const requestId of history.known.asked.keys()) {
    const ref = { workspaceId, requestId };
    const request = await findRequest(database.db, ref);
    if (!request) continue;
    const shown: Shown = {};
    for (const [key, kind] of MESSAGES) {
      const known = await findMessage(database.db, ref, kind);
      const isOfIt =
        known && (kind !== "alarm" || known.version >= request.version || !isWithPeople(request));
      const text = isOfIt ? (slack.find(known.channelId, known.ts)?.text ?? GONE) : undefined;
      if (text !== undefined) shown[key] = text.replace(/^R-\d+: /, "");
    }
    const { number, version, state, approvals } = request;
    const facts = { number, version, status: state.status, approvals: approvals.length };
    found.push(...untrueOf(facts, shown));
  }
  // They are read from the Rail service.
  const waits = service.isRevoked() ? / instructions$/ : /^$/;
  return found.filter(({ piece }) => !waits.test(piece));
}

const MESSAGES = [
  ["card", "approval-card"],
  ["alarm", "alarm"],
  ["instructions", "instructions"],
] as const;
