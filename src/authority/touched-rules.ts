import type { KindName } from "./kinds.ts";
import { NEW_DESTINATION_KINDS, withAdoptions } from "./kinds.ts";

/** Decides which changes a rule is for; an absent field allows everything. */
interface Condition {
  changes?: readonly KindName[];
  types?: readonly string[];
  networks?: readonly string[];
  isFirstUse?: boolean;
}

interface RuleText {
  name: string;
  when: Condition;
}

interface Text<Rule extends RuleText> {
  rules: readonly Rule[];
  coolDownHours: number;
}

/**
 * The rules of a policy that a new policy touches, by their old text: rules whose text changes or goes, and rules
 * whose decisions move because other rules now come first for the same change. A new rule touches the rules that
 * decided before it. The cool-down belongs to every rule that may decide about a new destination.
 *
 * Errs on the safe side: two rules may meet unless a field of their conditions rules it out.
 */
export function touchedRules<Rule extends RuleText>(before: Text<Rule>, after: Text<Rule>): Rule[] {
  const isCoolDownMoved = before.coolDownHours !== after.coolDownHours;
  const old = withTexts(before.rules);
  const next = withTexts(after.rules);
  const isTouched = ({ when, text }: WithText<Rule>) =>
    next.every((each) => each.text !== text) ||
    ahead(when, text, old) !== ahead(when, text, next) ||
    (isCoolDownMoved && NEW_DESTINATION_KINDS.some((kind) => allows(when.changes, kind)));
  return old.filter(isTouched).map(({ rule }) => rule);
}

interface WithText<Rule> {
  rule: Rule;
  when: Condition;
  text: string;
}

/** What each rule means among the others: a first rule that names adoptions takes them from those for new Rails. */
function withTexts<Rule extends RuleText>(rules: readonly Rule[]): WithText<Rule>[] {
  const meant = withAdoptions(rules);
  return rules.map((rule, index) => {
    const { when } = meant[index] ?? rule;
    return { rule, when, text: inOneText({ ...rule, when }) };
  });
}

/** The rules that come first for a change that these conditions match, in one text. */
function ahead(when: Condition, text: string, rules: readonly WithText<unknown>[]): string {
  const place = rules.findIndex((each) => each.text === text);
  const first = rules.slice(0, Math.max(place, 0)).filter((each) => mayMeet(each.when, when));
  return JSON.stringify(first.map((each) => each.text).sort());
}

/**
 * A change has one kind, one type, at most one network, and is a first use or not; of everything else it may have
 * several.
 */
function mayMeet(one: Condition, other: Condition): boolean {
  return (
    meet(one.changes, other.changes) &&
    meet(one.types, other.types) &&
    meet(one.networks, other.networks) &&
    (one.isFirstUse ?? other.isFirstUse) === (other.isFirstUse ?? one.isFirstUse)
  );
}

const meet = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  one === undefined || other === undefined || one.some((each) => other.includes(each));

const allows = (changes: readonly KindName[] | undefined, kind: KindName) =>
  changes === undefined || changes.includes(kind);

/** The order of fields and lists does not matter: both are sorted. */
function inOneText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (Array.isArray(each)) return each.map((one) => JSON.stringify(one)).sort();
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
