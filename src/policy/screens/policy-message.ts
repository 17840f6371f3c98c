import type { Pins } from "../../authority/pins.ts";
import { quorumOf } from "../../authority/quorum.ts";
import { actions, button, option, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { select } from "../../platform/slack/blocks/inputs.ts";
import type { Page } from "../../platform/slack/blocks/pages.ts";
import { pageButtons, pageText } from "../../platform/slack/blocks/pages.ts";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import { bold, date, lines, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed, messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { pinnedBlocks } from "../../request/pin-words.ts";
import type { PolicyVersion } from "../../request/queries/setups.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import type { PolicyRule } from "../../request/rules/approval/policy-document.ts";
import { policyDifferenceList } from "./policy-difference-rows.ts";
import { approverLeaves, auditorLeaves, conditionRows, remindersText } from "./rule-words.ts";

/** How a version came into force. */
export interface Origin {
  since: string;
  by: string | null;
  /** `R-12`; null where it was set without asking. */
  number: string | null;
}

export interface PolicyShown extends Page {
  policy: Policy;
  /** Null where there is none yet. */
  origin: Origin | null;
  /** The slash command, such as `/rail`. */
  command: string;
  pins: Pins;
}

/** A message of these is still one that Slack takes, however much each of them names. */
export const RULES_PER_PAGE = 4;
/** More people or groups of one rule are counted. */
const MOST_NAMED = 15;
/** More values of one condition are counted. */
const MOST_VALUES = 8;

/** The policy in force, rule by rule, in the order in which they are asked. */
export function policyMessage(props: PolicyShown): Message {
  const { policy, origin, page, command, pins } = props;
  if (policy.rules.length === 0) return nobodyYet(command);
  const title = `Policy version ${policy.version}${pageText(props)}`;
  const first = (page - 1) * RULES_PER_PAGE;
  const shown = policy.rules.slice(first, first + RULES_PER_PAGE);
  return headed(
    title,
    richText(
      origin && originLeaves(origin),
      [
        `A new destination can be used ${afterHours(policy.coolDownHours)}. The first matching rule below applies. If no rule matches, nobody can approve the request. Nobody can approve their own request.`,
      ],
      auditorRow(policy, command),
    ),
    ...pinnedBlocks(pins),
    ...shown.map((rule, index) => richText(...ruleRows(rule, first + index + 1, command))),
    ...pageButtons(props, { previous: action.policyPreviousPage, next: action.policyNextPage }),
    actions(
      select(ruleOptions(policy, shown, first), null, action.editRule, "Edit a rule"),
      button("Edit as text", action.editPolicyText, "text"),
    ),
    section(
      `${command} policy test shows which rule would decide. ${command} policy history lists former versions.`,
    ),
  );
}

const auditorRow = ({ auditors }: Policy, command: string): Line | undefined =>
  auditors && [
    "Auditors, who may export the audit with ",
    `${command} audit: `,
    ...auditorLeaves(auditors, MOST_NAMED_BEFORE),
  ];

/** The rules of the page, and a new one; each with the version that it was shown in. */
function ruleOptions({ version }: Policy, shown: readonly PolicyRule[], first: number) {
  return [
    ...shown.map(({ name }, at) =>
      option(`${first + at + 1}. ${shortened(name, 40)}`, `${version} ${first + at}`),
    ),
    option("Add a rule", `${version} new`),
  ];
}

function nobodyYet(command: string): Message {
  const text = "There is no policy: nobody may approve anything.";
  return messageWith(
    text,
    section(`${text} An administrator names the approvers with ${command} setup.`),
  );
}

const afterHours = (hours: number) => (hours === 0 ? "at once" : `after ${counted(hours, "hour")}`);

/** `In effect since … , set by the environment`. */
export function originLeaves({ since, by, number }: Origin): Line {
  const how =
    by === null
      ? [", from the configuration of Signalbox"]
      : number === null
        ? [", set by ", user(by)]
        : [", requested by ", user(by), ` in ${number}`];
  return ["In effect since ", date(since), ...how, "."];
}

/** In characters of JSON: four rules of this size leave room for the rest of the message. */
const LARGEST = 2_300;

/** Counted where it is too large to be told: the text has all of it. */
function ruleRows(rule: PolicyRule, place: number, command: string): Lines {
  const rows = wholeRule(rule, place);
  if (JSON.stringify(lines(...rows)).length <= LARGEST) return rows;
  const { name, when, approvers, groups, approvalsRequired } = rule;
  return [
    [bold(`${place}. ${shortened(name, 60)}`)],
    [
      `For what meets ${counted(Object.keys(when).length, "condition")}; ${counted(quorumOf({ approvalsRequired }), "approval")}; names ${counted(approvers.length, "person", "people")} and ${counted(groups.length, "user group")}.`,
    ],
    [`Too long to be shown here: ${command} policy propose opens all of it as text.`],
  ];
}

function wholeRule(rule: PolicyRule, place: number): Lines {
  const { name, when, approvalsRequired, expiresInHours, remindAfterHours } = rule;
  return [
    [bold(`${place}. ${shortened(name, 60)}`)],
    ...conditionRows(when, MOST_VALUES),
    [
      `${counted(quorumOf({ approvalsRequired }), "approval")} from `,
      ...approverLeaves(rule, MOST_NAMED),
    ],
    [
      `Expires after ${counted(expiresInHours, "hour")}; reminders ${remindersText(remindAfterHours)}`,
    ],
  ];
}

export interface PolicyHistory extends Page {
  /** Newest first, each with the one before it; null before the first. */
  versions: readonly { version: PolicyVersion; before: PolicyVersion | null; origin: Origin }[];
}

export const VERSIONS_PER_PAGE = 4;
const MOST_NAMED_BEFORE = 5;
/** The room of one version, in characters of JSON. */
const SIZE = 2_000;

/** The versions of the policy, newest first, each with what it changed. */
export function policyHistory(props: PolicyHistory): Message {
  const { versions, total } = props;
  const title = `Versions of the policy${pageText(props)}`;
  return headed(
    title,
    total === 0 && section("No policy yet: nobody can approve anything."),
    ...versions.map(({ version, before, origin }) =>
      richText(
        [bold(`Version ${version.version}`)],
        originLeaves(origin),
        ...(before
          ? policyDifferenceList(before, version, { most: MOST_NAMED_BEFORE, size: SIZE })
          : policyDifferenceList({ ...version, rules: [], auditors: [] }, version, {
              most: MOST_NAMED_BEFORE,
              size: SIZE,
            })),
      ),
    ),
    ...pageButtons(props, {
      previous: action.policyHistoryPreviousPage,
      next: action.policyHistoryNextPage,
    }),
  );
}
