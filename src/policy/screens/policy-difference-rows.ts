import type { RichTextList, RichTextSection } from "@slack/types";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  lines,
  mentions,
  userGroups,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { groupsAskedAbout } from "../../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../../request/rules/approval/policy-document.ts";
import type { Members, RuleDifference, Turned, Widening } from "../rules/policy-difference.ts";
import { policyDifference, widenings } from "../rules/policy-difference.ts";
import { auditorLeaves, conditionChanges, remindersText, ruleRows } from "./rule-words.ts";

/** How many people, groups or rules are named in one place before they are counted. */
export type Most = number;

/** The room of a review. The view in which people approve has more, so it shows everything too. */
export const REVIEW_ROOM = { most: 200, size: 60_000 } as const;

/** Whether a review can show the whole difference. */
export function isShownWhole(before: PolicyDocument, after: PolicyDocument): boolean {
  const rows = rowsBetween(before, after, REVIEW_ROOM.most);
  return thoseThatFit(rows, REVIEW_ROOM.size).length === rows.length;
}

/**
 * The changes of another policy, a rule in an item. `size` limits all of it, in characters of JSON; what has no room is
 * counted.
 */
export function policyDifferenceList(
  before: PolicyDocument,
  after: PolicyDocument,
  { most, size }: { most: Most; size: number },
): (RichTextList | RichTextSection)[] {
  const rows = rowsBetween(before, after, most);
  if (rows.length === 0) return [lines(["Nothing: this is the current policy."])];
  const shown = thoseThatFit(rows, size);
  const left = rows.length - shown.length;
  const more = bold(`and ${counted(left, "more difference")}, not shown here`);
  return inLists([...shown, ...(left > 0 ? [lines([more])] : [])]);
}

function rowsBetween(before: PolicyDocument, after: PolicyDocument, most: Most): (() => Lines)[] {
  const { rules, coolDownHours, auditors } = policyDifference(before, after);
  const ofAuditors = membersOf(auditors, (ids) => auditorLeaves(ids, most));
  return [
    ...rules.map((rule) => () => rowOf(rule, most)),
    ...(coolDownHours
      ? [() => [["A new destination can be used after ", ...hours(coolDownHours)]]]
      : []),
    ...(ofAuditors.length === 0 ? [] : [() => [["Auditors change"], ...ofAuditors]]),
  ];
}

/** Slack takes this many lines in a list. */
const MOST_ROWS = 100;

function inLists(elements: readonly RichTextSection[]): RichTextList[] {
  const first = elements.slice(0, MOST_ROWS);
  const rest = elements.slice(MOST_ROWS);
  const list = { type: "rich_text_list", style: "bullet", elements: first } as const;
  return [list, ...(rest.length > 0 ? inLists(rest) : [])];
}

/** From the first on; what comes after the first that does not fit is not even drawn. */
function thoseThatFit(rows: readonly (() => Lines)[], size: number): RichTextSection[] {
  const fitting: RichTextSection[] = [];
  let left = size;
  for (const row of rows) {
    const drawn = lines(...row());
    left -= JSON.stringify(drawn).length + 1;
    if (left < 0) break;
    fitting.push(drawn);
  }
  return fitting;
}

const quoted = (name: string) => bold(`“${shortened(name, 60)}”`);

function rowOf(rule: RuleDifference, most: Most): Lines {
  switch (rule.is) {
    case "added":
      return [
        ["New rule ", quoted(rule.rule.name), `, ${place(rule.at)}`],
        ...ruleRows(rule.rule, most),
      ];
    case "removed":
      return [["Rule ", quoted(rule.rule.name), " is removed"], ...ruleRows(rule.rule, most)];
    case "changed":
      return [["Rule ", quoted(rule.name), " changes"], ...changes(rule, most)];
  }
}

const place = (at: number) => (at === 1 ? "before all others" : `in place ${at}`);

function changes(
  { approvalsRequired, approvers, groups, when, moved, expiresInHours, remindAfterHours }: Changed,
  most: Most,
): Lines {
  return [
    approvalsRequired && [
      bold(`${approvalsRequired.from} → ${counted(approvalsRequired.to, "approval")}`),
    ],
    ...membersOf(approvers, (ids) => mentions(ids, most)),
    ...membersOf(groups, (ids) => userGroups(ids, most)),
    ...(when ? conditionChanges(when, most) : []),
    moved && [`Place ${moved.from} → ${moved.to}`],
    expiresInHours && ["Expires after ", ...hours(expiresInHours)],
    remindAfterHours && [
      `Reminders ${remindersText(remindAfterHours.to)} instead of ${remindersText(remindAfterHours.from)}`,
    ],
  ];
}

type Changed = Extract<RuleDifference, { is: "changed" }>;

function membersOf({ added, removed }: Members, named: (ids: readonly string[]) => Line) {
  return [
    ...(added.length === 0 ? [] : [["Adds ", ...named(added)]]),
    ...(removed.length === 0 ? [] : [["Removes ", ...named(removed)]]),
  ];
}

const hours = ({ from, to }: Turned<number>): Line => [`${from} → ${counted(to, "hour")}`];

/** What the policy means for requests that wait. */
export function pendingSentence(before: PolicyDocument, after: PolicyDocument): string {
  const asked = groupsAskedAbout(before);
  const isMore = groupsAskedAbout(after).some((group) => !asked.includes(group));
  const groups = isMore ? " A new rule for a user group counts for them too." : "";
  return `Pending requests keep their own rule.${groups} Only approvers named in both policies count for them.`;
}

/** A red line for each way in which the policy lets more happen, whatever number of rules does so. */
export function wideningLines(
  before: PolicyDocument,
  after: PolicyDocument,
  requestedBy: string,
  most: Most,
): RichTextSection[] {
  const found = widenings(before, after, requestedBy);
  const of = <Is extends Widening["is"]>(is: Is) =>
    found.filter((each): each is Extract<Widening, { is: Is }> => each.is === is);
  const fewer = of("fewer-approvals").map(({ rule, from, to }) => `${name(rule)} ${from} → ${to}`);
  const more = of("more-approvers");
  const people = [...new Set(more.flatMap((each) => each.people))];
  const groups = [...new Set(more.flatMap((each) => each.groups))];
  return [
    ...(fewer.length === 0
      ? []
      : [warningLine(`fewer approvals will be needed: ${upTo(most, fewer)}.`)]),
    ...(people.length + groups.length === 0
      ? []
      : [
          warningLine(
            "more may approve: ",
            ...mentions(people, most),
            ...(people.length > 0 && groups.length > 0 ? [", "] : []),
            ...userGroups(groups, most),
            ".",
          ),
        ]),
    ...of("requester-approves").map(({ rules }) =>
      warningLine(
        `the requester of this change would become an approver: ${upTo(most, rules.map(name))}.`,
      ),
    ),
    ...of("other-rules-decide").map(({ rules }) =>
      warningLine(`different rules will decide some changes: ${upTo(most, rules.map(name))}.`),
    ),
    ...of("more-auditors").map(({ ids }) =>
      warningLine("more may read the whole audit: ", ...auditorLeaves(ids, most), "."),
    ),
    ...of("shorter-cool-down").map(({ from, to }) =>
      warningLine(
        `a new destination can be used sooner: after ${counted(to, "hour")} instead of ${from}.`,
      ),
    ),
  ];
}

const name = (rule: string) => `“${shortened(rule, 60)}”`;

function upTo(most: Most, all: readonly string[]): string {
  return all.length > most ? counted(all.length, "rule") : all.join(", ");
}
