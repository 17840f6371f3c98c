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

/** Where Slack limits a call without saying for how long. */
const USUAL_LIMIT_MS = 30_000;

interface Facts extends ErrorOptions {
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
    this.retryAfterMs = facts.retryAfterMs || USUAL_LIMIT_MS;
  }
}

/** Slack's own codes; any other is `refused`. */
const CODES: readonly (readonly [SlackErrorCode, said: RegExp])[] = [
  ["limited", /^(ratelimited|rate_limited|message_limit_exceeded)$/],
  ["unavailable", /^(internal_error|fatal_error|service_unavailable|request_timeout)$/],
  ["unavailable", /^team_added_to_org$/],
  ["unreachable", /^(channel_not_found|not_in_channel|is_archived|is_inactive)$/],
  ["unreachable", /^(user_(not_in_channel|not_found|disabled|not_visible)|cannot_dm_bot)$/],
  // A channel for few people, or for other sorts of messages, has one of several codes.
  ["unreachable", /^(messages_tab_disabled|restricted_action.*)$/],
  ["gone", /^(message_not_found|cant_update_message|edit_window_closed|thread_not_found)$/],
  ["gone", /^(not_found|hash_conflict|(expired|exchanged|invalid)_trigger_id)$/],
  ["not-installed", /^(token_revoked|token_expired|account_inactive|invalid_auth|not_authed)$/],
  ["not-installed", /^team_access_not_granted$/],
];

/** What went wrong with a call (https://docs.slack.dev/apis/web-api/#responses). */
export function toSlackError(method: string, cause: unknown): SlackError {
  if (cause instanceof WebAPIRateLimitedError) return limited(method, cause.retryAfter);
  if (cause instanceof WebAPIHTTPError) {
    // Its cause would carry the body, and the headers.
    return new SlackError("unavailable", `Slack answered ${method} with HTTP ${cause.statusCode}`);
  }
  if (!(cause instanceof WebAPIPlatformError)) {
    return new SlackError("unavailable", `Slack gave no answer to ${method}`, { cause });
  }
  const said = String(cause.data.error);
  // The client passes on any text: a proxy's page, or half of an answer with a token in it.
  if (!/^[a-z][a-z0-9_]{1,60}$/.test(said)) {
    return new SlackError("unavailable", `Slack's answer to ${method} cannot be read`);
  }
  const code = CODES.find(([, codes]) => codes.test(said))?.[0] ?? "refused";
  return new SlackError(code, `Slack refused ${method}: ${said}`, { said });
}

/** Why an address beside the Web API, `what`, took nothing. */
export function addressError(what: string, { status, headers }: Response): SlackError {
  if (status === 429) return limited(what, Number(headers.get("retry-after")));
  // A response URL takes five answers in half an hour, and then is no longer found.
  const code = status === 404 ? "gone" : status < 500 ? "refused" : "unavailable";
  return new SlackError(code, `Slack answered ${what} with HTTP ${status}`);
}

const limited = (method: string, seconds: number) =>
  new SlackError("limited", `Slack limits ${method}`, {
    said: "ratelimited",
    retryAfterMs: seconds * 1_000,
  });
