import type { Standing } from "../../authority/roster.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { bold, LINE_BREAK, lines, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { RuleHealth } from "../rules/quorum-health.ts";

const MOST_NAMED = 3;

const WHY: Record<Exclude<Standing, "active">, string> = {
  deactivated: "deactivated",
  bot: "a bot",
  guest: "a guest",
  stranger: "of another organisation, or gone",
  "not-known": "Slack did not say",
};

/** How many can approve, who is named in vain and why; where that is too few, what mends it. */
export function ruleHealthLeaves(rule: RuleHealth, command: string): Line {
  const { active, approvalsRequired, verdict } = rule;
  return [
    `${counted(active.length, "person").replace("persons", "people")} can approve, ${approvalsRequired} needed.`,
    ...lostLeaves(rule),
    ...(verdict === "enough"
      ? []
      : [LINE_BREAK, `${CONSEQUENCES[verdict]} ${mends(rule, command)}`]),
  ];
}

const CONSEQUENCES = {
  "cannot-be-met": "Every request under it waits until it expires.",
  "no-reserve": "If one of them leaves, or is the requester, the request waits until it expires.",
} as const;

function mends({ verdict, unknownGroups }: RuleHealth, command: string): string {
  const groups =
    unknownGroups.length > 0 ? " Look at the scopes first: groups need usergroups:read." : "";
  const how =
    verdict === "cannot-be-met"
      ? `An administrator names other approvers with ${command} setup. If too few can approve that, ask the operator of Signalbox.`
      : `An administrator names one more approver with ${command} setup, or someone proposes another rule with ${command} policy.`;
  return `${how}${groups}`;
}

function lostLeaves({ lost, emptyGroups, unknownGroups }: RuleHealth): Line {
  const left = lost.length - MOST_NAMED;
  const people = lost
    .slice(0, MOST_NAMED)
    .flatMap(
      ({ userId, because }, index): Line => [
        index > 0 ? ", " : "",
        user(userId),
        ` (${WHY[because]})`,
      ],
    );
  return [
    ...(lost.length === 0
      ? []
      : [LINE_BREAK, "Not counted: ", ...people, ...(left > 0 ? [` and ${left} more`] : []), "."]),
    ...groupLeaves("Nobody is left in ", emptyGroups),
    ...groupLeaves("Slack does not say who is in ", unknownGroups),
  ];
}

function groupLeaves(says: string, groups: readonly string[]): Line {
  if (groups.length === 0) return [];
  const named = groups
    .slice(0, MOST_NAMED)
    .flatMap(
      (usergroup_id, index): Line => [index > 0 ? ", " : "", { type: "usergroup", usergroup_id }],
    );
  return [` ${says}`, ...named, "."];
}

export interface QuorumWarning {
  /** Rules for which too few people are left. */
  rules: readonly RuleHealth[];
  /** The slash command, such as `/rail`. */
  command: string;
}

const MOST_RULES = 5;

/** Before a request waits for approvers who are not there any more. */
export function quorumWarning({ rules, command }: QuorumWarning): Message {
  const isOutOfReach = rules.some(({ verdict }) => verdict === "cannot-be-met");
  const title = isOutOfReach ? "Too few approvers are left" : "Barely enough approvers are left";
  const left = rules.length - MOST_RULES;
  return messageWith(
    `${title}: ${counted(rules.length, "rule")} of the policy`,
    header(title),
    richText(
      ...rules
        .slice(0, MOST_RULES)
        .map((rule) =>
          lines([
            bold(`${TITLES[rule.verdict]} · “${shortened(rule.rule, 60)}”: `),
            ...ruleHealthLeaves(rule, command),
          ]),
        ),
      [
        left > 0 && `${counted(left, "more rule")} not shown here. `,
        `${command} health shows the current state. You get this message again when it changes, or in a week.`,
      ],
    ),
  );
}

const TITLES = {
  "cannot-be-met": "🔴 Cannot be met",
  "no-reserve": "🟠 No reserve",
  enough: "🟢 Fine",
} as const satisfies Record<RuleHealth["verdict"], string>;
