import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { AckFn, App, Receiver } from "@slack/bolt";
import { Hono } from "hono";
import type { Logger } from "pino";
import getRawBody from "raw-body";
import { z } from "zod";
import type { Clock } from "../../process/clock.ts";
import { parsedJson } from "../../process/json.ts";
import { whyNotSigned } from "./why-not-signed.ts";

/** Many times what Slack sends at most. */
const BODY_AT_MOST_BYTES = 1024 * 1024;

export interface HttpReceiverOptions {
  signingSecret: string;
  clock: Clock;
  logger: Logger;
  /**
   * Sees everything that Slack has signed before Bolt does. If it throws, nothing is acknowledged: Slack sends it
   * again.
   */
  takeIn?: (body: Record<string, unknown>) => Promise<void>;
}

/** `/events`, where Slack sends everything: mounted in our own server, which also stops taking it in. */
export type SlackRoutes = Hono<{ Bindings: HttpBindings }>;

export interface HttpReceiver extends Receiver {
  routes: SlackRoutes;
}

/**
 * Slack's requests for Bolt (https://docs.slack.dev/apis/events-api/using-http-request-urls). Bolt's own receiver takes
 * signatures from the future, refuses a content type with a charset, answers 404 only after three seconds where nobody
 * listens, and throws at a second acknowledgement, which Socket Mode takes: the same listeners would not do for both.
 */
export function createHttpReceiver({
  signingSecret,
  clock,
  logger,
  takeIn,
}: HttpReceiverOptions): HttpReceiver {
  let app: App | undefined;

  const routes: SlackRoutes = new Hono<{ Bindings: HttpBindings }>()
    .post("/events", async ({ req, env }) => {
      const type = contentTypeOf(req.header("content-type"));
      if (!type) return status(415);
      const bytes = await readBody(env.incoming);
      if (!(bytes instanceof Uint8Array)) return bytes;
      const text = new TextDecoder().decode(bytes);
      // The one request that Slack does not sign: nothing else in it counts.
      if (type === "form" && new URLSearchParams(text).get("ssl_check") === "1") return status(200);

      const timestamp = req.header("x-slack-request-timestamp");
      const signature = req.header("x-slack-signature");
      const why = whyNotSigned(
        signingSecret,
        { timestamp, signature, body: bytes },
        Date.parse(clock()),
      );
      if (why) {
        logger.warn({ why }, "a request that Slack did not sign, or not now, was refused");
        return status(401);
      }
      const body = parseBody(type, text);
      if (!body) return status(400);
      if (body.type === "url_verification") return Response.json({ challenge: body.challenge });
      try {
        await takeIn?.(body);
      } catch (error) {
        logger.error({ err: error }, "what Slack sent could not be taken in");
        return status(500);
      }
      const retried = [
        req.header("x-slack-retry-num"),
        req.header("x-slack-retry-reason"),
      ] as const;
      const { code, bytes: answer, type: kind } = await dispatch(body, ...retried);
      // Not as a Response, whose body Hono's server can only stream: head and text go out together.
      const headers = { "content-type": kind, "content-length": answer.length };
      env.outgoing.writeHead(code, headers).end(answer);
      return RESPONSE_ALREADY_SENT;
    })
    .all("/events", () => new Response(null, { status: 405, headers: { allow: "POST" } }));

  /** Answers at the first acknowledgement; a later one changes nothing. Work may go on behind it. */
  async function dispatch(
    body: Record<string, unknown>,
    retryNumber: string | undefined,
    retryReason: string | undefined,
  ): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const ack: AckFn<string | object | undefined> = async (answer) => resolve(toAnswer(answer));
    if (!app) throw new Error("Bolt has not taken the receiver yet");
    app
      .processEvent({
        body,
        ack,
        ...(retryNumber !== undefined && { retryNum: Number(retryNumber) }),
        ...(retryReason !== undefined && { retryReason }),
      })
      .then(
        () => resolve({ ...NOTHING, code: 404 }),
        (error: unknown) => {
          logger.error({ err: error }, "Bolt could not process a request of Slack's");
          resolve({ ...NOTHING, code: 500 });
        },
      );
    return promise;
  }

  return {
    routes,
    init(bolt) {
      app = bolt;
    },
    start: async () => undefined,
    stop: async () => undefined,
  };
}

const tooLarge = z.object({ type: z.literal("entity.too.large") });

/** The body as it came, or the answer if it is too long or breaks off. */
async function readBody(incoming: HttpBindings["incoming"]): Promise<Uint8Array | Response> {
  try {
    const length = incoming.headers["content-length"] ?? null;
    return await getRawBody(incoming, { limit: BODY_AT_MOST_BYTES, length });
  } catch (error) {
    return status(tooLarge.safeParse(error).success ? 413 : 400);
  }
}

const status = (code: number) => new Response(null, { status: code });

interface Answer {
  code: number;
  bytes: Buffer;
  type: string;
}

const NOTHING: Answer = { code: 200, bytes: Buffer.alloc(0), type: "text/plain; charset=UTF-8" };

/** The answers that never change, such as help: they are written once. */
const written = new WeakMap<object, Answer>();

function toAnswer(answer: string | object | undefined): Answer {
  if (!answer) return NOTHING;
  if (typeof answer === "string") return { ...NOTHING, bytes: Buffer.from(answer) };
  const json = written.get(answer) ?? {
    ...{ code: 200, type: "application/json" },
    bytes: Buffer.from(JSON.stringify(answer)),
  };
  if (Object.isFrozen(answer)) written.set(answer, json);
  return json;
}

export type ContentType = "form" | "json";

const anObject = z.record(z.string(), z.unknown());

/** Which of Slack's two types it is, whatever parameters follow it. */
export function contentTypeOf(header: string | undefined): ContentType | undefined {
  const [type = ""] = (header ?? "").split(";");
  switch (type.trim().toLowerCase()) {
    case "application/x-www-form-urlencoded":
      return "form";
    case "application/json":
      return "json";
    default:
      return undefined;
  }
}

/** What Slack says in a body: an event as JSON, a command as a form, an interaction as JSON in a form's `payload`. */
export function parseBody(type: ContentType, text: string): Record<string, unknown> | undefined {
  if (type === "json") return objectIn(text);
  const fields = Object.fromEntries(new URLSearchParams(text));
  return fields.payload === undefined ? fields : objectIn(fields.payload);
}

const objectIn = (text: string) => anObject.safeParse(parsedJson(text)).data;
