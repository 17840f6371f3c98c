import { createHmac } from "node:crypto";
import type { Envelope, Receipt } from "./socket-mode.ts";

export interface SignedHttpOptions {
  signingSecret: string;
  now: () => number;
  ackWindowMs: number;
}

/** Sends an envelope's payload to a request URL. */
export type SendSigned = (requestUrl: string, envelope: Envelope) => Promise<Receipt>;

/** Slack's end of a request URL (https://docs.slack.dev/apis/events-api/using-http-request-urls). */
export function createSignedHttp({
  signingSecret,
  now,
  ackWindowMs,
}: SignedHttpOptions): SendSigned {
  return async (requestUrl, { type, payload }) => {
    const { contentType, body } = encoded(type, payload);
    const timestamp = String(Math.floor(now() / 1000));
    const digest = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`);
    try {
      const response = await fetch(requestUrl, {
        method: "POST",
        headers: {
          "content-type": contentType,
          "x-slack-request-timestamp": timestamp,
          "x-slack-signature": `v0=${digest.digest("hex")}`,
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(ackWindowMs),
      });
      const text = await response.text();
      return response.ok
        ? { isAcknowledged: true, answer: answerIn(text) }
        : { isAcknowledged: false, reason: "dispatch_failed" };
    } catch (error) {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      return { isAcknowledged: false, reason: isLate ? "operation_timeout" : "dispatch_failed" };
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
  try {
    return { ...JSON.parse(text) };
  } catch {
    return { text };
  }
}
