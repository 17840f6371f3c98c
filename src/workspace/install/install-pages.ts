import { html } from "hono/html";
import type { Html } from "../../platform/web/page.ts";
import { page } from "../../platform/web/page.ts";
import type { Installation } from "./installations.ts";

export function startPage(): Html {
  return page(
    "Add Signalbox to Slack",
    html`<p>Signalbox lets a treasury team request Rails: permanent routes between bank accounts and stablecoins. Approvers decide in Slack. Signalbox creates each Rail once and shows how to pay in.</p>
<p>Slack asks where to install it, and shows what it may do there. After that an administrator sets it up and names the approvers. Until then nobody can request or approve anything.</p>
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
  appUrl: string,
): Html {
  const where = (isOrgWide ? enterprise : workspace)?.name ?? "";
  return page(
    "Signalbox is installed",
    html`<p>${isOrgWide ? `It is installed in the organisation ${where}, for each of its workspaces.` : `It is installed in the workspace ${where}.`}</p>
<p>Next, in Slack:</p>
<ol>
<li>Invite Signalbox to the channel for approvals: type <code>/invite @Signalbox</code> there.</li>
<li>Press <em>Set up</em> in its message to you, or type <code>${command} setup</code>${isOrgWide ? " in each workspace that will use it" : ""}. Connect the Rail service, choose that channel and name the approvers.</li>
</ol>
<p>Until it is set up, nobody can request or approve anything.</p>
<p><a class="button" href="${appUrl}">Open Slack</a></p>`,
  );
}

export function faultPage(fault: InstallFault): Html {
  const { title, sentences, again } = FAULTS[fault];
  return page(
    title,
    html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${again ? html`<p><a class="button" href="/slack/install">Start again</a></p>` : ""}`,
  );
}

const NOTHING = "Nothing was changed.";

/** Why an installation was not finished, each with what to do. */
const FAULTS = {
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
      "If Slack led you here from its own pages, begin on ours instead.",
    ],
    again: true,
  },
  "not-open": {
    title: "This installation cannot be finished",
    sentences: [
      `Each one can be finished once, within ten minutes, and in the browser in which it was begun. Opening this page has changed nothing.`,
      "If you have just seen that Signalbox is installed, it is; look for its message in Slack. If somebody sent you this address, stop here: they may want to install something in your name.",
    ],
    again: true,
  },
  "code-refused": {
    title: "Slack did not confirm the installation",
    sentences: [
      "The code that Slack gave was used already, is too old, or belongs to another app. If this keeps happening, this server's client id, client secret or redirect address is not that of the app in Slack.",
    ],
    again: true,
  },
  keys: {
    title: "This server cannot keep the installation",
    sentences: [
      "It cannot open what it kept of an earlier installation with its keys. Nothing was overwritten. The operator has to add the missing key to ENCRYPTION_KEYS.",
      "If that key is lost for good, remove Signalbox from the workspace in Slack, then install it again.",
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
} as const;

export type InstallFault = keyof typeof FAULTS;
