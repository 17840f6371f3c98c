import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Logger } from "pino";
import { z } from "zod";
import type { Deliver } from "./delivery.ts";
import { whyNotSigned } from "./signature.ts";

/** Many times what Slack sends at most. */
const BODY_AT_MOST_BYTES = 1024 * 1024;

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
  app.post("/slack/events", bodyLimit({ maxSize: BODY_AT_MOST_BYTES }), async ({ req }) => {
    // Whatever parameters follow, such as a charset.
    const [named = ""] = (req.header("content-type") ?? "").split(";");
    const type = TYPES.get(named.trim().toLowerCase());
    if (!type) return empty(415);
    const bytes = new Uint8Array(await req.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    // The one request that Slack does not sign: nothing else in it counts.
    if (type === "form" && new URLSearchParams(text).get("ssl_check") === "1") return empty(200);

    const timestamp = req.header("x-slack-request-timestamp");
    const signature = req.header("x-slack-signature");
    const why = whyNotSigned(signingSecret, { timestamp, signature, body: bytes }, now());
    if (why) {
      log.warn({ why }, "a request that Slack did not sign, or not now, is refused");
      return empty(401);
    }
    const body = parse(type, text);
    if (!body) return empty(400);
    if (body.type === "url_verification") return Response.json({ challenge: body.challenge });
    const answer = await deliver(body);
    if (!answer) return empty(500);
    return answer.payload ? Response.json(answer.payload) : empty(200);
  });
  app.all("/slack/events", () => new Response(null, { status: 405, headers: { allow: "POST" } }));
  return app;
}

const TYPES = new Map<string, "form" | "json">([
  ["application/x-www-form-urlencoded", "form"],
  ["application/json", "json"],
]);

const empty = (status: number) => new Response(null, { status });

/** An event is JSON, a command a form, an interaction JSON in a form's `payload`. */
function parse(type: "form" | "json", text: string): Record<string, unknown> | undefined {
  if (type === "json") return objectIn(text);
  const fields = Object.fromEntries(new URLSearchParams(text));
  return fields.payload === undefined ? fields : objectIn(fields.payload);
}

const anObject = z.record(z.string(), z.unknown());

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return anObject.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
