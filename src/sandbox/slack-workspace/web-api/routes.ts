import { setTimeout as pause } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context as HonoContext } from "hono";
import type { Context } from "../context.ts";
import type { Rates } from "../control/rates.ts";
import { masked, type Traffic } from "../control/traffic.ts";
import { parseJson } from "../parse-json.ts";
import { SlackError } from "../slack-error.ts";
import type { Args } from "./args.ts";
import { families } from "./families.ts";
import { unknownArguments } from "./known-arguments.ts";
import type { Method } from "./method.ts";
import { MissingScope, refuseWithout, scopesFor } from "./scopes.ts";
import type { GrantOf, TokenKind } from "./token.ts";

interface Env {
  Bindings: HttpBindings;
}

/** Serves Slack's Web API (https://docs.slack.dev/reference/methods), and notes every call in `traffic`. */
export function webApiRoutes(
  context: Context,
  grantOf: GrantOf,
  traffic: Traffic,
  rates: Rates,
): Hono<Env> {
  const { faults, now } = context;

  return new Hono<Env>().post("/:method", async (http) => {
    const method = http.req.param("method");
    // The date header follows the sandbox's clock, which can run ahead.
    http.header("date", new Date(now()).toUTCString());
    const { args, unreadable } = await argsOf(http);
    const token = tokenOf(http, args);
    const call = { at: now(), method, token: masked(token), args: withoutToken(args) };

    if (faults.slowMs > 0) await pause(faults.slowMs);
    if (faults.isDown) {
      traffic.note({ ...call, ok: false, error: "down" });
      return http.text("Service Unavailable", 503);
    }

    try {
      const fault = faults.takeFor(method);
      if (fault && "error" in fault) throw new SlackError(fault.error);
      if (fault && "retryAfterSeconds" in fault) throw new TooMany(fault.retryAfterSeconds);
      const { token: wanted, handler } = methodCalled(method);
      const grant = grantOf(token, wanted, args);
      const waitSeconds = rates.take(method, args, grant.context);
      if (waitSeconds !== undefined) throw new TooMany(waitSeconds);
      const needed = scopesFor(method, args, grant.context);
      if (grant.kind === "bot") tellScopes(http, needed, grant.scopes);
      refuseWithout(needed, grant.scopes);
      if (unreadable) throw new SlackError(unreadable);
      const ignored = unknownArguments(method, args);
      const answer = handler({ ...args, token }, grant.context, grant.scopes);
      traffic.note({ ...call, ok: true });
      if (fault) {
        http.env.outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      return http.json({ ok: true, ...answer, ...warning(ignored, answer) });
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      traffic.note({ ...call, ok: false, error: error.code });
      if (!(error instanceof TooMany)) return http.json(refusal(error));
      return http.json(refusal(error), 429, { "Retry-After": String(error.retryAfterSeconds) });
    }
  });
}

/** The answer is 429 with `Retry-After`. */
class TooMany extends SlackError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("ratelimited");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function methodCalled(name: string): { token: TokenKind; handler: Method } {
  for (const { token, methods } of families) {
    const handler = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (handler) return { token, handler };
  }
  throw new SlackError("unknown_method");
}

/** An unreadable body gets its error name from https://docs.slack.dev/apis/web-api. */
async function argsOf(http: HonoContext<Env>): Promise<{ args: Args; unreadable?: string }> {
  try {
    if (!isJson(http)) return { args: { ...(await http.req.parseBody()) } };
    const body = parseJson((await http.req.text()) || "{}");
    const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
    return isObject ? { args: { ...body } } : { args: {}, unreadable: "json_not_object" };
  } catch {
    return { args: {}, unreadable: isJson(http) ? "invalid_json" : "invalid_form_data" };
  }
}

const isJson = ({ req }: HonoContext<Env>): boolean =>
  req.header("content-type")?.startsWith("application/json") ?? false;

/** A token in a JSON body does not count: only the header does. */
function tokenOf(http: HonoContext<Env>, { token }: Args): string {
  const [, bearer] = /^Bearer (\S+)$/.exec(http.req.header("authorization") ?? "") ?? [];
  return bearer ?? (typeof token === "string" && !isJson(http) ? token : "");
}

/** Keeps what the answer has in `response_metadata`, such as a cursor. */
function warning(ignored: readonly string[], answer: { response_metadata?: object }) {
  if (ignored.length === 0) return {};
  const warnings = ignored.map((name) => `${name} is no argument of this method, and is ignored`);
  return { response_metadata: { ...answer.response_metadata, warnings } };
}

function tellScopes(
  http: HonoContext<Env>,
  needed: readonly string[],
  provided: readonly string[],
): void {
  http.header("x-oauth-scopes", provided.join(","));
  if (needed.length > 0) http.header("x-accepted-oauth-scopes", needed.join(","));
}

const withoutToken = ({ token: _, ...args }: Args) => args;

function refusal(error: SlackError) {
  const { code, messages, errors } = error;
  return {
    ok: false,
    error: code,
    ...(error instanceof MissingScope && { needed: error.needed, provided: error.provided }),
    ...(errors.length > 0 && { errors }),
    ...(messages.length > 0 && { response_metadata: { messages } }),
  };
}
