import { createHmac } from "node:crypto";
import { secret, VERIFICATION_TOKEN } from "../kept/ids.ts";
import { jsonOrNothing } from "../parse-json.ts";
import type { Envelope, Receipt } from "./socket-mode.ts";

export interface HttpOptions {
  signingSecret: string;
  now: () => number;
  /** The app must answer within this time. */
  ackWindowMs: number;
}

const JSON_TYPE = "application/json";

/** Slack's end of https://docs.slack.dev/apis/events-api/using-http-request-urls. */
export function createSignedHttp({ signingSecret, now, ackWindowMs }: HttpOptions) {
  /** Signs as in https://docs.slack.dev/authentication/verifying-requests-from-slack. */
  function post(url: string, type: string, body: string, headers: Record<string, string> = {}) {
    const timestamp = String(Math.floor(now() / 1000));
    const digest = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`);
    return fetch(url, {
      method: "POST",
      headers: {
        "content-type": type,
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": `v0=${digest.digest("hex")}`,
        ...headers,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(ackWindowMs),
    });
  }

  return {
    /** Sends an envelope's payload to a request URL. */
    async send(url: string, envelope: Envelope): Promise<Receipt> {
      const { retry_attempt: attempt, retry_reason = "" } = envelope;
      const { type, body } = encoded(envelope);
      const retry = { "x-slack-retry-num": String(attempt), "x-slack-retry-reason": retry_reason };
      try {
        const response = await post(url, type, body, attempt ? retry : {});
        const text = await response.text();
        if (response.ok) return { isAcknowledged: true, answer: answerIn(text) };
        return { isAcknowledged: false, reason: "dispatch_failed", why: "http_error" };
      } catch (error) {
        return error instanceof Error && error.name === "TimeoutError"
          ? { isAcknowledged: false, reason: "operation_timeout", why: "http_timeout" }
          : { isAcknowledged: false, reason: "dispatch_failed", why: "connection_failed" };
      }
    },

    /** Throws unless the app passes https://docs.slack.dev/reference/events/url_verification. */
    async verify(url: string): Promise<void> {
      const challenge = secret();
      const type = "url_verification";
      const body = JSON.stringify({ token: VERIFICATION_TOKEN, challenge, type });
      const response = await post(url, JSON_TYPE, body).catch(() => undefined);
      const answer = response?.ok && jsonOrNothing(await response.text());
      if (Object(answer).challenge === challenge) return;
      throw new Error(`${url} does not give the challenge of ${type} back.`);
    },
  };
}

function encoded({ type, payload }: Envelope): { type: string; body: string } {
  if (type === "events_api") return { type: JSON_TYPE, body: JSON.stringify(payload) };
  const isCommand = type === "slash_commands";
  const fields = isCommand ? Object.entries(payload) : { payload: JSON.stringify(payload) };
  const form = String(new URLSearchParams(fields));
  return { type: "application/x-www-form-urlencoded", body: form };
}

/** An acknowledgement may be empty, a text, or a message or response action as JSON. */
function answerIn(text: string): Record<string, unknown> {
  if (!text) return {};
  const json = jsonOrNothing(text);
  return json === undefined ? { text } : { ...Object(json) };
}
