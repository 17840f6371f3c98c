import { createHmac } from "node:crypto";
import { jsonOrNothing } from "../parse-json.ts";
import type { Envelope, Receipt } from "./socket-mode.ts";

/**
 * The headers by which an app knows that a request with this body is Slack's
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack).
 */
export function signatureHeaders(body: string, signingSecret: string, now: number) {
  const timestamp = String(Math.floor(now / 1000));
  const digest = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`);
  return {
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${digest.digest("hex")}`,
  };
}

interface SignedHttpOptions {
  signingSecret: string;
  now: () => number;
  ackWindowMs: number;
}

/** Sends an envelope's payload to a request URL. */
export type SendSigned = (requestUrl: string, envelope: Envelope) => Promise<Receipt>;

/**
 * Slack's end of a request URL (https://docs.slack.dev/apis/events-api/using-http-request-urls).
 */
export function createSignedHttp({
  signingSecret,
  now,
  ackWindowMs,
}: SignedHttpOptions): SendSigned {
  return async (requestUrl, { type, payload, retry_attempt, retry_reason }) => {
    const { contentType, body } = encoded(type, payload);
    try {
      const response = await fetch(requestUrl, {
        method: "POST",
        headers: {
          "content-type": contentType,
          ...signatureHeaders(body, signingSecret, now()),
          ...(retry_attempt && {
            "x-slack-retry-num": String(retry_attempt),
            "x-slack-retry-reason": retry_reason ?? "",
          }),
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(ackWindowMs),
      });
      const text = await response.text();
      return response.ok
        ? { isAcknowledged: true, answer: answerIn(text) }
        : {
            isAcknowledged: false,
            reason: "dispatch_failed",
            why: "http_error",
            wantsNoRetry: response.headers.get("x-slack-no-retry") === "1",
          };
    } catch (error) {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      return isLate
        ? { isAcknowledged: false, reason: "operation_timeout", why: "http_timeout" }
        : { isAcknowledged: false, reason: "dispatch_failed", why: "connection_failed" };
    }
  };
}

function encoded(type: Envelope["type"], payload: object): { contentType: string; body: string } {
  const form = "application/x-www-form-urlencoded";
  switch (type) {
    case "events_api":
      return { contentType: "application/json", body: JSON.stringify(payload) };
    case "interactive": {
      const fields = new URLSearchParams({ payload: JSON.stringify(payload) });
      return { contentType: form, body: String(fields) };
    }
    case "slash_commands":
      return { contentType: form, body: String(new URLSearchParams(Object.entries(payload))) };
  }
}

/** An acknowledgement may be empty, a text, or a message or response action as JSON. */
function answerIn(text: string): Record<string, unknown> {
  if (!text) return {};
  const json = jsonOrNothing(text);
  return json === undefined ? { text } : { ...Object(json) };
}
