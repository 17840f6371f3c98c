import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie } from "hono/cookie";
import type { Html } from "../../platform/web/page.ts";
import { pageHeaders } from "../../platform/web/page.ts";
import type { Routes } from "../../platform/web/server.ts";
import { findWorkspaceName } from "../../request/queries/companies.ts";
import type { Entered, Entering } from "./enter-token.ts";
import { enterToken } from "./enter-token.ts";
import type { SetupLink } from "./setup-link.ts";
import { LINK_LIFE_MS, openSetupLink } from "./setup-link.ts";
import { errorOf, faultPage, type Stopped, tokenForm, tokenKeptPage } from "./token-page.ts";

export type TokenPage = Entering & {
  /** The origin at which people reach this process, without a slash at its end. */
  publicUrl: string;
  /** Has Slack show the result: a courtesy, which never throws. */
  tell: (entered: Extract<Entered, { ok: true }>) => Promise<void>;
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
    const body = tokenForm({
      link,
      workspaceName,
      formToken,
      ...(error !== undefined && { error }),
    });
    return answer(http, body, error === undefined ? 200 : 422, "'self'");
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
        onError: (http) => answer(http, faultPage("too-long-body"), 413),
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
          const error = errorOf(entered.because);
          return error === undefined
            ? stopped(http, entered.because as Stopped)
            : form(http, opened.link, error);
        }
        void context.tell(entered);
        const workspaceName = await findWorkspaceName(db, entered.link.workspaceId);
        return answer(http, tokenKeptPage(entered, workspaceName), 200);
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

const STATUS: Record<Stopped, 400 | 403 | 404 | 410 | 413 | 503> = {
  "not-ours": 404,
  used: 410,
  expired: 410,
  "too-many-tries": 410,
  "no-right": 403,
  "right-not-known": 503,
  "not-offered": 410,
  "not-from-here": 403,
  "too-long-body": 413,
};

function stopped(http: Http, because: Stopped) {
  return answer(http, faultPage(because), STATUS[because]);
}

function answer(
  http: Http,
  body: Html,
  status: 200 | 400 | 403 | 404 | 410 | 413 | 422 | 503,
  formAction?: string,
) {
  return http.html(body, status, pageHeaders(formAction));
}
