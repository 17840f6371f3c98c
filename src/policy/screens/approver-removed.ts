import { bold, lines, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { OutOfReach } from "../../request/posting/out-of-reach.ts";
import { whyAlone } from "./quorum-warning.ts";

interface Removal {
  /** The administrator who did it. */
  by: string;
  /** The approver who was removed. */
  userId: string;
  /** Names of the rules that named them. */
  rules: readonly string[];
  command: string;
  /** Why it is told by direct message; absent in the approvals channel. */
  channel?: OutOfReach | null;
}

/** For the approvers, who were not asked. */
export function approverRemoved({ by, userId, rules, command, channel }: Removal): Message {
  const names = rules.map((name) => `“${shortened(name, 60)}”`).join(", ");
  return {
    text: "An approver was removed",
    blocks: [
      richText(
        lines(
          [bold("An approver was removed")],
          [user(by), " removed ", user(userId), ` as an approver from ${names}.`],
          ["Approvals of this person that were not used yet do not count any more."],
          [
            `If this is wrong, stop sending with ${command} freeze, then ask for the former policy with ${command} policy propose.`,
          ],
        ),
      ),
      ...whyAlone(channel),
    ],
  };
}
