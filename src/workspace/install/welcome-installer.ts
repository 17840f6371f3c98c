import { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { checkedMessage } from "../../platform/slack/blocks/checked.ts";
import type { SlackCalls } from "../../platform/slack/web-client.ts";
import { clientOptions } from "../../platform/slack/web-client.ts";
import type { Installation } from "./installations.ts";
import { welcome } from "./welcome.ts";

interface Deps {
  calls: SlackCalls;
  command: string;
  /** Whether a workspace has a connection and people who may approve. */
  isSetUp: (workspaceId: string) => Promise<boolean>;
  logger: Logger;
}

/** A courtesy, with the token that has just come. Never throws: the app is installed whether or not it is heard. */
export async function welcomeInstaller(
  { calls, command, isSetUp, logger }: Deps,
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
