import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import type { Html } from "../../platform/web/page.ts";
import { page, pageHeaders } from "../../platform/web/page.ts";
import type { Routes } from "../../platform/web/server.ts";
import { findWorkspaceName } from "../../request/queries/companies.ts";
import { connectedSentence } from "./connect.ts";
import type { Entered, Entering } from "./enter-token.ts";
import { enterToken } from "./enter-token.ts";
import type { SetupLink } from "./setup-link.ts";
import { LINK_LIFE_MS, openSetupLink } from "./setup-link.ts";
import { TOKEN_FAULTS } from "./token-text.ts";

type Kept = Extract<Entered, { ok: true }>;

export type TokenPage = Entering & {
  /** The origin at which people reach this process, without a slash at its end. */
  publicUrl: string;
  /** Has Slack show the result: a courtesy, which never throws. */
  tell: (entered: Kept) => Promise<void>;
};

/** Sent only to our own address, only over https, and only by our page. */
const COOKIE = "__Host-signalbox-setup";
const BODY_AT_MOST_BYTES = 16_384;

type Http = Context<{ Bindings: HttpBindings }>;

/** The address of a link, for what `newSetupLink` makes. */
export function tokenPageUrl(publicUrl: string, carried: string): string {
  return `${publicUrl}/setup/token/${carried}`;
}

/**
 * `/token/…`, to be mounted under `/setup`. Opening the page uses nothing up, since previews open it too. The form counts
 * only from our page, with the cookie of the browser that got it.
 */
export function createTokenRoutes(context: TokenPage): Routes {
  const { signer, publicUrl, db } = context;

  const formTokenOf = (nonce: string, { hash }: SetupLink) => signer.sign(`form:${hash}:${nonce}`);

  async function form(http: Http, link: SetupLink, error?: string) {
    const known = getCookie(http, COOKIE) ?? "";
    // Another cookie would end a form that is open beside this one.
    const nonce = /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString("base64url");
    const life = `Max-Age=${LINK_LIFE_MS / 1_000}`;
    http.header(
      "set-cookie",
      `${COOKIE}=${nonce}; Secure; HttpOnly; SameSite=Strict; Path=/; ${life}`,
    );
    const workspaceName = await findWorkspaceName(db, link.workspaceId);
    const formToken = formTokenOf(nonce, link);
    const body = tokenForm({ link, workspaceName, formToken, error });
    return http.html(body, error === undefined ? 200 : 422, pageHeaders("'self'"));
  }

  return new Hono<{ Bindings: HttpBindings }>()
    .get("/token/:link", async (http) => {
      const opened = await openSetupLink(context, http.req.param("link"));
      return opened.ok ? form(http, opened.link) : stopped(http, opened.because);
    })
    .post(
      "/token/:link",
      bodyLimit({
        maxSize: BODY_AT_MOST_BYTES,
        onError: (http) => stopped(http, "too-long-body"),
      }),
      async (http) => {
        const carried = http.req.param("link");
        const opened = await openSetupLink(context, carried);
        if (!opened.ok) return stopped(http, opened.because);
        const sent = new URLSearchParams(await http.req.text());
        const nonce = getCookie(http, COOKIE) ?? "";
        const isOurForm =
          nonce !== "" &&
          signer.isOurs(`form:${opened.link.hash}:${nonce}`, sent.get("form") ?? "") &&
          isFromOurPage(http, publicUrl);
        if (!isOurForm) return stopped(http, "not-from-here");

        const entered = await enterToken(context, carried, sent.get("token") ?? "");
        if (!entered.ok) {
          const { because } = entered;
          return isStopped(because)
            ? stopped(http, because)
            : form(http, opened.link, `${TOKEN_FAULTS[because]} Nothing was changed.`);
        }
        void context.tell(entered);
        const workspaceName = await findWorkspaceName(db, entered.link.workspaceId);
        return http.html(tokenKeptPage(entered, workspaceName), 200, pageHeaders());
      },
    )
    .all(
      "/token/:link",
      () => new Response(null, { status: 405, headers: { allow: "GET, POST" } }),
    );
}

/** Under `no-referrer` browsers send `Origin: null` with a form, also to the page's own address (Fetch, section 3.2). */
function isFromOurPage({ req }: Http, publicUrl: string): boolean {
  const site = req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") return false;
  const origin = req.header("origin");
  return origin === publicUrl || (origin === "null" && site === "same-origin");
}

function stopped(http: Http, because: Stopped) {
  const { status, title, sentences } = FAULTS[because];
  const body = page(title, html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}`);
  return http.html(body, status, pageHeaders());
}

/** The token itself is never on the page. */
interface TokenForm {
  link: Pick<SetupLink, "workspaceId" | "userName" | "connectionName" | "baseUrl" | "expiresAt">;
  workspaceName: string;
  /** Bound to this link and this browser. */
  formToken: string;
  error: string | undefined;
}

function tokenForm({ link, workspaceName, formToken, error }: TokenForm): Html {
  const until = `${new Date(link.expiresAt).toISOString().slice(11, 16)} UTC`;
  return page(
    "Enter the token of the Rail service",
    html`<dl>
<dt>Workspace</dt><dd>${workspaceName} (${link.workspaceId})</dd>
<dt>Connection</dt><dd>${link.connectionName}, <code>${link.baseUrl}</code></dd>
<dt>Requested by</dt><dd>@${link.userName}, in Slack</dd>
</dl>
${error === undefined ? "" : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" autocomplete="off">
<input type="hidden" name="form" value="${formToken}">
<label for="token">Token</label>
<input type="password" id="token" name="token" required autofocus autocomplete="off" spellcheck="false" autocapitalize="off"${error === undefined ? "" : html` aria-invalid="true" aria-describedby="error"`}>
<button>Test and save</button>
</form>
<p class="hint">Continue only if this is your workspace and you requested this link a moment ago. The token goes from here to Signalbox, and not through Slack. Signalbox tests it first, stores it encrypted, and shows only its last four characters.</p>
<p class="hint">The link works until ${until}, for one token: a token that is refused does not use it up.</p>`,
  );
}

function tokenKeptPage({ link, connected }: Kept, workspaceName: string): Html {
  const isAsked = connected.how === "asked-for";
  return page(
    isAsked ? "The connection was sent for approval" : "The token is kept",
    html`<p>${connectedSentence(connected)}</p>
<dl>
<dt>Workspace</dt><dd>${workspaceName} (${link.workspaceId})</dd>
<dt>Connection</dt><dd>${link.connectionName}, <code>${link.baseUrl}</code></dd>
<dt>Token</dt><dd>ends in <code>${connected.lastFour}</code></dd>
</dl>
<p>This link is used up. You can close this page and continue in Slack.</p>`,
  );
}

const FRESH = "Ask for a fresh link in Slack, with the command's setup.";

/** No other token would help against these. */
const FAULTS = {
  "not-ours": {
    status: 404,
    title: "This is not a link of Signalbox",
    sentences: [`It was changed on its way, or cut off. ${FRESH}`],
  },
  used: {
    status: 410,
    title: "This link is used up",
    sentences: [
      "A token was kept by it, or is being tried at this moment. Slack shows in the set-up what has come of it.",
      `If that was not you, tell an administrator at once. ${FRESH}`,
    ],
  },
  expired: {
    status: 410,
    title: "This link has expired",
    sentences: [`A link works for ten minutes. ${FRESH}`],
  },
  "too-many-tries": {
    status: 410,
    title: "This link was tried too often",
    sentences: [`Nothing was kept. Look at the Rail service which token it is. ${FRESH}`],
  },
  "no-right": {
    status: 403,
    title: "You may no longer set this workspace up",
    sentences: [
      "Nothing was changed. Only administrators and owners of the workspace may, and until it is set up the first installer of Signalbox. The person who requested this link is no longer one of them.",
      "An administrator can ask for a link of their own in Slack.",
    ],
  },
  "right-not-known": {
    status: 503,
    title: "Slack did not answer",
    sentences: [
      "It did not say whether you may still set this workspace up, so nothing was changed. The link stays good: open it again in a minute.",
    ],
  },
  "not-offered": {
    status: 410,
    title: "This connection is no longer offered",
    sentences: [
      `The operator of Signalbox has changed the addresses that may be connected to since the link was made. Nothing was changed. ${FRESH}`,
    ],
  },
  "not-from-here": {
    status: 403,
    title: "This did not come from our page",
    sentences: [
      "The browser did not send back what this page gave it. The page was opened elsewhere or too long ago, or the browser keeps no cookies. Nothing was changed.",
      "Open the link in Slack once more; it is still good.",
    ],
  },
  "too-long-body": {
    status: 413,
    title: "That is no token",
    sentences: ["It is far too long. Nothing was changed. Open the link in Slack once more."],
  },
} as const;

type Stopped = keyof typeof FAULTS;

const isStopped = (because: string): because is Stopped => Object.hasOwn(FAULTS, because);
