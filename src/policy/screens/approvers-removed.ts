import { bold, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { NewsOf } from "../../request/queries/notices.ts";

const MOST_SHOWN = 10;
const MOST_RULES = 3;

const named = (rules: readonly string[]) =>
  rules.length > MOST_RULES
    ? counted(rules.length, "rule")
    : rules.map((name) => `“${shortened(name, 60)}”`).join(", ");

/** Tells the approvers, who were not asked. The newest are shown. */
export function approversRemoved(
  removals: readonly NewsOf<"approver-removed">[],
  { command }: { command: string },
): Message {
  const title = removals.length === 1 ? "An approver was removed" : "Approvers were removed";
  return messageWith(
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
  );
}
