import { Hono, type Context as HonoContext } from "hono";
import { PageError } from "../page-routes/page-error.ts";
import { authorizePage, type Html, refusalPage } from "./authorize-page.ts";
import type { OAuth } from "./oauth.ts";

/** An app sends the browser of its installer here; both answers lead back to the app. */
export function authorizeRoutes(oauth: OAuth): Hono {
  const routes = new Hono();

  routes.get("/", (http) => {
    const request = oauth.ask(http.req.query());
    return page(http, authorizePage(request), { formAction: new URL(request.redirectUri).origin });
  });

  routes.post("/", async (http) => {
    const { ticket, installer, decision } = await http.req.parseBody();
    if (decision !== "allow") return http.redirect(String(oauth.cancel(String(ticket))));
    const [teamId = "", userId = ""] = String(installer).split("/");
    return http.redirect(String(oauth.allow(String(ticket), { teamId, userId })));
  });

  routes.onError((error, http) => {
    if (!(error instanceof PageError)) throw error;
    return page(http, refusalPage(error.message), { status: 400 });
  });
  return routes;
}

/** The browser may send the form only here, and may be redirected only to the app. */
function page(
  http: HonoContext,
  body: Html,
  { status = 200, formAction = "" }: { status?: 200 | 400; formAction?: string },
) {
  return http.html(body, status, {
    "Content-Security-Policy": `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' ${formAction}; frame-ancestors 'none'`,
    "X-Content-Type-Options": "nosniff",
    // A form under "no-referrer" has no origin, so the server could not recognise its own page.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
}
