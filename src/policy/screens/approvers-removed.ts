import { bold, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageOf } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { OutOfReach } from "../../request/posting/reach.ts";
import { whyAlone } from "../../request/posting/reach.ts";

interface Removal {
  /** The administrator who did it. */
  by: string;
  /** The approver who was removed. */
  userId: string;
  /** Names of the rules that named them. */
  rules: readonly string[];
}

interface Around {
  command: string;
  /** Why it is told by direct message; absent in the approvals channel. */
  channel: OutOfReach | null | undefined;
}

const MOST_SHOWN = 10;
const MOST_RULES = 3;

const named = (rules: readonly string[]) =>
  rules.length > MOST_RULES
    ? counted(rules.length, "rule")
    : rules.map((name) => `“${shortened(name, 60)}”`).join(", ");

/** Tells the approvers, who were not asked. The newest are shown. */
export function approversRemoved(
  removals: readonly Removal[],
  { command, channel }: Around,
): Message {
  const title = removals.length === 1 ? "An approver was removed" : "Approvers were removed";
  return messageOf(
    title,
    richText(
      [bold(title)],
      ...removals
        .slice(-MOST_SHOWN)
        .map(({ by, userId, rules }) => [
          user(by),
          " removed ",
          user(userId),
          ` as an approver from ${named(rules)}.`,
        ]),
      ["Their unused approvals no longer count."],
      [
        `If this is wrong, stop sending with ${command} freeze, then propose the former policy with ${command} policy propose.`,
      ],
    ),
    ...whyAlone(channel),
  );
}
