import { header } from "../../platform/slack/blocks/blocks.ts";
import { bold, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";

/** `brokenAt` is the sequence number of the first entry that is not the one that was written. */
export function auditChanged({
  brokenAt,
  command,
}: {
  brokenAt: number;
  command: string;
}): Message {
  const title = "The audit was changed";
  return {
    text: `${title} at entry ${brokenAt}`,
    blocks: [
      header(title),
      richText(
        lines(
          [
            bold(`Entry ${brokenAt} is not the one that was written. `),
            "Somebody changed, removed or added entries in the database.",
          ],
          ["What Signalbox shows about approvals and Rails may be false, too."],
          [
            bold("Next: "),
            `an approver stops sending with ${command} freeze. Whoever runs Signalbox finds out who could write to the database.`,
          ],
        ),
      ),
    ],
  };
}
