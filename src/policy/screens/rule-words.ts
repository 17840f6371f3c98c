import type { KindName } from "../../authority/kinds.ts";
import { quorumOf } from "../../authority/quorum.ts";
import type { Leaf, Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import { bold, mentions, userGroups } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { kindOf } from "../../request/change-kind.ts";
import { auditorsOf } from "../../request/rules/approval/policy.ts";
import type { PolicyRule, RuleCondition } from "../../request/rules/approval/policy-document.ts";
import { USUAL_REMINDERS } from "../../request/rules/approval/usual-policy.ts";
import type { Turned } from "../rules/policy-difference.ts";
import { members } from "../rules/policy-difference.ts";

/** A row for each condition: `For new Rails or imports`, `Only GBP or EUR`; `For everything` where there is none. */
export function conditionRows(when: RuleCondition, most: number): Lines {
  const [first, ...more] = conditionParts(when, most);
  if (!first) return [["For everything"]];
  const needsNoun = /^(on|into|requested by) /.test(String(first[0]));
  return [
    [needsNoun ? "For what is " : "For ", ...first],
    ...more.map((part) => ["Only ", ...part]),
  ];
}

/** A row for each condition that is new, gone or about other values: `Assets: adds EUR`. */
export function conditionChanges({ from, to }: Turned<RuleCondition>, most: number): Lines {
  const rows = FIELDS.flatMap((field): Lines => {
    const [was, is] = [{ [field]: from[field] }, { [field]: to[field] }];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (field === "isFirstUse" || from[field] === undefined || to[field] === undefined) {
      return [
        ...conditionParts(is, most).map((part) => ["Now only ", ...part]),
        ...conditionParts(was, most).map((part) => ["No longer only ", ...part]),
      ];
    }
    const { added, removed } = members(from[field], to[field]);
    return [
      [`${LISTS[field].title}: adds `, added] as const,
      [`${LISTS[field].title}: removes `, removed] as const,
    ].flatMap(([text, values]) =>
      values.length === 0 ? [] : [[text, ...valueLeaves(field, values, most)]],
    );
  });
  const isForAll = conditionParts(to, most).length === 0;
  return isForAll ? [...rows, [bold("Now for everything")]] : rows;
}

type ListField = Exclude<keyof RuleCondition, "isFirstUse">;

const TYPES = { ON_RAMP: "on-ramps", OFF_RAMP: "off-ramps" } as const;

interface ListWords {
  title: string;
  before: string;
  shown(value: string): string;
}

/** To its end: no value of a rule is longer. */
const whole = (value: string) => shortened(value, 120);

const LISTS: Record<ListField, ListWords> = {
  changes: {
    title: "Kinds of change",
    before: "",
    shown: (kind) => kindOf({ kind: kind as KindName }).words.inRules,
  },
  types: { title: "Types", before: "", shown: (type) => TYPES[type as keyof typeof TYPES] },
  assets: { title: "Assets", before: "", shown: whole },
  networks: { title: "Networks", before: "on ", shown: whole },
  destinations: { title: "Destinations", before: "into ", shown: whole },
  requesterGroups: { title: "User groups", before: "requested by ", shown: (id) => id },
};

/** In the order in which they are shown. */
const FIELDS = [
  ...(["changes", "types", "assets", "networks", "destinations"] as const),
  ...(["isFirstUse", "requesterGroups"] as const),
] as const;

/** What each condition is about, up to `most` values of it: `GBP or EUR`, `on solana`. */
function conditionParts(when: RuleCondition, most: number): Line[] {
  return FIELDS.flatMap((field): Line[] => {
    if (when[field] === undefined) return [];
    if (field === "isFirstUse") return [[when[field] ? "first uses" : "destinations used before"]];
    return [[LISTS[field].before, ...valueLeaves(field, when[field], most, "disjunction")]];
  });
}

function valueLeaves(
  field: ListField,
  values: readonly string[],
  most: number,
  type: Intl.ListFormatOptions["type"] = "unit",
): Leaf[] {
  const { title, shown } = LISTS[field];
  if (field === "requesterGroups") return userGroups(values, most);
  const what = title.toLowerCase();
  if (values.length > most) return [`${values.length} ${what}`];
  const list = new Intl.ListFormat("en-GB", { type });
  return [values.length === 0 ? `no ${what}` : list.format(values.map(shown))];
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
    ...conditionRows(when, most),
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
