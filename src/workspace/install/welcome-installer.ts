import { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { actions, button, context, section } from "../../platform/slack/blocks/blocks.ts";
import { checkedMessage } from "../../platform/slack/blocks/checked.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { bold, copyableInline, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import type { SlackCalls } from "../../platform/slack/web-client.ts";
import { clientOptions } from "../../platform/slack/web-client.ts";
import { INVITE } from "../../request/words.ts";
import type { Installation } from "./installations.ts";

export interface Welcome {
  command: string;
  /** In every workspace of an organisation. */
  isOrgWide: boolean;
  /** It was installed again in a workspace that is set up. */
  isSetUp: boolean;
}

/** To the installer of the app, by direct message. */
export function welcome({ command, isOrgWide, isSetUp }: Welcome): Message {
  if (isSetUp) {
    return note(
      "Signalbox was installed again here.",
      `Nothing else has changed: its connection, its rules and all requests are as they were. To see its state: ${command} health`,
    );
  }
  const where = isOrgWide ? ", in each workspace that will use it" : "";
  return messageWith(
    `Signalbox is installed. Next: ${command} setup`,
    richText([bold("Signalbox is installed")]),
    section(
      "Signalbox lets a treasury team request Rails: permanent routes between bank accounts and stablecoins. Approvers decide in a channel. Signalbox creates each Rail once and shows how to pay in.",
    ),
    richText(
      [bold("1. "), "Invite it to the channel for approvals: ", copyableInline(INVITE)],
      [
        bold("2. "),
        "Set it up, here or with ",
        copyableInline(`${command} setup`),
        `${where}. Connect the Rail service, choose the channel and name the approvers.`,
      ],
    ),
    actions(
      button("Set up", action.openSetup, "setup", { style: "primary" }),
      button("Help", action.showHelp, "help"),
    ),
    context(
      "Until then nobody can request or approve anything. Administrators are not approvers automatically.",
    ),
  );
}

export interface Welcoming {
  calls: SlackCalls;
  command: string;
  /** Whether a workspace has a connection and people who may approve. */
  isSetUp: (workspaceId: string) => Promise<boolean>;
  logger: Logger;
}

/** A courtesy, with the new token. Never throws: the app is installed whether or not anybody reads this. */
export async function welcomeInstaller(
  { calls, command, isSetUp, logger }: Welcoming,
  { id, isOrgWide, workspace, installedBy, botToken }: Installation,
): Promise<void> {
  try {
    const slack = new WebClient(botToken, {
      ...clientOptions(calls),
      retryConfig: { retries: 0 },
    });
    const isSetUpThere = workspace !== null && (await isSetUp(workspace.id));
    const said = checkedMessage(welcome({ command, isOrgWide, isSetUp: isSetUpThere }));
    await slack.chat.postMessage({ channel: installedBy, ...said });
  } catch (error) {
    logger.warn({ err: error, id }, "the installer of the app was not welcomed");
  }
}
