import { Hono } from "hono";
import { html } from "hono/html";
import { type Html, showPage } from "../../page-kit/page.ts";
import { PageError, SlackError } from "../slack-error.ts";
import type { Installer, OAuth } from "./oauth.ts";

const EXPIRED = "This page was used or is too old. Go back to the app, and start again.";

/** An app sends the browser of its installer here; both answers lead back to the app. */
export function authorizeRoutes(oauth: OAuth): Hono {
  const { name } = oauth.app;
  const routes = new Hono()
    .get("/", (http) => {
      const { scopes, redirectUri, installers, ticket } = oauth.ask(http.req.query());
      const title = `Install ${name}`;
      // The browser may send the form only here, and may be redirected only to the app.
      const formAction = `'self' ${new URL(redirectUri).origin}`;
      const body = frame(
        title,
        html`<p>${name} asks to be allowed to:</p>
    <ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
    ${drawForm(installers, ticket)}`,
      );
      return showPage(http, { title, styles: STYLES, body, formAction });
    })
    .post("/", async (http) => {
      const form = new URLSearchParams(await http.req.text());
      const by = form.get("decision") === "allow" ? (form.get("installer") ?? "") : null;
      return http.redirect(String(oauth.answer(form.get("ticket") ?? "", by)));
    });

  routes.onError((error, http) => {
    if (!(error instanceof PageError || error instanceof SlackError)) throw error;
    const title = "This cannot be installed";
    const reason = error instanceof PageError ? error.message : EXPIRED;
    http.status(400);
    const body = frame(title, html`<p role="alert">${reason}</p>`);
    return showPage(http, { title, styles: STYLES, body });
  });
  return routes;
}

const STYLES = ["/frame.css"];

const frame = (title: string, content: Html): Html =>
  html`<p class="banner" role="note">SANDBOX: nothing here is real</p>
    <main class="control">
      <section class="stack"><h1>${title}</h1>${content}</section>
    </main>`;

/** Draws the people who may allow it. */
function drawForm(installers: readonly Installer[], ticket: string): Html {
  const options = installers.map(
    ({ key, words }) => html`<option value="${key}">${words}</option>`,
  );
  if (options.length === 0) {
    return html`<p role="alert">Only a full member may install an app, and there is none.</p>`;
  }
  return html`<form class="stack" method="post" action="/oauth/v2/authorize">
      <input type="hidden" name="ticket" value="${ticket}">
      <label for="installer">Installed by</label>
      <select id="installer" name="installer">${options}</select>
      <p class="row">
        <button class="button" name="decision" value="cancel">Cancel</button>
        <button class="button primary" name="decision" value="allow">Allow</button>
      </p>
    </form>`;
}
