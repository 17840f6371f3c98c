import { DESTINATION_KINDS } from "../../../authority/kinds.ts";
import type { Environment } from "../change.ts";
import type { PolicyDocument, PolicyRule } from "./policy-document.ts";

/*
 * What holds where nobody chose anything else: in the environment, in the forms, and in a policy written as text. Policies
 * in force keep what they say. A rule that names no reminders keeps an empty list, so waiting requests follow changed
 * ones from their next reminder on.
 */

export const USUAL_APPROVALS_REQUIRED = 2;

export const USUAL_EXPIRY_HOURS = 24;

/** Nobody has to wait at a Rail service that moves no money. */
export const USUAL_COOL_DOWN_HOURS: Record<Environment, number> = { sandbox: 0, production: 24 };

/** Hours after the request; one reminder in each working day follows. */
export const USUAL_REMINDERS: readonly [number, number] = [2, 6];

/** The usual case: the same people for everything, and perhaps another quorum for destinations. */
export interface PolicyForm {
  approvers: readonly string[];
  groups: readonly string[];
  approvalsRequired: number;
  /** Null if it is the same. */
  destinationApprovalsRequired: number | null;
  coolDownHours: number;
  expiresInHours: number;
  remindAfterHours: readonly number[];
}

/** The rules that a filled-in form means. */
export function toPolicyDocument(form: PolicyForm): PolicyDocument {
  const { approvers, groups, expiresInHours, remindAfterHours, coolDownHours } = form;
  const common = { approvers, groups, expiresInHours, remindAfterHours };
  const everything = { when: {}, approvalsRequired: form.approvalsRequired, ...common };
  const { destinationApprovalsRequired: forDestinations } = form;
  if (forDestinations === null || forDestinations === form.approvalsRequired) {
    return { rules: [{ name: "Everything", ...everything }], coolDownHours };
  }
  const when = { changes: DESTINATION_KINDS };
  const destinations = { when, approvalsRequired: forDestinations, ...common };
  return {
    rules: [
      { name: "Destinations", ...destinations },
      { name: "Everything else", ...everything },
    ],
    coolDownHours,
  };
}

/** The form that would make these rules; null if no form can. */
export function toPolicyForm({ rules, coolDownHours }: PolicyDocument): PolicyForm | null {
  const [first, last = first, ...more] = rules;
  if (!first || !last || more.length > 0 || Object.keys(last.when).length > 0) return null;
  // A rule may come to say more than the form does.
  if (rules.some((rule) => Object.keys(rule).some((field) => !FIELDS.has(field)))) return null;
  if (first !== last && !(isForDestinations(first) && isAlike(first, last))) return null;
  const isOneQuorum = first.approvalsRequired === last.approvalsRequired;
  return {
    approvers: last.approvers,
    groups: last.groups,
    approvalsRequired: last.approvalsRequired,
    destinationApprovalsRequired: isOneQuorum ? null : first.approvalsRequired,
    coolDownHours,
    expiresInHours: last.expiresInHours,
    remindAfterHours: last.remindAfterHours,
  };
}

const FIELDS: ReadonlySet<string> = new Set<keyof PolicyRule>([
  "name",
  "when",
  "approvers",
  "groups",
  "approvalsRequired",
  "expiresInHours",
  "remindAfterHours",
]);

function isForDestinations({ when }: PolicyRule): boolean {
  const { changes, ...others } = when;
  return Object.keys(others).length === 0 && isSameSet(changes ?? [], DESTINATION_KINDS);
}

function isAlike(one: PolicyRule, other: PolicyRule): boolean {
  return (
    isSameSet(one.approvers, other.approvers) &&
    isSameSet(one.groups, other.groups) &&
    one.expiresInHours === other.expiresInHours &&
    one.remindAfterHours.join() === other.remindAfterHours.join()
  );
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const set = new Set(one);
  return set.size === new Set(other).size && other.every((each) => set.has(each));
}
