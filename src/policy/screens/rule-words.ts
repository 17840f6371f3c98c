import { quorumOf } from "../../authority/quorum.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { mentions, userGroups } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { kindOf } from "../../request/change-kind.ts";
import type { PolicyRule, RuleCondition } from "../../request/rules/approval/policy-document.ts";
import { code } from "../../request/words.ts";

/** More values of a condition are counted. */
const MOST_VALUES = 8;

/** `for new Rails, on-ramps, GBP or EUR`; `for everything` where it asks for nothing. */
export function conditionLeaves(when: RuleCondition): Leaf[] {
  const { changes, types, assets, networks, destinations, isFirstUse, requesterGroups } = when;
  const parts: Leaf[][] = [
    ...listed(
      changes?.map((kind) => kindOf({ kind }).words.inRules),
      "kinds of change",
    ),
    ...listed(
      types?.map((type) => TYPES[type]),
      "types",
    ),
    ...listed(assets?.map(code), "assets"),
    ...listed(
      networks?.map((network) => `on ${code(network)}`),
      "networks",
    ),
    ...listed(
      destinations?.map((each) => `into ${shortened(each, 100)}`),
      "destinations",
    ),
    ...(isFirstUse === undefined ? [] : [[isFirstUse ? "first uses" : "no first uses"]]),
    ...(requesterGroups === undefined
      ? []
      : [["asked by ", ...userGroups(requesterGroups, MOST_VALUES)]]),
  ];
  if (parts.length === 0) return ["for everything"];
  return ["for ", ...parts.flatMap((part, index) => (index > 0 ? [", ", ...part] : part))];
}

const TYPES = { ON_RAMP: "on-ramps", OFF_RAMP: "off-ramps" } as const;

function listed(values: readonly string[] | undefined, what: string): Leaf[][] {
  if (values === undefined) return [];
  if (values.length > MOST_VALUES) return [[`${values.length} ${what}`]];
  return [[values.length === 0 ? `no ${what}` : values.join(" or ")]];
}

/** People and groups, both named up to `most`; `nobody` where there is neither. */
export function approverLeaves(
  { approvers, groups }: Pick<PolicyRule, "approvers" | "groups">,
  most: number,
): Leaf[] {
  if (approvers.length + groups.length === 0) return ["nobody"];
  return [
    ...mentions(approvers, most),
    ...(approvers.length > 0 && groups.length > 0 ? [", "] : []),
    ...userGroups(groups, most),
  ];
}

/** `for everything; 2 of @ben, @cal; expires after 24 hours`: all of a rule but its name. */
export function ruleLeaves(rule: PolicyRule, most: number): Leaf[] {
  const { when, approvalsRequired, expiresInHours, remindAfterHours } = rule;
  return [
    ...conditionLeaves(when),
    `; ${quorumOf({ approvalsRequired })} of `,
    ...approverLeaves(rule, most),
    `; expires after ${counted(expiresInHours, "hour")}`,
    ...(remindAfterHours.length === 0 ? [] : [`; reminders ${remindersText(remindAfterHours)}`]),
  ];
}

/** `after 2 and 4 hours`, `none`. */
export function remindersText(hours: readonly number[]): string {
  return hours.length === 0 ? "none" : `after ${hours.join(", ")} hours`;
}
