import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import type { ManyConfig } from "../config.ts";
import { SERVICE_TROUBLE } from "../platform/rail-api/rail-api-error.ts";
import { answerPage, cookieOf } from "../platform/web/page.ts";
import type { Context } from "../request/engine/context.ts";
import { readGround } from "../request/store/ground.ts";
import { type Entered, enterToken } from "./enter-token.ts";
import { LINK_LIFE, openLink, type TokenLink } from "./token-link.ts";

const COOKIE = "__Host-signalbox-token";
const BODY_AT_MOST_BYTES = 16_384;

/**
 * The page on which a token is entered. Looking at it changes nothing, as previews look as well. A
 * form counts with the cookie that this page gave the browser for this link, and from our origin.
 */
export function tokenRoutes(context: Context, config: ManyConfig): Hono {
  const { db, slack } = context;
  const { seal } = db.keys;
  const { origin } = new URL(config.PUBLIC_URL);
  const boundTo = ({ nonce }: TokenLink) => ["token-page", nonce];

  /** A link that can still be used, and its service; or why not. */
  async function open(sealed: string) {
    const link = openLink(db.keys, sealed);
    if (!link) return "not-ours";
    const { workspace, nonce: delivery, baseUrl, expires } = link;
    const { now, delivered } = await readGround(db, { workspace, request: null, delivery });
    if (delivered) return "used";
    if (expires <= now) return "expired";
    const service = config.RAIL_API_URLS.find((each) => each.baseUrl === baseUrl);
    return service ? { link, service } : "not-listed";
  }

  /** The token itself is never on the page. */
  async function form({ link, service }: Exclude<Opened, string>, fault: string | null) {
    const { team } = await context.self(link.workspace);
    const { name, environment, baseUrl } = service;
    const cookie = cookieOf(COOKIE, seal.seal("", boundTo(link)), "Strict", LINK_LIFE);
    const page = html`<dl>
<dt>Workspace</dt><dd>${team}</dd>
<dt>Rail service</dt><dd>${name} · ${environment.toUpperCase()}<br>${baseUrl}</dd>
</dl>
${fault && html`<p class="error" id="error" role="alert">${fault} Nothing was kept.</p>`}
<form method="post" autocomplete="off">
<label for="token">Token</label>
<input type="password" id="token" name="token" required autofocus spellcheck="false"
  ${fault && html`aria-invalid="true" aria-describedby="error"`}>
<button>Test and save</button>
</form>
<p class="hint">Continue only if this is your workspace, and you asked for this link in Slack a
moment ago. Signalbox tests the token, stores it encrypted, and shows only its last four
characters.</p>`;
    return answerPage("Enter the Rail service's token", page, {
      ...{ status: fault === null ? 200 : 422, cookie },
    });
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  return new Hono()
    .get("/token/:link", async (http) => {
      const opened = await open(http.req.param("link"));
      return typeof opened === "string" ? stopped(opened) : form(opened, null);
    })
    .post("/token/:link", bodyLimit({ maxSize: BODY_AT_MOST_BYTES }), async (http) => {
      const opened = await open(http.req.param("link"));
      if (typeof opened === "string") return stopped(opened);
      const { link, service } = opened;
      const isOurs = seal.openGiven(getCookie(http, COOKIE) ?? "", boundTo(link)) !== null;
      if (!isOurs || http.req.header("origin") !== origin) return stopped("not-from-here");
      const isAllowed = await slack.isAdministrator(link.workspace, link.person);
      if (!isAllowed) return stopped(isAllowed === null ? "silent" : "no-right");
      const token = (new URLSearchParams(await http.req.text()).get("token") ?? "").trim();
      const fault = faultOf(token);
      if (fault !== null) return form(opened, fault);
      const entered = await enterToken(context, link, service.environment, token);
      if (entered.is === "used") return stopped("used");
      if (entered.is === "refused") return form(opened, TROUBLE[entered.because]);
      return answerPage(
        "The token was accepted",
        html`<p>${acceptedText(entered, token, config)}</p>
<p>This link is used up. You can close this page.</p>`,
      );
    });
}

function acceptedText(entered: Entered, token: string, { SLACK_COMMAND }: ManyConfig): string {
  const last = `…${token.slice(-4)}`;
  switch (entered.is) {
    case "kept":
      return `The token ${last} shows your company's Rails, so it is in use now.`;
    case "asked":
      return `Approvers decide about the token ${last} in Slack, with R-${entered.applied.request?.number}. Until then it is not used.`;
    default:
      return `Next, in Slack: type ${SLACK_COMMAND} setup, and press “Use ${last}”.`;
  }
}

const TROUBLE = {
  ...SERVICE_TROUBLE,
  unauthenticated: "The Rail service does not accept this token.",
};

/** Shorter ones would be given away by their last four characters. */
const TOKEN = /^[!-~]{12,4096}$/;

function faultOf(token: string): string | null {
  if (/^(authorization\s*:\s*)?bearer\b/i.test(token)) return "Enter only what follows “Bearer”.";
  return TOKEN.test(token) ? null : "This is no token. Copy all of it, in one piece.";
}

const FRESH = "Get a new link in Slack, with the setup command.";

const STOPPED = {
  "not-ours": [410, "This link does not work", `It was changed or cut off. ${FRESH}`],
  used: [
    410,
    "This link is used up",
    `A token was entered with it. If that was not you, tell an administrator at once. ${FRESH}`,
  ],
  expired: [410, "This link has expired", `A link works for ten minutes. ${FRESH}`],
  "not-listed": [410, "This service is no longer offered", `Nothing was kept. ${FRESH}`],
  "not-from-here": [
    403,
    "This did not come from our page",
    "Nothing was kept. Open the link in Slack once more: it still works.",
  ],
  "no-right": [
    403,
    "You cannot set this token",
    "Only Slack administrators of the workspace can. Nothing was kept.",
  ],
  silent: [
    503,
    "Slack did not answer",
    "It did not say whether you may set this token. Nothing was kept. Open the link again in a minute.",
  ],
} as const;

function stopped(why: keyof typeof STOPPED): Promise<Response> {
  const [status, title, says] = STOPPED[why];
  return answerPage(title, html`<p>${says}</p>`, { status });
}
