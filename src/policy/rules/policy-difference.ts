import { quorumOf } from "../../authority/quorum.ts";
import type {
  PolicyDocument,
  PolicyRule,
  RuleCondition,
} from "../../request/rules/approval/policy-document.ts";

/** The changes of another policy, rule by rule. A rule is known by its name. */
export interface PolicyDifference {
  /** In the order of the new policy, followed by the removed rules; without unchanged ones. */
  rules: readonly RuleDifference[];
  coolDownHours: Turned<number> | null;
  /** People and groups. */
  auditors: Members;
}

/** Positions are counted from one. */
export type RuleDifference =
  | { is: "added"; at: number; rule: PolicyRule }
  | { is: "removed"; at: number; rule: PolicyRule }
  | {
      is: "changed";
      name: string;
      /** Its place among the remaining rules changed, so it may decide sooner or later than other rules. */
      moved: Turned<number> | null;
      when: Turned<RuleCondition> | null;
      approvers: Members;
      groups: Members;
      approvalsRequired: Turned<number> | null;
      expiresInHours: Turned<number> | null;
      remindAfterHours: Turned<readonly number[]> | null;
    };

export interface Turned<Value> {
  from: Value;
  to: Value;
}

export interface Members {
  added: readonly string[];
  removed: readonly string[];
}

/** Why a policy permits more than the one before: each has a red line. */
export type Widening =
  | ({ is: "fewer-approvals"; rule: string } & Turned<number>)
  | { is: "more-approvers"; rule: string; people: readonly string[]; groups: readonly string[] }
  /** The requester becomes an approver by it. */
  | { is: "requester-approves"; rules: readonly string[] }
  /** Other rules than before decide about what these are for. */
  | { is: "other-rules-decide"; rules: readonly string[] }
  | { is: "more-auditors"; ids: readonly string[] }
  | ({ is: "shorter-cool-down" } & Turned<number>);

export function policyDifference(before: PolicyDocument, after: PolicyDocument): PolicyDifference {
  const namedIn = ({ rules }: PolicyDocument) =>
    new Map(rules.map((rule, index) => [rule.name, { rule, at: index + 1 }]));
  const [former, next] = [namedIn(before), namedIn(after)];
  const stay = after.rules.filter(({ name }) => former.has(name)).map(({ name }) => name);
  const inOrder = longestInOrder(stay.map((name) => former.get(name)?.at ?? 0));
  const kept = new Set(inOrder.map((index) => stay[index]));
  return {
    rules: [
      ...[...next.values()].flatMap(({ rule, at }): RuleDifference[] => {
        const was = former.get(rule.name);
        if (!was) return [{ is: "added", at, rule }];
        const moved = kept.has(rule.name) ? null : { from: was.at, to: at };
        return changedRule(was.rule, rule, moved);
      }),
      ...[...former.values()].flatMap(({ rule, at }): RuleDifference[] =>
        next.has(rule.name) ? [] : [{ is: "removed", at, rule }],
      ),
    ],
    coolDownHours: turned(before.coolDownHours, after.coolDownHours),
    auditors: members(before.auditors ?? [], after.auditors ?? []),
  };
}

function changedRule(
  was: PolicyRule,
  is: PolicyRule,
  moved: Turned<number> | null,
): RuleDifference[] {
  const difference = {
    is: "changed",
    name: is.name,
    moved,
    when: turnedCondition(was.when, is.when),
    approvers: members(was.approvers, is.approvers),
    groups: members(was.groups, is.groups),
    approvalsRequired: turned(quorumOf(was), quorumOf(is)),
    expiresInHours: turned(was.expiresInHours, is.expiresInHours),
    remindAfterHours: turned(was.remindAfterHours, is.remindAfterHours),
  } as const;
  const { is: _, name, approvers, groups, ...turns } = difference;
  const isSame =
    Object.values(turns).every((each) => each === null) &&
    [approvers, groups].every(({ added, removed }) => added.length + removed.length === 0);
  return isSame ? [] : [difference];
}

function turned<Value>(from: Value, to: Value): Turned<Value> | null {
  return JSON.stringify(from) === JSON.stringify(to) ? null : { from, to };
}

/** The order of its fields and their values does not matter. */
function turnedCondition(from: RuleCondition, to: RuleCondition): Turned<RuleCondition> | null {
  return inOneText(from) === inOneText(to) ? null : { from, to };
}

function inOneText(when: RuleCondition): string {
  const fields = Object.entries(when)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [field, Array.isArray(value) ? [...new Set(value)].sort() : value]);
  return JSON.stringify(fields.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
}

export function members(from: readonly string[], to: readonly string[]): Members {
  const without = (all: readonly string[], some: readonly string[]) =>
    [...new Set(all)].filter((each) => !some.includes(each));
  return { added: without(to, from), removed: without(from, to) };
}

/** The places of a longest run of rising numbers: everything else has moved. */
function longestInOrder(numbers: readonly number[]): number[] {
  const runs: number[][] = [];
  for (const [index, number] of numbers.entries()) {
    const before = runs
      .filter((run) => (numbers[run.at(-1) ?? -1] ?? 0) < number)
      .reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...before, index]);
  }
  return runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
}

/**
 * The ways in which another policy permits more; nothing if it only asks for more. `requestedBy` is the person who
 * wants it.
 */
export function widenings(
  before: PolicyDocument,
  after: PolicyDocument,
  requestedBy: string,
): Widening[] {
  const { rules, coolDownHours, auditors } = policyDifference(before, after);
  const others = rules.filter(isAboutWhoDecides).map(nameOf);
  const gained = namesOf(after, requestedBy).filter(
    (name) => !namesOf(before, requestedBy).includes(name),
  );
  return [
    ...rules.flatMap(ofTheRule),
    ...(gained.length === 0 ? [] : [{ is: "requester-approves", rules: gained } as const]),
    ...(others.length === 0 ? [] : [{ is: "other-rules-decide", rules: others } as const]),
    ...(auditors.added.length === 0 ? [] : [{ is: "more-auditors", ids: auditors.added } as const]),
    ...(coolDownHours && coolDownHours.to < coolDownHours.from
      ? [{ is: "shorter-cool-down", ...coolDownHours } as const]
      : []),
  ];
}

const namesOf = ({ rules }: PolicyDocument, userId: string) =>
  rules.filter(({ approvers }) => approvers.includes(userId)).map(({ name }) => name);

const nameOf = (rule: RuleDifference) => (rule.is === "changed" ? rule.name : rule.rule.name);

const isAboutWhoDecides = (rule: RuleDifference) =>
  rule.is !== "changed" || rule.moved !== null || rule.when !== null;

function ofTheRule(rule: RuleDifference): Widening[] {
  if (rule.is !== "changed") return [];
  const { name, approvalsRequired, approvers, groups } = rule;
  const isMore = approvers.added.length + groups.added.length > 0;
  return [
    ...(approvalsRequired && approvalsRequired.to < approvalsRequired.from
      ? [{ is: "fewer-approvals", rule: name, ...approvalsRequired } as const]
      : []),
    ...(isMore
      ? [
          {
            is: "more-approvers",
            rule: name,
            people: approvers.added,
            groups: groups.added,
          } as const,
        ]
      : []),
  ];
}
