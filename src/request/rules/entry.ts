import type { Closing } from "./request.ts";

/** What can happen, in the words of the audit. Names stay for ever. */
export type Action = Deciding | Sending | OfTheRail | OfTheWorkspace;
type Deciding = "requested" | "approved" | "recounted" | "waiting" | "asked-again" | Closing;
type Sending = "sending" | "created" | "not-created" | "not-sent" | "unknown" | "stuck";
type OfTheRail = "linked" | "read-back" | "filled" | "registered" | "reported" | "trusted";
type OfTheWorkspace = "settings" | "frozen" | "resumed" | "restored" | "broken" | OfTokens;
type OfTokens = "installed" | "removed" | "token-entered";

/** An entry before the store numbers, dates and chains it. */
export interface Entry {
  action: Action;
  /** A Slack user id, or `SIGNALBOX`. */
  by: string;
  /** Null where it concerns the whole workspace. */
  request: string | null;
  /** The request's version after the step. */
  version: number | null;
  /** The claim that it belongs to; unique per request among `sending` entries. */
  attempt: string | null;
  facts: Facts;
}

/** JSON: the store refuses what has no canonical bytes. */
export type Facts = Readonly<Record<string, unknown>>;

/** What is in force after an entry: each carries it, so the last one says it. */
export interface Forces {
  /** Version of the settings; 0 before the first. */
  settings: number;
  /** Id of the open `resume` request; null while nothing is frozen. */
  frozen: string | null;
}
