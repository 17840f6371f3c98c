import { html } from "hono/html";
import type { Html } from "../../platform/web/page.ts";
import { page } from "../../platform/web/page.ts";
import type { Entered } from "./enter-token.ts";
import type { SetupLink } from "./setup-link.ts";
import { tokenFaultSentence } from "./token-text.ts";

/** The token itself is never on the page. */

export interface TokenForm {
  link: Pick<SetupLink, "workspaceId" | "userName" | "connectionName" | "baseUrl" | "expiresAt">;
  workspaceName: string;
  /** Bound to this link and this browser. */
  formToken: string;
  error?: string;
}

export function tokenForm({ link, workspaceName, formToken, error }: TokenForm): Html {
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

type Kept = Extract<Entered, { ok: true }>;

export function tokenKeptPage({ link, connected }: Kept, workspaceName: string): Html {
  const isAsked = connected.how === "asked-for";
  return page(
    isAsked ? "The connection was sent for approval" : "The token is kept",
    html`<p>${keptSentence(connected)}</p>
<dl>
<dt>Workspace</dt><dd>${workspaceName} (${link.workspaceId})</dd>
<dt>Connection</dt><dd>${link.connectionName}, <code>${link.baseUrl}</code></dd>
<dt>Token</dt><dd>ends in <code>${connected.lastFour}</code></dd>
</dl>
<p>This link is used up. You can close this page and continue in Slack.</p>`,
  );
}

function keptSentence(connected: Kept["connected"]): string {
  switch (connected.how) {
    case "connected":
      return "The Rail service accepted the token. The workspace is connected.";
    case "rotated":
      return "The Rail service accepted the token, which sees the Rails of this connection. It has replaced the former token.";
    case "asked-for":
      return `The Rail service accepted the token. It belongs to another connection, so the approvers decide about request R-${connected.requestNumber}. Until then the former connection stays in use. Destinations and approvals do not carry over.`;
  }
}

export function faultPage(because: Stopped): Html {
  const { title, sentences } = FAULTS[because];
  return page(title, html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}`);
}

/** No other token would help against these. */
export type Stopped =
  | "not-ours"
  | "used"
  | "expired"
  | "too-many-tries"
  | "no-right"
  | "right-not-known"
  | "not-offered"
  | "not-from-here"
  | "too-long-body";

/** A fault of the entry, shown above the form; undefined if the form cannot help. */
export function errorOf(because: Extract<Entered, { ok: false }>["because"]): string | undefined {
  switch (because) {
    case "not-ours":
    case "used":
    case "expired":
    case "too-many-tries":
    case "no-right":
    case "right-not-known":
    case "not-offered":
      return undefined;
    default:
      return `${tokenFaultSentence(because)} Nothing was changed.`;
  }
}

const FRESH = "Ask for a fresh link in Slack, with the command's setup.";

const FAULTS: Record<Stopped, { title: string; sentences: readonly string[] }> = {
  "not-ours": {
    title: "This is not a link of Signalbox",
    sentences: [`It was changed on its way, or cut off. ${FRESH}`],
  },
  used: {
    title: "This link is used up",
    sentences: [
      "A token was kept by it, or is being tried at this moment. Slack shows in the set-up what has come of it.",
      `If that was not you, tell an administrator at once. ${FRESH}`,
    ],
  },
  expired: {
    title: "This link has expired",
    sentences: [`A link works for ten minutes. ${FRESH}`],
  },
  "too-many-tries": {
    title: "This link was tried too often",
    sentences: [`Nothing was kept. Look at the Rail service which token it is. ${FRESH}`],
  },
  "no-right": {
    title: "You may no longer set this workspace up",
    sentences: [
      "Nothing was changed. Only administrators and owners of the workspace may, and until it is set up the first installer of Signalbox. The person who requested this link is no longer one of them.",
      "An administrator can ask for a link of their own in Slack.",
    ],
  },
  "right-not-known": {
    title: "Slack did not answer",
    sentences: [
      "It did not say whether you may still set this workspace up, so nothing was changed. The link stays good: open it again in a minute.",
    ],
  },
  "not-offered": {
    title: "This connection is no longer offered",
    sentences: [
      `The operator of Signalbox has changed the addresses that may be connected to since the link was made. Nothing was changed. ${FRESH}`,
    ],
  },
  "not-from-here": {
    title: "This did not come from our page",
    sentences: [
      "The browser did not send back what this page gave it. The page was opened elsewhere or too long ago, or the browser keeps no cookies. Nothing was changed.",
      "Open the link in Slack once more; it is still good.",
    ],
  },
  "too-long-body": {
    title: "That is no token",
    sentences: ["It is far too long. Nothing was changed. Open the link in Slack once more."],
  },
};
