import { verifySlackRequest } from "@slack/bolt";
import { Hono, type HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Logger } from "pino";
import { z } from "zod";
import { messageOf } from "../log/error-facts.ts";
import type { Deliver } from "./delivery.ts";

/** Many times what Slack sends at most. */
const BODY_AT_MOST_BYTES = 1024 * 1024;
const WINDOW_SECONDS = 300;

interface ReceiverOptions {
  signingSecret: string;
  /** Milliseconds since 1970. */
  now: () => number;
  deliver: Deliver;
  log: Logger;
}

/**
 * Where Slack sends everything (https://docs.slack.dev/apis/events-api/using-http-request-urls).
 * Answers with the acknowledgement; without one with 500, so that Slack sends an event again.
 */
export function createReceiver({ signingSecret, now, deliver, log }: ReceiverOptions): Hono {
  const app = new Hono();
  const limit = bodyLimit({ maxSize: BODY_AT_MOST_BYTES, onError: () => empty(413) });
  app.post("/slack/events", limit, async ({ req }) => {
    // Whatever parameters follow, such as a charset.
    const [type = ""] = (req.header("content-type") ?? "").toLowerCase().split(";");
    const isForm = type.trim() === "application/x-www-form-urlencoded";
    if (!isForm && type.trim() !== "application/json") return empty(415);
    // With its byte order mark, if it has one: exactly what was signed.
    const text = Buffer.from(await req.arrayBuffer()).toString();
    const form = new URLSearchParams(isForm ? text : "");
    // The one request that Slack does not sign: nothing else in it counts.
    if (form.get("ssl_check") === "1") return empty(200);
    try {
      verify(signingSecret, req, text, now());
    } catch (error) {
      log.warn({ why: messageOf(error) }, "a request that Slack has not just signed is refused");
      return empty(401);
    }
    const payload = isForm ? form.get("payload") : text;
    // A command is a form; an interaction is JSON in one, and an event is JSON.
    const body = payload === null ? Object.fromEntries(form) : objectIn(payload);
    if (!body) return empty(400);
    if (body.type === "url_verification") return Response.json({ challenge: body.challenge });
    const answer = await deliver(body);
    if (!answer) return empty(500);
    return answer.payload ? Response.json(answer.payload) : empty(200);
  });
  app.all("/slack/events", () => new Response(null, { status: 405, headers: { allow: "POST" } }));
  return app;
}

const empty = (status: number) => new Response(null, { status });

/**
 * Throws unless Slack signed it within five minutes of now, before or after
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack).
 */
function verify(signingSecret: string, req: HonoRequest, body: string, now: number): void {
  const timestamp = Number(req.header("x-slack-request-timestamp"));
  // Bolt takes any time in the future.
  if (timestamp > now / 1_000 + WINDOW_SECONDS) throw new Error("It was signed in the future");
  const headers = {
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": req.header("x-slack-signature") ?? "",
  };
  verifySlackRequest({ signingSecret, body, headers, nowMilliseconds: now });
}

const object = z.record(z.string(), z.unknown());

function objectIn(json: string): Record<string, unknown> | undefined {
  try {
    return object.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
