import { html } from "hono/html";
import type { Installer, InstallRequest } from "./oauth.ts";

export type Html = ReturnType<typeof html>;

/** Draws plain HTML without script: the requested scopes, and the people who may allow them. */
export function authorizePage({ ticket, app, scopes, installers }: InstallRequest): Html {
  const mayAllow = installers.length > 0;
  return frame(
    `Install ${app.name}`,
    html`<p>${app.name} asks to be allowed to:</p>
      <ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
      <form method="post" action="/oauth/v2/authorize">
        <input type="hidden" name="ticket" value="${ticket}">
        ${mayAllow ? choice(installers) : NOBODY}
        <p class="answers">
          <button class="button" name="decision" value="cancel">Cancel</button>
          ${mayAllow ? ALLOW : ""}
        </p>
      </form>`,
  );
}

export function refusalPage(reason: string): Html {
  return frame("This cannot be installed", html`<p role="alert">${reason}</p>`);
}

const ALLOW = html`<button class="button primary" name="decision" value="allow">Allow</button>`;

const NOBODY = html`<p role="alert">Only a full member may install an app, and there is none.</p>`;

function choice(installers: readonly Installer[]): Html {
  return html`<label for="installer">Installed by</label>
    <select id="installer" name="installer">
      ${installers.map(
        ({ teamId, teamName, user }) =>
          html`<option value="${teamId}/${user.id}">${user.realName}, in ${teamName}</option>`,
      )}
    </select>`;
}

function frame(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${title}</title>
        <link rel="icon" href="/page-kit/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/authorize.css">
      </head>
      <body>
        <p class="banner" role="note">SANDBOX: nothing here is real</p>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}
