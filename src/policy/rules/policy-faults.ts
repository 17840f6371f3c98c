import { DESTINATION_KINDS } from "../../authority/kinds.ts";
import { plainTwin } from "../../platform/text/characters.ts";
import type { TextFault } from "../../platform/text/typed-text.ts";
import { faultOfText } from "../../platform/text/typed-text.ts";
import type {
  PolicyDocument,
  PolicyRule,
  RuleCondition,
} from "../../request/rules/approval/policy-document.ts";
import { coversAllOf } from "../../request/rules/approval/rule-condition.ts";
import { approvesRail } from "../../request/rules/change.ts";
import type { PolicyFault } from "./named-faults.ts";
import {
  approvingAuditors,
  auditorFaults,
  isGroupId,
  isUserId,
  listFaults,
} from "./named-faults.ts";

export const MOST_RULES = 50;
/** Each person counts once; all of them are looked up when it matters. */
export const MOST_APPROVERS = 200;
/** Groups of requesters included: Slack answers for some twenty a minute. */
export const MOST_GROUPS = 20;
const MOST_VALUES = 100;
const MOST_REMINDERS = 10;
const LONGEST_NAME = 60;
const LONGEST_VALUE = 120;
const QUORUM = [1, MOST_APPROVERS] as const;
const EXPIRY_HOURS = [1, 30 * 24] as const;
const COOL_DOWN_HOURS = [0, 30 * 24] as const;

/** Every fault of a policy that can be found without asking who is there; none where it may be asked for. */
export function policyFaults({
  rules,
  coolDownHours,
  auditors = [],
}: PolicyDocument): PolicyFault[] {
  return [
    ...wholeNumber(["coolDownHours"], "The cool-down", coolDownHours, COOL_DOWN_HOURS),
    ...countFaults(rules, auditors),
    ...auditorFaults(auditors),
    ...rules.flatMap(({ approvers, groups }, index) => [
      ...approvingAuditors(approvers, ["rules", index, "approvers"], auditors),
      ...approvingAuditors(groups, ["rules", index, "groups"], auditors),
    ]),
    ...rules.slice(0, MOST_RULES).flatMap((rule, index) => ruleFaults(rule, index, rules)),
    ...(rules.length > 0 && !rules.some(({ when }) => coversAllOf(when, ANY_POLICY))
      ? [{ at: ["rules"], why: LOCKED_OUT }]
      : []),
  ];
}

/** Any change of the policy, whoever asks. */
const ANY_POLICY: RuleCondition = { changes: ["change-policy"], isFirstUse: false };

const LOCKED_OUT =
  "No rule is for every change of the policy itself, so nobody could ever change it again. Let the last rule be for everything.";

function countFaults(rules: readonly PolicyRule[], auditors: readonly string[]): PolicyFault[] {
  const at = ["rules"];
  const people = new Set(rules.flatMap(({ approvers }) => approvers)).size;
  const groups = new Set([
    ...rules.flatMap((rule) => [...rule.groups, ...(rule.when.requesterGroups ?? [])]),
    ...auditors.filter(isGroupId),
  ]).size;
  const tooMany = (what: string, count: number, most: number): PolicyFault[] =>
    count > most ? [{ at, why: `There are ${count} ${what}; a policy has at most ${most}.` }] : [];
  return [
    ...(rules.length === 0
      ? [{ at, why: "There is no rule, so nobody could approve anything." }]
      : []),
    ...tooMany("rules", rules.length, MOST_RULES),
    ...tooMany("approvers", people, MOST_APPROVERS),
    ...tooMany("user groups", groups, MOST_GROUPS),
  ];
}

function ruleFaults(rule: PolicyRule, index: number, rules: readonly PolicyRule[]): PolicyFault[] {
  const within = (...path: (string | number)[]) => ["rules", index, ...path];
  const { when, approvers, groups, approvalsRequired, expiresInHours } = rule;
  return [
    ...nameFaults(rule.name, index, rules),
    ...conditionFaults(when, within("when")),
    ...shadowFaults(when, index, rules),
    ...(approvers.length + groups.length === 0
      ? [{ at: within("approvers"), why: "Nobody is named who approves." }]
      : []),
    ...listFaults(approvers, within("approvers"), isUserId, "the id of a person"),
    ...listFaults(groups, within("groups"), isGroupId, "the id of a user group"),
    ...wholeNumber(
      within("approvalsRequired"),
      "The number of approvals",
      approvalsRequired,
      QUORUM,
    ),
    ...wholeNumber(within("expiresInHours"), "The expiry, in hours,", expiresInHours, EXPIRY_HOURS),
    ...reminderFaults(rule, within("remindAfterHours")),
  ];
}

function nameFaults(name: string, index: number, rules: readonly PolicyRule[]): PolicyFault[] {
  const at = ["rules", index, "name"];
  const fault = faultOfText(name, { max: LONGEST_NAME });
  if (fault !== undefined) return [{ at, why: `The name ${FAULTS[fault]}.` }];
  if (name !== name.trim()) return [{ at, why: "The name begins or ends with a blank." }];
  const first = rules.findIndex((other) => nameKey(other.name) === nameKey(name));
  return first < index
    ? [{ at, why: `Rule ${first + 1} has this name too; give each its own.` }]
    : [];
}

const FAULTS: Record<TextFault, string> = {
  empty: "is empty",
  "too-long": `has more than ${LONGEST_NAME} characters`,
  "not-unicode": "holds half a character",
  "control-character": "holds a control character",
  "hidden-direction": "holds a character that changes the direction of reading",
  "hidden-character": "holds a character that nobody sees",
};

/** Two names that read the same are the same. */
function nameKey(name: string): string {
  const plain = [...name.normalize("NFKC")].map((character) => plainTwin(character) ?? character);
  return plain.join("").toLowerCase().replace(/\s+/g, " ").trim();
}

function conditionFaults(when: RuleCondition, at: readonly (string | number)[]): PolicyFault[] {
  const lists = ["changes", "types", "assets", "networks", "destinations"] as const;
  return [
    ...lists.flatMap((field) => valueFaults(when[field], [...at, field])),
    ...listFaults(
      when.requesterGroups ?? [],
      [...at, "requesterGroups"],
      isGroupId,
      "the id of a user group",
    ),
    ...(when.requesterGroups?.length === 0 ? [emptyList([...at, "requesterGroups"])] : []),
    ...(neverApplies(when) ? [{ at, why: NEVER_APPLIES }] : []),
  ];
}

const NEVER_APPLIES =
  "It matches nothing: type, asset and first use are those of a Rail; network and destination those of a Rail or a destination.";

const emptyList = (at: readonly (string | number)[]): PolicyFault => ({
  at,
  why: "The list is empty, so the rule is for nothing. Leave it out, and the rule is for all.",
});

function valueFaults(
  values: readonly string[] | undefined,
  at: readonly (string | number)[],
): PolicyFault[] {
  if (values === undefined) return [];
  if (values.length === 0) return [emptyList(at)];
  if (values.length > MOST_VALUES) {
    return [{ at, why: `The list has ${values.length} values; it may have ${MOST_VALUES}.` }];
  }
  const isPlain = (value: string) =>
    faultOfText(value, { max: LONGEST_VALUE }) === undefined && value === value.trim();
  return listFaults(
    values,
    at,
    isPlain,
    "such a value: it is empty, too long, or holds what nobody sees",
  );
}

/** A condition none of whose changes has what it asks for. */
function neverApplies({
  changes,
  types,
  assets,
  networks,
  destinations,
  isFirstUse,
}: RuleCondition) {
  if (changes === undefined) return false;
  const ofRails = types !== undefined || assets !== undefined || isFirstUse === true;
  const ofMoney = networks !== undefined || destinations !== undefined;
  return !changes.some(
    (kind) =>
      approvesRail({ kind }) ||
      (!ofRails && (!ofMoney || DESTINATION_KINDS.some((each) => each === kind))),
  );
}

function shadowFaults(
  when: RuleCondition,
  index: number,
  rules: readonly PolicyRule[],
): PolicyFault[] {
  const before = rules.slice(0, index).findIndex((earlier) => coversAllOf(earlier.when, when));
  if (before === -1) return [];
  return [
    {
      at: ["rules", index],
      why: `It never decides: whatever it is for is decided by rule ${before + 1} before it.`,
    },
  ];
}

function reminderFaults(
  { remindAfterHours, expiresInHours }: PolicyRule,
  at: readonly (string | number)[],
): PolicyFault[] {
  if (remindAfterHours.length > MOST_REMINDERS) {
    return [{ at, why: `There are more than ${MOST_REMINDERS} reminders.` }];
  }
  return remindAfterHours.flatMap((hours, index) => {
    const before = remindAfterHours[index - 1] ?? 0;
    const pause = before - (remindAfterHours[index - 2] ?? 0);
    const why = faultOfReminder(hours, { before, pause, expiresInHours });
    return why === undefined ? [] : [{ at: [...at, index], why }];
  });
}

function faultOfReminder(
  hours: number,
  { before, pause, expiresInHours }: { before: number; pause: number; expiresInHours: number },
): string | undefined {
  if (!Number.isInteger(hours) || hours < 1) {
    return "A reminder comes after a whole number of hours, 1 or more.";
  }
  if (hours <= before) return "Each reminder comes later than the one before.";
  if (hours - before < pause) {
    return "The pauses between reminders grow: this one is shorter than the one before.";
  }
  return hours >= expiresInHours ? "A reminder comes before the request expires." : undefined;
}

function wholeNumber(
  at: readonly (string | number)[],
  what: string,
  value: number,
  [least, most]: readonly [number, number],
): PolicyFault[] {
  return Number.isInteger(value) && value >= least && value <= most
    ? []
    : [{ at, why: `${what} has to be a whole number from ${least} to ${most}.` }];
}
