import { setTimeout as pause } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context as HonoContext } from "hono";
import type { Context } from "../context.ts";
import type { ApiFault } from "../faults.ts";
import { createPostingRate } from "../posting-rate.ts";
import type { Seed } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import { masked, type Traffic } from "../traffic.ts";
import type { Args } from "./args.ts";
import { chat } from "./chat.ts";
import { connection } from "./connection.ts";
import { files } from "./files.ts";
import type { Family, TokenKind } from "./method.ts";
import { people } from "./people.ts";
import { views } from "./views.ts";

const families: readonly Family[] = [...connection, chat, files, views, people];

interface Env {
  Bindings: HttpBindings;
}

/** Slack's Web API (https://docs.slack.dev/reference/methods): every call of the app is noted in `traffic`. */
export function webApiRoutes(context: Context, traffic: Traffic): Hono<Env> {
  const { faults, now, seed } = context;
  const postingRate = createPostingRate(now);

  return new Hono<Env>().post("/:method", async (http) => {
    const method = http.req.param("method");
    const args = await argsOf(http);
    const token = tokenOf(http, args);
    const call = { at: now(), method, token: masked(token), args: withoutToken(args) };

    if (faults.slowMs > 0) await pause(faults.slowMs);
    if (faults.isDown) {
      traffic.note({ ...call, ok: false, error: "down" });
      return http.text("Service Unavailable", 503);
    }
    const fault = faults.takeFor(method) ?? tooMany(method, args);
    if (fault && "retryAfterSeconds" in fault) {
      traffic.note({ ...call, ok: false, error: "ratelimited" });
      const retryAfter = { "Retry-After": String(fault.retryAfterSeconds) };
      return http.json({ ok: false, error: "ratelimited" }, 429, retryAfter);
    }

    try {
      if (fault && "error" in fault) throw new SlackError(fault.error);
      const answer = run(method, token, args, context);
      traffic.note({ ...call, ok: true });
      if (fault) {
        http.env.outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      return http.json({ ok: true, ...answer });
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      traffic.note({ ...call, ok: false, error: error.code });
      return http.json(refusal(error));
    }
  });

  function tooMany(method: string, { channel }: Args): ApiFault | undefined {
    if (method !== "chat.postMessage" || faults.postsAtOnce === null) return undefined;
    const retryAfterSeconds = postingRate.take(String(channel), faults.postsAtOnce);
    return retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
  }

  function run(method: string, token: string, args: Args, served: Context): object {
    const family = families.find(({ methods }) => Object.hasOwn(methods, method));
    const handler = family?.methods[method];
    if (!family || !handler) throw new SlackError("unknown_method");
    checkToken(token, family.token, seed);
    return handler(args, served);
  }
}

function checkToken(token: string, wanted: TokenKind, { app }: Seed): void {
  if (wanted === "none") return;
  if (!token) throw new SlackError("not_authed");
  const kind = token === app.botToken ? "bot" : token === app.appToken ? "app" : undefined;
  if (!kind) throw new SlackError("invalid_auth");
  if (kind !== wanted) throw new SlackError("not_allowed_token_type");
}

async function argsOf({ req }: HonoContext<Env>): Promise<Args> {
  if (req.header("content-type")?.startsWith("application/json")) {
    const body: unknown = await req.json().catch(() => undefined);
    return typeof body === "object" && body !== null ? { ...body } : {};
  }
  return { ...(await req.parseBody()) };
}

function tokenOf({ req }: HonoContext<Env>, args: Args): string {
  const [, bearer] = /^Bearer (\S+)$/.exec(req.header("authorization") ?? "") ?? [];
  return bearer ?? (typeof args.token === "string" ? args.token : "");
}

const withoutToken = ({ token: _, ...args }: Args) => args;

function refusal({ code, messages }: SlackError) {
  return {
    ok: false,
    error: code,
    ...(messages.length > 0 && { errors: messages, response_metadata: { messages } }),
  };
}
