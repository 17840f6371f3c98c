import { createHmac } from "node:crypto";
import { secret, VERIFICATION_TOKEN } from "../kept/ids.ts";
import { jsonOrNothing } from "../parse-json.ts";
import type { Envelope, Receipt } from "./socket-mode.ts";

interface Options {
  signingSecret: string;
  now: () => number;
  ackWindowMs: number;
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/**
 * Slack's end of a request URL (https://docs.slack.dev/apis/events-api/using-http-request-urls).
 */
export function createSignedHttp({ signingSecret, now, ackWindowMs }: Options) {
  const post = (url: string, type: string, body: string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": type, ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(ackWindowMs),
    });

  /**
   * By these an app knows that a request with this body is Slack's
   * (https://docs.slack.dev/authentication/verifying-requests-from-slack).
   */
  function signature(body: string) {
    const timestamp = String(Math.floor(now() / 1000));
    const digest = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`);
    return {
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${digest.digest("hex")}`,
    };
  }

  return {
    /** Sends an envelope's payload to a request URL. */
    async send(url: string, envelope: Envelope): Promise<Receipt> {
      const { retry_attempt: attempt, retry_reason = "" } = envelope;
      const { type, body } = encoded(envelope);
      const retry = { "x-slack-retry-num": String(attempt), "x-slack-retry-reason": retry_reason };
      const headers = { ...signature(body), ...(attempt && retry) };
      try {
        const response = await post(url, type, body, headers);
        const text = await response.text();
        if (response.ok) return { isAcknowledged: true, answer: answerIn(text) };
        return { isAcknowledged: false, ...FAILED, why: "http_error" };
      } catch (error) {
        const isLate = error instanceof Error && error.name === "TimeoutError";
        return isLate
          ? { isAcknowledged: false, reason: "operation_timeout", why: "http_timeout" }
          : { isAcknowledged: false, ...FAILED, why: "connection_failed" };
      }
    },

    /**
     * Verifies a request URL as Slack does before it accepts one: an unsigned `ssl_check`, and a
     * challenge that has to come back
     * (https://docs.slack.dev/reference/events/url_verification). Throws an error that says what
     * failed.
     */
    async verify(url: string): Promise<void> {
      async function ask(what: string, answer: Promise<Response>): Promise<string> {
        const response = await answer.catch((cause: unknown) => {
          throw new Error(`${url} does not answer ${what}.`, { cause });
        });
        if (!response.ok) throw new Error(`${url} answers ${response.status} to ${what}.`);
        return response.text();
      }
      const token = VERIFICATION_TOKEN;
      const check = String(new URLSearchParams({ token, ssl_check: "1" }));
      await ask("ssl_check", post(url, FORM_TYPE, check));
      const challenge = secret();
      const body = JSON.stringify({ token, challenge, type: "url_verification" });
      const text = await ask("url_verification", post(url, JSON_TYPE, body, signature(body)));
      if (challengeIn(text) !== challenge) {
        throw new Error(`${url} does not give the challenge of url_verification back.`);
      }
    },
  };
}

const FAILED = { reason: "dispatch_failed" } as const;

function encoded({ type, payload }: Envelope): { type: string; body: string } {
  if (type === "events_api") return { type: JSON_TYPE, body: JSON.stringify(payload) };
  const isCommand = type === "slash_commands";
  const fields = isCommand ? Object.entries(payload) : { payload: JSON.stringify(payload) };
  return { type: FORM_TYPE, body: String(new URLSearchParams(fields)) };
}

/** An acknowledgement may be empty, a text, or a message or response action as JSON. */
function answerIn(text: string): Record<string, unknown> {
  if (!text) return {};
  const json = jsonOrNothing(text);
  return json === undefined ? { text } : { ...Object(json) };
}

/** Slack accepts the challenge as plain text, as JSON or as a form. */
function challengeIn(text: string): unknown {
  if (text.startsWith("challenge=")) return new URLSearchParams(text).get("challenge");
  const json = jsonOrNothing(text);
  return json === undefined ? text.trim() : Object(json).challenge;
}
