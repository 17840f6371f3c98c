import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import type { ManyConfig } from "../config.ts";
import { SCOPES } from "../platform/slack/scopes.ts";
import { SlackError } from "../platform/slack/slack-error.ts";
import { answerPage, cookieOf } from "../platform/web/page.ts";
import type { Context } from "../request/engine/context.ts";
import { readGround } from "../request/store/ground.ts";
import { save } from "../request/store/save.ts";
import { addWorkspace, type Installation, saveInstallation } from "../request/store/workspaces.ts";

/** As long as Slack's page and its code live, in seconds. */
const STATE_LIFE = 600;
const COOKIE = "__Host-signalbox-install";

/**
 * Where a workspace installs the app (https://docs.slack.dev/authentication/installing-with-oauth).
 * No GET begins anything, as previews send them. The state is sealed for the browser's cookie: it
 * ends there alone, and once, as coming back takes the cookie away.
 */
export function installRoutes(context: Context, config: ManyConfig): Hono {
  const { seal } = context.db.keys;
  const redirect = { redirect_uri: `${config.PUBLIC_URL}/slack/oauth_redirect` };
  const authorizeUrl = new URL("/oauth/v2/authorize", config.SLACK_API_URL);
  const stateOf = (cookie: string) => ["install-state", cookie];

  return new Hono()
    .get("/slack/install", () =>
      answerPage("Add Signalbox to Slack", START, { formTo: authorizeUrl.origin }),
    )
    .post("/slack/install", () => {
      const cookie = Buffer.from(context.random(24)).toString("base64url");
      const state = seal.seal(String(context.now() + STATE_LIFE * 1_000), stateOf(cookie));
      const location = new URL(authorizeUrl);
      const scope = Object.keys(SCOPES).join(",");
      const asked = { client_id: config.SLACK_CLIENT_ID, scope, ...redirect, state };
      location.search = String(new URLSearchParams(asked));
      const headers = {
        location: location.href,
        "set-cookie": cookieOf(COOKIE, cookie, "Lax", STATE_LIFE),
      };
      return new Response(null, { status: 303, headers });
    })
    .get("/slack/oauth_redirect", async (http) => {
      const { code = "", state = "", error } = http.req.query();
      const cookie = cookieOf(COOKIE, "", "Lax", 0);
      const failed = (fault: Fault) =>
        answerPage("Signalbox was not installed", html`<p>${FAULTS[fault]}</p>${AGAIN}`, {
          ...{ status: 400, cookie },
        });
      const until = seal.openGiven(state, stateOf(getCookie(http, COOKIE) ?? ""));
      if (Number(until) <= context.now()) return failed("not-open");
      if (error !== undefined) return failed("cancelled");
      const { SLACK_CLIENT_ID: client_id, SLACK_CLIENT_SECRET: client_secret } = config;
      const given = { client_id, client_secret, code, ...redirect };
      const installed = await install(context, given).catch((error: unknown) => {
        if (!(error instanceof SlackError)) throw error;
        return error.code === "refused" ? ("refused" as const) : ("silent" as const);
      });
      if (typeof installed === "string") return failed(installed);
      const title = `Signalbox is installed in ${installed.team}`;
      return answerPage(title, nextSteps(config.SLACK_COMMAND, installed), { cookie });
    });
}

/** Keeps the token of the workspace that Slack names, and of no other. */
async function install(
  { db, slack }: Context,
  code: Parameters<Context["slack"]["redeem"]>[0],
): Promise<Installation | Fault> {
  const given = await slack.redeem(code);
  if (!given.team) return "organisation";
  if (given.expires_in) return "rotates";
  if (Object.keys(SCOPES).some((scope) => !given.scope.includes(scope))) return "scopes";
  const installation = { ...(await slack.whoAmI(given.access_token)), app: given.app_id };
  const { workspace, app, bot } = installation;
  if (workspace !== given.team.id) return "refused";
  await addWorkspace(db, workspace);
  await db.transaction(workspace, async (tx) => {
    const ground = await readGround(tx, { workspace, request: null });
    const of = { by: given.authed_user.id, request: null, version: null, attempt: null };
    const entry = { ...of, action: "installed", facts: { app, bot, scopes: given.scope } } as const;
    await saveInstallation(tx, installation);
    await save(tx, ground, { entries: [entry], forces: ground.forces });
  });
  return installation;
}

const START = html`<p>Signalbox lets a treasury team request Rails: permanent routes between
bank accounts and stablecoins. Approvers decide in Slack. Signalbox creates each Rail once and shows
how to pay in.</p>
<p>Slack asks where to install it. Then a Slack administrator sets it up and names the approvers.
Until then nobody can request or approve anything.</p>
<form method="post"><button>Add to Slack</button></form>`;

const AGAIN = html`<p><a class="button" href="/slack/install">Start again</a></p>`;

const nextSteps = (command: string, { url }: Installation) => html`<p>Next, in Slack:</p>
<ol>
<li>Invite it to the channel for approvals: type <code>/invite @Signalbox</code> there.</li>
<li>As a Slack administrator, type <code>${command} setup</code>.</li>
</ol>
<p>If it was removed here before, all settings and requests are still there. It only needs the
Rail service's token again.</p>
<p><a class="button" href="${url}">Open Slack</a></p>`;

const FAULTS = {
  cancelled: "The installation was cancelled in Slack. Nothing was changed.",
  "not-open":
    "An installation can be finished once, within ten minutes, in the browser in which it was begun. If somebody sent you this address, stop here: they may want to install something in your name.",
  organisation:
    "Signalbox is installed in one workspace at a time, not in a whole organisation. Start again, and choose a workspace.",
  rotates:
    "This Slack app has token rotation switched on, which Signalbox does not support. Ask the operator of Signalbox.",
  scopes: "Slack did not allow everything that Signalbox needs. Start again, and allow all of it.",
  refused:
    "Slack did not confirm the installation. If this happens again, the operator of Signalbox can check the app's client id, secret and redirect address.",
  silent: "Slack did not answer. It may show Signalbox as installed: start again in any case.",
} as const;

type Fault = keyof typeof FAULTS;
