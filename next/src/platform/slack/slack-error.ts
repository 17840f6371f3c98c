import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from "@slack/web-api";

/** Named by what the caller can do about it. */
export type SlackErrorCode =
  /** Slack did nothing, and takes the call again after `retryAfterMs`. */
  | "limited"
  /** No clear answer: Slack may have done it. */
  | "unavailable"
  /** The conversation or person takes nothing from the bot until somebody changes that. */
  | "unreachable"
  /** What the call is about no longer exists: the message, view, trigger or response URL. */
  | "gone"
  /** Slack no longer takes the workspace's token. */
  | "not-installed"
  /** A fault of ours, or a change at Slack. */
  | "refused";

interface Facts extends ErrorOptions {
  /** Slack's own code. */
  said?: string;
  retryAfterMs?: number;
}

/** Holds no token and nothing of what was sent or answered. */
export class SlackError extends Error {
  override readonly name = "SlackError";
  readonly code: SlackErrorCode;
  /** Slack's own code, such as `channel_not_found`; null if it gave none. */
  readonly said: string | null;
  /** With `limited`: milliseconds. */
  readonly retryAfterMs: number;

  constructor(code: SlackErrorCode, message: string, facts: Facts = {}) {
    super(message, facts);
    this.code = code;
    this.said = facts.said ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? 0;
  }
}

/** Where Slack limits a call without saying for how long. */
export const USUAL_LIMIT_MS = 30_000;

const CODES: Readonly<Record<string, SlackErrorCode>> = {
  ...codes("limited", "ratelimited", "rate_limited", "message_limit_exceeded"),
  ...codes("unavailable", "internal_error", "fatal_error", "service_unavailable"),
  ...codes("unavailable", "request_timeout", "team_added_to_org"),
  ...codes("unreachable", "channel_not_found", "not_in_channel", "is_archived", "is_inactive"),
  ...codes("unreachable", "restricted_action", "restricted_action_read_only_channel"),
  ...codes("unreachable", "restricted_action_thread_only_channel"),
  ...codes("unreachable", "restricted_action_non_threadable_channel"),
  ...codes("unreachable", "restricted_action_thread_locked", "messages_tab_disabled"),
  ...codes("unreachable", "user_not_found", "user_disabled", "user_not_visible"),
  ...codes("unreachable", "user_not_in_channel", "cannot_dm_bot"),
  ...codes("gone", "message_not_found", "cant_update_message", "edit_window_closed"),
  ...codes("gone", "thread_not_found", "not_found", "hash_conflict"),
  ...codes("gone", "expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id"),
  ...codes("not-installed", "token_revoked", "token_expired", "account_inactive", "invalid_auth"),
  ...codes("not-installed", "not_authed", "team_access_not_granted"),
};

function codes(code: SlackErrorCode, ...said: readonly string[]) {
  return Object.fromEntries(said.map((each) => [each, code]));
}

/** What went wrong with a call of Slack's Web API (https://docs.slack.dev/apis/web-api/#responses). */
export function toSlackError(method: string, cause: unknown): SlackError {
  if (cause instanceof WebAPIRateLimitedError) return limited(method, cause.retryAfter * 1_000);
  if (cause instanceof WebAPIPlatformError) return platformError(method, String(cause.data.error));
  if (cause instanceof WebAPIHTTPError) {
    // Its cause would carry the body, and the headers.
    return new SlackError("unavailable", `Slack answered ${method} with HTTP ${cause.statusCode}`);
  }
  return new SlackError("unavailable", `Slack gave no answer to ${method}`, { cause });
}

function platformError(method: string, said: string): SlackError {
  // The client passes on whatever was answered: a proxy's page, or half of an answer with a token in it.
  if (!/^[a-z][a-z0-9_]{1,60}$/.test(said)) {
    return new SlackError("unavailable", `Slack's answer to ${method} cannot be read`);
  }
  const code = CODES[said] ?? "refused";
  if (code === "limited") return limited(method, USUAL_LIMIT_MS, said);
  return new SlackError(code, `Slack refused ${method}: ${said}`, { said });
}

export function limited(method: string, retryAfterMs: number, said = "ratelimited"): SlackError {
  return new SlackError("limited", `Slack limits ${method}`, { said, retryAfterMs });
}
