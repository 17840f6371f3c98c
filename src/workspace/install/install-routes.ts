import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Installation as OAuthInstallation } from "@slack/oauth";
import { ErrorCode, InstallProvider } from "@slack/oauth";
import { WebClient } from "@slack/web-api";
import type { Context } from "hono";
import { Hono } from "hono";
import type { Logger } from "pino";
import type { Clock } from "../../platform/process/clock.ts";
import { slackSaid } from "../../platform/process/error-facts.ts";
import { boltLogger } from "../../platform/process/logger.ts";
import { BOT_SCOPES } from "../../platform/slack/scopes.ts";
import type { SlackCalls } from "../../platform/slack/web-client.ts";
import { clientOptions } from "../../platform/slack/web-client.ts";
import type { Html } from "../../platform/web/page.ts";
import { pageHeaders } from "../../platform/web/page.ts";
import type { Installations } from "./create-installations.ts";
import type { InstallFault } from "./install-pages.ts";
import { faultPage, installedPage, startPage } from "./install-pages.ts";
import type { InstallStates } from "./install-states.ts";
import { createStateStore, STATE_LIFE_MS, TooManyBegun } from "./install-states.ts";
import { createInstallationStore, toInstallation } from "./install-workspace.ts";
import type { KeptInstallation } from "./installations.ts";
import type { OAuthClient } from "./installed-tokens.ts";
import type { Welcoming } from "./welcome-installer.ts";
import { welcomeInstaller } from "./welcome-installer.ts";

export interface InstallParts extends Welcoming {
  installations: Installations;
  states: InstallStates;
  client: OAuthClient & { stateSecret: string };
  /** The origin at which people reach this process, without a slash at its end. */
  publicUrl: string;
  /** The sender of a request, for counting. */
  clientOf: (request: IncomingMessage) => string;
  clock: Clock;
}

type Routes = Hono<{ Bindings: HttpBindings }>;
type Http = Context<{ Bindings: HttpBindings }>;

/** Sent to our own address alone, over https alone, and by no page but ours. */
const COOKIE = "__Host-signalbox-install";

/**
 * `/install` and `/oauth_redirect`, to be mounted under `/slack` (https://docs.slack.dev/authentication/installing-with-
 * oauth). No GET begins anything, since previews send them; the way back needs the cookie of the browser that began.
 */
export function createInstallRoutes(parts: InstallParts): Routes {
  const { client, publicUrl, calls, logger } = parts;
  const { clientId, clientSecret, stateSecret } = client;
  const asked = { scopes: [...BOT_SCOPES], redirectUri: `${publicUrl}/slack/oauth_redirect` };
  const stateStore = createStateStore(parts.states, stateSecret, asked, parts.clock);
  const authorizeUrl = new URL("/oauth/v2/authorize", calls.apiUrl);
  const provider = new InstallProvider({
    clientId,
    clientSecret,
    stateStore,
    stateCookieName: COOKIE,
    installationStore: createInstallationStore({ ...parts, isRemoved: createIsRemoved(calls) }),
    authorizationUrl: authorizeUrl.href,
    clientOptions: { ...clientOptions(calls), retryConfig: { retries: 0 } },
    // `refused` logs each fault by its kind.
    logger: { ...boltLogger(logger), error() {} },
  });

  return new Hono<{ Bindings: HttpBindings }>()
    .get("/install", (http) => answer(http, startPage(), 200, `'self' ${authorizeUrl.origin}`))
    .post("/install", async (http) => {
      const state = await stateStore
        .generateStateParam(
          { ...asked, metadata: parts.clientOf(http.env.incoming) },
          new Date(parts.clock()),
        )
        .catch(onlyTooMany);
      if (state === undefined) {
        logger.warn("too many installations were begun: another one is refused");
        return answer(http, faultPage("too-many-begun"), 429);
      }
      const location = await provider.generateInstallUrl(asked, true, state);
      const life = `Max-Age=${STATE_LIFE_MS / 1_000}`;
      const cookie = `${COOKIE}=${state}; Secure; HttpOnly; SameSite=Lax; Path=/; ${life}`;
      return new Response(null, {
        status: 303,
        headers: { ...pageHeaders(), location, "set-cookie": cookie },
      });
    })
    .get("/oauth_redirect", async (http) => {
      if (http.req.method === "HEAD") return answer(http, faultPage("no-state"), 400);
      const { incoming, outgoing } = http.env;
      const { promise, resolve } = Promise.withResolvers<Response | Promise<Response>>();
      await provider.handleCallback(incoming, outgoing, {
        success: (installed) => resolve(finished(http, parts, installed)),
        failure: (error) => resolve(refused(http, logger, error)),
      });
      return promise;
    })
    .all("/install", () => new Response(null, { status: 405, headers: { allow: "GET, POST" } }))
    .all("/oauth_redirect", () => new Response(null, { status: 405, headers: { allow: "GET" } }));
}

function onlyTooMany(error: unknown): undefined {
  if (!(error instanceof TooManyBegun)) throw error;
}

function finished(http: Http, parts: InstallParts, installed: OAuthInstallation) {
  const installation = toInstallation(installed);
  const { id, installedBy, appId, workspace } = installation;
  parts.logger.info({ id, installedBy, appId }, "the app was installed");
  void welcomeInstaller(parts, installation);
  // Slack leads from here to the app (https://docs.slack.dev/interactivity/deep-linking).
  const appUrl = new URL("/app_redirect", parts.calls.apiUrl);
  appUrl.searchParams.set("app", appId);
  if (workspace) appUrl.searchParams.set("team", workspace.id);
  return answer(http, installedPage(installation, parts.command, appUrl.href), 200);
}

function refused(http: Http, logger: Logger, error: Error & { code?: string }) {
  const fault = faultOf(error);
  const isOurs = fault === "keys" || fault === "failed" || fault === "code-refused";
  logger[isOurs ? "error" : "info"]({ err: error, fault }, "an installation was not finished");
  return answer(http, faultPage(fault), fault === "failed" || fault === "keys" ? 503 : 400);
}

function faultOf(error: Error & { code?: string }): InstallFault {
  const said = slackSaid(error);
  if (said !== undefined) return PASSING.has(said) ? "failed" : "code-refused";
  switch (error.code) {
    case ErrorCode.AuthorizationError:
      return "cancelled";
    case ErrorCode.MissingCodeError:
    case ErrorCode.MissingStateError:
      return "no-state";
    case ErrorCode.InvalidStateError:
      return "not-open";
    case "cannot-unseal":
      return "keys";
    default:
      return "failed";
  }
}

/** Slack says these of itself, and not of the code. */
const PASSING: ReadonlySet<string> = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "ratelimited",
]);

function answer(http: Http, body: Html, status: 200 | 400 | 429 | 503, formAction?: string) {
  return http.html(body, status, pageHeaders(formAction));
}

/** Whether the app was removed unnoticed. A token that has ended or was revoked proves nothing: a newer one may exist. */
function createIsRemoved(calls: SlackCalls) {
  return async ({ botToken }: Pick<KeptInstallation, "botToken">): Promise<boolean> => {
    try {
      await new WebClient(botToken, clientOptions(calls)).auth.test();
      return false;
    } catch (error) {
      return slackSaid(error) === "account_inactive";
    }
  };
}
