import { cleanText } from "../../platform/text/shown-text.ts";
import { upTo } from "../../platform/text/times.ts";
import type { Count } from "../rules/may.ts";
import { later } from "../rules/pauses.ts";
import type { Request } from "../rules/request.ts";
import type { Settings } from "../rules/settings.ts";
import type { Trust } from "../rules/trust.ts";
import { joined } from "./people.ts";

/** All that a card is drawn from, and every other message about its request. Times are ISO 8601. */
export interface CardFacts {
  request: Request;
  /** In force now. */
  settings: Settings;
  count: Count;
  /** The open `resume` request; null while sending is not stopped. */
  resume: Request | null;
  /** The last audit entry of the request: it anchors the chain outside the database. */
  last: { seq: number; hash: string };
  /** Of the Rail service: `Acme · SANDBOX`. */
  account: string;
  now: string;
  /** When what the request waits for is over; null where that is not known. */
  obstacleUntil: string | null;
  /** Where messages of ours about it are; null where there is none. */
  links: { card: string | null; instructions: string | null };
  /** Of a `resume`: numbers of the requests that were being sent, or may have been. */
  sending: readonly number[];
  /** The same of approved requests that wait. */
  kept: readonly number[];
  /** All requests that registered its destination, or asked to. */
  register: readonly Request[];
  /** Of a Rail that is done; null for all else. */
  trust: Trust | null;
  /** The newest done request that names that Rail: this one, or what people trusted since. */
  naming: Request | null;
  /** The service's whole list was read since the last attempt ended. */
  isLookedFor: boolean;
}

/** `R-142`. */
export function numberOf({ number }: Pick<Request, "number">): string {
  return `R-${number}`;
}

const MOST_NUMBERS = 10;

/** `R-12, R-14 and 3 more`. */
export function numbersText(numbers: readonly number[]): string {
  const all = numbers.map((number) => numberOf({ number }));
  return joined(
    upTo(all, MOST_NUMBERS, (more) => `${more} more`),
    "and",
  );
}

/** The number of `R-142`, however it is typed; null for other words. */
export function numberIn(words: string): number | null {
  const [, number] = /^r-?([0-9]{1,9})$/i.exec(words) ?? [];
  return number === undefined ? null : Number(number);
}

/** `Acme · SANDBOX`, for the context of every screen. */
export function accountText(team: string, environment: string): string {
  return `${cleanText(team, 60)} · ${environment.toUpperCase()}`;
}

/**
 * Whether people see a Rail by this request: the one that made it, or the newest that trusts one
 * made elsewhere.
 */
export function isOfItsRail({ request, naming }: Pick<CardFacts, "request" | "naming">): boolean {
  const { change } = request.content;
  if (change.kind !== "trust-rail") return true;
  return change.made === null && (naming ?? request).id === request.id;
}

/** When Rails can be requested to a registered destination. */
export function usableFrom(request: Request, { coolDownHours }: Settings): string {
  const { state, requestedAt } = request;
  return later(state.is === "done" ? state.at : requestedAt, coolDownHours * 3_600);
}

/**
 * Whether an attempt ended unclearly and nobody found out since: the service may have done it. What
 * surely did nothing stays in the first round: *approve again* only follows a question to people.
 */
export function mayExist({ attempts, round, state }: Request): boolean {
  if (attempts.length === 0 || state.is === "created" || state.is === "done") return false;
  const isGivenUp = state.is === "closed" && state.how === "given-up";
  return round > 1 || state.is === "unknown" || state.is === "stuck" || isGivenUp;
}
