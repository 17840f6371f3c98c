import { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { section } from "../../platform/slack/blocks/blocks.ts";
import { checkedMessage } from "../../platform/slack/blocks/checked.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { bold, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { SlackCalls } from "../../platform/slack/web-client.ts";
import { clientOptions } from "../../platform/slack/web-client.ts";
import type { Installation } from "./installations.ts";

export interface Welcome {
  /** The slash command, such as `/rail`. */
  command: string;
  /** In every workspace of an organisation. */
  isOrgWide: boolean;
  /** It was installed again where it is set up. */
  isSetUp: boolean;
}

/** To whoever installed the app, by direct message. */
export function welcome({ command, isOrgWide, isSetUp }: Welcome): Message {
  if (isSetUp) {
    return note(
      "Signalbox was installed again here.",
      `Nothing else has changed: its connection, its rules and all requests are as they were. ${command} health says how it is doing.`,
    );
  }
  const where = isOrgWide ? ", in each workspace that is to use it" : "";
  return {
    text: `Signalbox is installed. Next: ${command} setup`,
    blocks: [
      richText(lines([bold("Signalbox is installed")])),
      section(
        "It lets a treasury team ask for Rails, standing routes between fiat and stablecoins. The right people approve each one in a channel; Signalbox creates it once, reads it back, and posts how to pay into it.",
      ),
      richText(
        lines([
          bold("Next: "),
          { type: "text", text: `${command} setup`, style: { code: true } },
          `${where}. It connects the Rail service, and says which channel takes the approvals and who may approve.`,
        ]),
      ),
      section(
        `Until then nobody can ask for or approve anything; being an administrator makes nobody an approver. ${command} help says what else there is.`,
      ),
    ],
  };
}

interface Welcoming {
  calls: SlackCalls;
  command: string;
  /** Whether a workspace has a connection and people who may approve. */
  isSetUp: (workspaceId: string) => Promise<boolean>;
  logger: Logger;
}

/** A courtesy, with the token that has just come. Never throws: the app is installed whether or not it is heard. */
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
    logger.warn({ err: error, id }, "whoever installed the app was not welcomed");
  }
}
