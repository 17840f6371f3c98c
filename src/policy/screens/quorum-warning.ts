import { header } from "../../platform/slack/blocks/blocks.ts";
import { bold, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { OutOfReach } from "../../request/posting/reach.ts";
import { whyAlone } from "../../request/posting/reach.ts";
import type { RuleHealth } from "../rules/quorum-health.ts";
import { ruleLeaves } from "./rule-health-lines.ts";

export interface QuorumWarning {
  /** Those for which too few people are left. */
  rules: readonly RuleHealth[];
  /** The slash command, such as `/rail`. */
  command: string;
  /** Why it is told by direct message; absent in the approvals channel. */
  channel?: OutOfReach | null | undefined;
}

/** So many rules are named. */
const MOST_RULES = 5;

/** Before a request waits for approvers who are not there any more. */
export function quorumWarning({ rules, command, channel }: QuorumWarning): Message {
  const isOutOfReach = rules.some(({ verdict }) => verdict === "cannot-be-met");
  const title = isOutOfReach ? "Too few approvers are left" : "Hardly enough approvers are left";
  const left = rules.length - MOST_RULES;
  return {
    text: `${title}: ${counted(rules.length, "rule")} of the policy`,
    blocks: [
      header(title),
      richText(
        ...rules
          .slice(0, MOST_RULES)
          .map((rule) =>
            lines([
              bold(`${TITLES[rule.verdict]} · “${shortened(rule.rule, 60)}”: `),
              ...ruleLeaves(rule, command),
            ]),
          ),
        lines([
          ...(left > 0 ? [`${counted(left, "more rule")} not shown here. `] : []),
          `${command} health shows how it stands now. This is told again when it changes, or in a week.`,
        ]),
      ),
      ...whyAlone(channel),
    ],
  };
}

const TITLES = {
  "cannot-be-met": "🔴 Cannot be met",
  "no-reserve": "🟠 No reserve",
  enough: "🟢 Fine",
} as const satisfies Record<RuleHealth["verdict"], string>;
