import { type FetchFunction, WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import type { z } from "zod";
import { slackLogger } from "../log/logger.ts";
import { inTime } from "../web/in-time.ts";
import { SlackError, type SlackErrorCode, toSlackError } from "./slack-error.ts";

/** What a call of Slack needs of the world outside. */
export interface SlackOutside {
  /** Such as `https://slack.com/api/`. */
  apiUrl: string;
  fetch: typeof globalThis.fetch;
  /** Milliseconds. Ends early when the signal does, in whatever way. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  log: Logger;
  /** Hears the code of each call that failed. */
  failed?: (code: SlackErrorCode) => void;
}

/** People wait for these, and Slack for us: three seconds after a click the dialogue is over. */
const QUICK = /\/(users\.info|conversations\.info|views\.(open|push|update))$/;
const QUICK_MS = 2_000;
const USUAL_MS = 10_000;

/**
 * Calls a method of the Web API. Neither repeats a call, since Slack may have done it, nor lets one
 * limited call pause the rest. No headers in the options: the client would write a token into them.
 * All throw `SlackError`.
 */
export function createCall(outside: SlackOutside) {
  const client = new WebClient(undefined, {
    ...clientOptions(outside),
    fetch: fetchWhole(outside),
  });
  return async <Answer>(
    token: string | undefined,
    method: string,
    args: Record<string, unknown>,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> => {
    const answer = await client.apiCall(method, { ...args, token }).catch((cause: unknown) => {
      const error = toSlackError(method, cause);
      outside.failed?.(error.code);
      outside.log.info({ method, code: error.code, said: error.said }, "Slack did not take a call");
      throw error;
    });
    const read = schema.safeParse(answer);
    if (read.success) return read.data;
    // Slack has done it, and we do not know how.
    throw new SlackError("unavailable", `Slack's answer to ${method} lacks what it should say`);
  };
}

/** Shared by every client of Slack's packages. A new object each time: they write into it. */
export function clientOptions({ apiUrl, log }: Pick<SlackOutside, "apiUrl" | "log">) {
  return {
    slackApiUrl: apiUrl,
    logger: slackLogger(log),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    // All workspaces share the client: a Slack that is slow for one holds up no other.
    maxRequestConcurrency: 1_000,
  };
}

/** A `fetch` whose answer is whole, and there in time; or it throws. */
export function fetchWhole({ fetch, wait }: Pick<SlackOutside, "fetch" | "wait">) {
  return (async (url, init) => {
    const ms = QUICK.test(String(url)) ? QUICK_MS : USUAL_MS;
    const late = () => new Error(`No answer within ${ms / 1_000} s`);
    return inTime(wait, ms, late, async (signal) => {
      const response = await fetch(url, { ...init, signal });
      const text = await response.text();
      return new Response(text === "" ? null : text, response);
    });
  }) satisfies FetchFunction;
}
