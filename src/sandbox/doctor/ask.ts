import { setTimeout as pause } from "node:timers/promises";
import {
  LogLevel,
  type WebAPICallResult,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebClient,
} from "@slack/web-api";
import { z } from "zod";
import type { Expected, Finding } from "./finding.ts";
import { found, notTried } from "./finding.ts";

/** The doctor calls only these methods, so it can post, open and upload nothing. */
type Harmless =
  | "auth.test"
  | "blocks.validate"
  | "conversations.info"
  | "conversations.list"
  | "users.info";

export type Answer = Taken | Refused | Silence;

interface Taken {
  kind: "taken";
  result: WebAPICallResult;
}

interface Refused {
  kind: "refused";
  error: string;
  result: WebAPICallResult;
}

/** This answer says nothing about the value. */
interface Silence {
  kind: "silence";
  why: string;
}

export type Ask = (method: Harmless, args?: Record<string, unknown>) => Promise<Answer>;

export interface SlackToAsk {
  apiUrl: string;
  botToken: string;
  /** The pause between two calls, in milliseconds. */
  pauseMs: number;
}

/** Makes one call after another. A 429 ends the examination, because it must not slow the running app. */
export function createAsk({ apiUrl, botToken, pauseMs }: SlackToAsk): Ask {
  const client = new WebClient(botToken, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
    logLevel: LogLevel.ERROR,
  });
  let stopped: string | undefined;
  let isFirst = true;

  return async (method, args = {}) => {
    if (stopped) return { kind: "silence", why: stopped };
    if (!isFirst) await pause(pauseMs);
    isFirst = false;
    try {
      return { kind: "taken", result: await client.apiCall(method, args) };
    } catch (error) {
      if (error instanceof WebAPIPlatformError) {
        const { data } = error;
        if (data.error === "unknown_method") return { kind: "silence", why: "no such method" };
        return { kind: "refused", error: data.error, result: data };
      }
      if (!(error instanceof WebAPIRateLimitedError)) return { kind: "silence", why: "no answer" };
      stopped = `Slack wants a pause of ${error.retryAfter} s`;
      return { kind: "silence", why: stopped };
    }
  };
}

/** Slack names the missing scope beside `missing_scope`. */
function inWords({ error, result }: Refused): string {
  const needed = "needed" in result ? ` (${String(result.needed)})` : "";
  return `refused: ${error}${needed}`;
}

/** Reads an accepted answer with `schema`. A refusal is a finding too; a missing answer is not. */
export function judged<T>(
  expected: Expected,
  answer: Answer,
  schema: z.ZodType<T>,
  read: (result: T) => string,
): Finding {
  if (answer.kind === "silence") return notTried(expected, answer.why);
  if (answer.kind === "refused") return found(expected, inWords(answer));
  const { data } = schema.safeParse(answer.result);
  return found(expected, data === undefined ? "an answer that cannot be read" : read(data));
}

/** The verdict of Slack's validator on a payload. */
export type Verdict = { kind: "taken" } | RefusedPayload | { kind: "silence"; why: string };

export interface RefusedPayload {
  kind: "refused";
  error: string;
  faults: readonly { pointer: string; code: string }[];
}

const refusal = z.object({
  errors: z.array(z.object({ pointer: z.string().default(""), code: z.string().default("") })),
});

/** Asks `blocks.validate`, which shows nothing to anybody. */
export async function validate(
  ask: Ask,
  payload: { blocks: unknown } | { message: unknown } | { view: unknown },
): Promise<Verdict> {
  const answer = await ask("blocks.validate", payload);
  if (answer.kind !== "refused") return answer;
  const { data } = refusal.safeParse(answer.result);
  return { kind: "refused", faults: data?.errors ?? [], error: answer.error };
}
