import { actions, button, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import {
  bold,
  channel,
  everyone,
  lines,
  richText,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { ConnectionSummary } from "../../request/queries/connections.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import { toPolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { environmentName } from "../../request/words.ts";

/** Answers everything that needs a set-up; the button checks who presses it. */
export function notSetUp(command: string): Message {
  const sentence = `Signalbox is not set up in this workspace yet: an administrator types ${command} setup.`;
  return messageWith(
    sentence,
    section(sentence),
    actions(button("Set it up", action.openSetup, "setup")),
  );
}

/** Tells a person who may not set it up who can. */
export function noSetupRight(
  because: "no-right" | "right-not-known",
  { installer, command }: { installer: string | null; command: string },
): Message {
  if (because === "right-not-known") {
    return note(
      "Slack did not say whether you administer this workspace, so nothing was changed. Try again in a minute.",
    );
  }
  const who = "Only administrators and owners of this workspace set Signalbox up";
  return messageWith(
    `${who}.`,
    richText([
      who,
      ...(installer === null ? [] : [", and ", user(installer), ", who installed it first"]),
      `. Ask one of them to type ${command} setup.`,
    ]),
  );
}

export const noAuditRight = (command: string): Message =>
  note(
    "Only administrators, owners and auditors can export the audit.",
    `${command} policy shows the auditors. To add one, request a change with ${command} policy propose.`,
  );

export interface SetUpWhole {
  command: string;
  workspaceName: string;
  connection: ConnectionSummary;
  channelId: string;
  policy: Policy;
}

/** For the approvals channel, when the first set-up is complete. */
export function setUpInChannel({ command, connection, policy }: SetUpWhole): Message {
  const title = "Signalbox is set up";
  return messageWith(
    title,
    richText(
      [bold(title)],
      [
        `Requests for Rails (${environmentName(connection.environment)}) are posted in this channel, each as a card with all details.`,
      ],
      ["Who decides: ", ...approverLeaves(policy)],
      [`Any of them stops all sending at once with ${command} freeze.`],
    ),
  );
}

/** For the person who completed it. */
export function setUpForAdministrator(props: SetUpWhole): Message {
  const { command, workspaceName, channelId, connection } = props;
  const text = "Everything is set up";
  return messageWith(
    text,
    richText(
      [
        bold(
          `${text} in ${shortened(workspaceName, 60)} (${environmentName(connection.environment)})`,
        ),
      ],
      ["This was also posted in ", channel(channelId), ". Try it:"],
      {
        type: "rich_text_list",
        style: "ordered",
        elements: [
          lines([`${command} health: check that everything works.`]),
          lines([`${command} destinations add: whitelist the first wallet or bank account.`]),
          lines([`${command} new: request a Rail. Other people approve it.`]),
        ],
      },
      ["From now on the approvers have to approve each change of the set-up."],
    ),
  );
}

function approverLeaves(policy: Policy) {
  const form = toPolicyForm(policy);
  if (!form) return ["as the rules of the policy say"];
  const who = everyone(form.approvers, form.groups);
  return [...who, `: ${form.approvalsRequired} of them, never the requester`];
}

/** For the person who asked for the link, by direct message, once it brought a token. */
export function tokenKeptNote(connectionName: string, how: string, lastFour: string): Message {
  const ends = lastFour === "" ? "" : `, ending in ${lastFour}`;
  return note(
    "A token was entered through your link.",
    `For the connection ${shortened(connectionName, 40)}${ends}. ${how}`,
    "If that was not you, remove the token in the set-up at once.",
  );
}
