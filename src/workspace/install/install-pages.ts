import { html } from "hono/html";
import type { Html } from "../../platform/web/page.ts";
import { page } from "../../platform/web/page.ts";
import type { Installation } from "./installations.ts";

export function startPage(): Html {
  return page(
    "Add Signalbox to Slack",
    html`<p>Signalbox lets a treasury team ask for Rails, standing routes between fiat and stablecoins, approve them under four eyes, and see in Slack what became of them.</p>
<p>Slack will ask where to install it and show what it may do there. Nothing is set up yet by that: nobody can approve anything until an administrator has said who may.</p>
<form method="post" action="/slack/install"><button>Add to Slack</button></form>`,
  );
}

export function installedPage(
  {
    isOrgWide,
    workspace,
    enterprise,
  }: Pick<Installation, "isOrgWide" | "workspace" | "enterprise">,
  command: string,
): Html {
  const where = (isOrgWide ? enterprise : workspace)?.name ?? "";
  return page(
    "Signalbox is installed",
    html`<p>${isOrgWide ? `It is installed in the organisation ${where}, for each of its workspaces.` : `It is installed in the workspace ${where}.`} You can close this page.</p>
<p>Next, in Slack:</p>
<ol>
<li>Type <code>${command} setup</code>${isOrgWide ? " in each workspace that is to use it" : ""}. It connects the Rail service, and says which channel takes the approvals and who may approve.</li>
<li>Invite Signalbox to the approvals channel: <code>/invite @Signalbox</code>.</li>
</ol>
<p>It writes to you in Slack as well. Until it is set up, nobody can ask for or approve anything.</p>`,
  );
}

/** Why an installation was not finished, each with what to do. */
export type InstallFault =
  | "cancelled"
  | "too-many-begun"
  | "no-state"
  | "not-open"
  | "code-refused"
  | "keys"
  | "failed";

export function faultPage(fault: InstallFault): Html {
  const { title, sentences, again } = FAULTS[fault];
  return page(
    title,
    html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${again ? html`<p><a class="button" href="/slack/install">Start again</a></p>` : ""}`,
  );
}

const NOTHING = "Nothing was changed.";

const FAULTS: Record<
  InstallFault,
  { title: string; sentences: readonly string[]; again: boolean }
> = {
  cancelled: {
    title: "Signalbox was not installed",
    sentences: [`The installation was cancelled in Slack. ${NOTHING}`],
    again: true,
  },
  "too-many-begun": {
    title: "Too many installations are open",
    sentences: [
      `Too many were begun from your network, or from everywhere together, in the last ten minutes. ${NOTHING}`,
      "Finish one that is open in your browser, or start again in ten minutes.",
    ],
    again: true,
  },
  "no-state": {
    title: "This page belongs to an installation",
    sentences: [
      `It is where Slack leads back to, and cannot be opened by itself. ${NOTHING}`,
      "Where Slack led you here from its own pages, begin on ours instead.",
    ],
    again: true,
  },
  "not-open": {
    title: "This installation cannot be finished",
    sentences: [
      `Each one can be finished once, within ten minutes, and in the browser in which it was begun. Opening this page has changed nothing.`,
      "If you have just seen that Signalbox is installed, it is; look for its message in Slack. If somebody sent you this address, do not go on: they may want to install something in your name.",
    ],
    again: true,
  },
  "code-refused": {
    title: "Slack did not confirm the installation",
    sentences: [
      "The code that Slack gave was used already, is too old, or belongs to another app. Where it goes on like this, the client id, the client secret or the redirect address of this server is not that of the app in Slack.",
    ],
    again: true,
  },
  keys: {
    title: "This server cannot keep the installation",
    sentences: [
      "What it has kept of an earlier installation cannot be opened with its keys, and nothing was overwritten. Whoever runs it has to add the key that is missing to ENCRYPTION_KEYS.",
      "Where that key is lost for good, remove Signalbox from the workspace in Slack, and install it again after that.",
    ],
    again: false,
  },
  failed: {
    title: "That did not work",
    sentences: [
      "Slack or the database could not be reached just now. It may be that Slack shows Signalbox as installed: install it again in any case.",
    ],
    again: true,
  },
};
