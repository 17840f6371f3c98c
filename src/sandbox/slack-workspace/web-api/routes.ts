import { setTimeout as pause } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context as HonoContext } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Context } from "../context.ts";
import type { Rates } from "../control/rates.ts";
import { SlackError, TooMany } from "../slack-error.ts";
import { chat } from "./chat.ts";
import { files } from "./files.ts";
import type { Args, Method, Methods } from "./method.ts";
import { others } from "./others.ts";
import { views } from "./views.ts";

/** All Web API methods of this workspace. */
const METHODS: Methods = { ...others, ...chat, ...files, ...views };

/** Eight times the largest view. */
const LARGEST_BODY = 2_000_000;

interface Env {
  Bindings: HttpBindings;
}

/** One call of the Web API with its answer, without tokens and secrets. */
export interface Call {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  args: Args;
  ok: boolean;
  error?: string;
}

const REMEMBERED = 1_000;

interface Deps {
  first: Context;
  workspaces: readonly Context[];
  traffic: Call[];
  rates: Rates;
}

/** Serves https://docs.slack.dev/reference/methods, and notes every call in `traffic`. */
export function webApiRoutes({ first, workspaces, traffic, rates }: Deps): Hono<Env> {
  const { faults, now } = first;
  const onError = (http: HonoContext) => http.text("Request Entity Too Large", 413);

  return new Hono<Env>().post(
    "/:method",
    bodyLimit({ maxSize: LARGEST_BODY, onError }),
    async (http) => {
      const name = http.req.param("method");
      // The date header follows the sandbox's clock, which can run ahead.
      http.header("date", new Date(now()).toUTCString());
      const { args, unreadable } = await argsOf(http);
      const { token: _, client_secret, code, ...shown } = args;
      const call: Call = { at: now(), method: name, args: shown, ok: true };
      traffic.push(call);
      if (traffic.length > REMEMBERED) traffic.shift();

      if (faults.slowMs > 0) await pause(faults.slowMs);
      try {
        if (faults.isDown) throw new SlackError("down");
        const fault = faults.takeFor(name);
        if (fault && "error" in fault) throw new SlackError(fault.error);
        if (fault && "retryAfterSeconds" in fault) throw new TooMany(fault.retryAfterSeconds);
        const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
        if (!method) throw new SlackError("unknown_method");
        const context = opened(method, tokenOf(http, args));
        const waitSeconds = rates.take(name, method, args, context);
        if (waitSeconds !== undefined) throw new TooMany(waitSeconds);
        refuseWithoutScopes(http, method, args, context);
        if (unreadable) throw new SlackError(unreadable);
        refuseUnlisted(method, args);
        const answer = method.run(args, context);
        if (!fault) return http.json({ ok: true, ...answer });
        http.env.outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      } catch (error) {
        if (!(error instanceof SlackError)) throw error;
        Object.assign(call, { ok: false, error: error.code });
        if (error.code === "down") return http.text("Service Unavailable", 503);
        if (!(error instanceof TooMany)) return http.json(error.answer());
        return http.json(error.answer(), 429, { "Retry-After": String(error.retryAfterSeconds) });
      }
    },
  );

  /** The workspace of a token. Throws if it is missing, unknown, ended or of the wrong kind. */
  function opened({ token: wanted }: Method, token: string): Context {
    if (wanted === "none") return first;
    if (!token) throw new SlackError("not_authed");
    const isOfApp = first.seed.app.appToken === token;
    const installation = isOfApp ? null : first.installations.byToken(token);
    if (isOfApp !== (wanted === "app")) throw new SlackError("not_allowed_token_type");
    return workspaces.find(({ seed }) => seed.team.id === installation?.teamId) ?? first;
  }
}

function refuseWithoutScopes(
  http: HonoContext<Env>,
  { token, scopes = [] }: Method,
  args: Args,
  context: Context,
): void {
  if (token !== "bot") return;
  const needed = typeof scopes === "function" ? scopes(args, context) : scopes;
  const provided = context.installation()?.scopes ?? [];
  http.header("x-oauth-scopes", provided.join(","));
  if (needed.length > 0) http.header("x-accepted-oauth-scopes", needed.join(","));
  const missing = needed.filter((scope) => !provided.includes(scope));
  if (missing.length === 0) return;
  const scopeLists = { needed: missing.join(","), provided: provided.join(",") };
  throw new SlackError("missing_scope", [], scopeLists);
}

/** Slack carries out some arguments that this workspace does not: each is refused by its name. */
function refuseUnlisted({ takes, ignores = "" }: Method, given: Args): void {
  const listed = `${takes} ${ignores} token team_id`.split(" ");
  const unlisted = Object.keys(given).filter((name) => !listed.includes(name));
  if (unlisted.length === 0) return;
  const reasons = unlisted.map((name) => `[ERROR] ${name} is not supported by this workspace`);
  throw new SlackError("invalid_arguments", reasons);
}

/** An unreadable body gets its error name from https://docs.slack.dev/apis/web-api. */
async function argsOf(http: HonoContext<Env>): Promise<{ args: Args; unreadable?: string }> {
  try {
    if (!isJson(http)) return { args: { ...(await http.req.parseBody()) } };
    const body: unknown = JSON.parse((await http.req.text()) || "{}");
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
