import { quorumOf } from "../../authority/quorum.ts";
import { present } from "../../platform/slack/blocks/parts.ts";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import { mentions, userGroups } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { kindOf } from "../../request/change-kind.ts";
import { auditorsOf } from "../../request/rules/approval/policy.ts";
import type { PolicyRule, RuleCondition } from "../../request/rules/approval/policy-document.ts";
import { USUAL_REMINDERS } from "../../request/rules/approval/usual-policy.ts";
import { code } from "../../request/words.ts";

/** More values of a condition are counted. */
const MOST_VALUES = 8;

/** A row for each condition: `For new Rails or imports`, `Only GBP or EUR`; `For everything` where there is none. */
export function conditionRows(when: RuleCondition, before = "For "): Lines {
  const { changes, types, assets, networks, destinations, isFirstUse, requesterGroups } = when;
  const parts = present<Line>([
    listed(
      changes?.map((kind) => kindOf({ kind }).words.inRules),
      "kinds of change",
    ),
    listed(
      types?.map((type) => TYPES[type]),
      "types",
    ),
    listed(assets?.map(code), "assets"),
    listed(networks?.map(code), "networks", "on "),
    listed(
      destinations?.map((each) => shortened(each, 100)),
      "destinations",
      "into ",
    ),
    isFirstUse !== undefined && [isFirstUse ? "first uses" : "destinations used before"],
    requesterGroups && ["requested by ", ...userGroups(requesterGroups, MOST_VALUES)],
  ]);
  const [first, ...more] = parts;
  if (!first) return [[`${before}everything`]];
  const needsNoun = /^(on|into|requested by) /.test(String(first[0]));
  return [
    [`${before}${needsNoun ? "what is " : ""}`, ...first],
    ...more.map((part) => ["Only ", ...part]),
  ];
}

const TYPES = { ON_RAMP: "on-ramps", OFF_RAMP: "off-ramps" } as const;

function listed(
  values: readonly string[] | undefined,
  what: string,
  before = "",
): Line | undefined {
  if (values === undefined) return undefined;
  if (values.length > MOST_VALUES) return [`${before}${values.length} ${what}`];
  return [`${before}${values.length === 0 ? `no ${what}` : values.join(" or ")}`];
}

/** People and groups, both named up to `most`; `nobody` where there is neither. */
export function approverLeaves(
  { approvers, groups }: Pick<PolicyRule, "approvers" | "groups">,
  most: number,
): Line {
  if (approvers.length + groups.length === 0) return ["nobody"];
  return [
    ...mentions(approvers, most),
    approvers.length > 0 && groups.length > 0 && ", ",
    ...userGroups(groups, most),
  ];
}

/** The auditors of a policy, people and groups. */
export const auditorLeaves = (auditors: readonly string[], most: number): Line =>
  approverLeaves(auditorsOf({ auditors }), most);

/** `For everything`, `Needs 2 of @ben, @cal`, `Expires after 24 hours`: all of a rule but its name. */
export function ruleRows(rule: PolicyRule, most: number): Lines {
  const { when, approvalsRequired, expiresInHours, remindAfterHours } = rule;
  return [
    ...conditionRows(when),
    [`Needs ${quorumOf({ approvalsRequired })} of `, ...approverLeaves(rule, most)],
    [`Expires after ${counted(expiresInHours, "hour")}`],
    remindAfterHours.length > 0 && [`Reminders ${remindersText(remindAfterHours)}`],
  ];
}

/** `after 2, 4 hours`; the usual ones where the rule names none. */
export function remindersText(hours: readonly number[]): string {
  return hours.length === 0
    ? `after ${USUAL_REMINDERS.join(" and ")} hours, then daily`
    : `after ${hours.join(", ")} hours`;
}
