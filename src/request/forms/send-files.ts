import type { Message } from "../../platform/slack/blocks/views.ts";
import { SlackError } from "../../platform/slack/slack-error.ts";
import type { Act } from "./admit.ts";
import { sentence } from "./refusals.ts";

/** Files to the person alone, by name, under a message that says what they are. What to answer. */
export async function sendFiles(
  { context, delivery: { workspace, person } }: Act,
  { says, done }: { says: Message; done: string },
  files: Readonly<Record<string, string>>,
): Promise<Message> {
  try {
    await context.slack.sendFiles(workspace, person, says, files);
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    context.log.warn({ err: error }, "a file was not sent");
    return sentence(
      "Slack did not accept the file. A Slack administrator can check the scope files:write.",
    );
  }
  return sentence(done);
}
