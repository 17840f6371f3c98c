import { z } from "zod";
import { CHANGE_KINDS } from "../../authority/kinds.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { action, block } from "../../platform/slack/blocks/ids.ts";
import { reasonIn } from "../../platform/slack/blocks/reason-field.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { chosenIn, faultsOnly, typedIn, underFields } from "../../platform/slack/blocks/state.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import type {
  PolicyDocument,
  PolicyRule,
  RuleCondition,
} from "../../request/rules/approval/policy-document.ts";
import {
  USUAL_APPROVALS_REQUIRED,
  USUAL_EXPIRY_HOURS,
} from "../../request/rules/approval/usual-policy.ts";
import type { PolicyFault } from "../rules/named-faults.ts";
import { approversIn, timesIn } from "./rule-fields.ts";

/** A rule before anything of it is filled in. */
export const NEW_RULE: PolicyRule = {
  ...{ name: "", when: {}, approvers: [], groups: [] },
  approvalsRequired: USUAL_APPROVALS_REQUIRED,
  ...{ expiresInHours: USUAL_EXPIRY_HOURS, remindAfterHours: [] },
};

/** The place behind all other rules. */
export const LAST = "last";

const metadata = z.strictObject({
  askedIn: z.string().min(1).max(255),
  from: z.int().nonnegative(),
  index: z.int().nonnegative().nullable(),
  /** The rule's groups that the form cannot offer. */
  kept: z.strictObject({ groups: z.array(z.string()), requesterGroups: z.array(z.string()) }),
});

/** The form carries this along unseen. It gives nobody any right. */
export type RuleMetadata = z.output<typeof metadata>;

export type RuleSubmission = Filled<{
  askedIn: string;
  from: number;
  document: PolicyDocument;
  reason: string;
  /** The place of the rule in the document. */
  place: number;
}>;

/**
 * The policy in force with this rule: of another version than the form was begun from it is refused when it is saved. Throws
 * a ZodError when the view is not one of ours.
 */
export function readRuleForm(view: SubmittedView, policy: Policy): RuleSubmission {
  const { askedIn, from, index, kept } = metadata.parse(parsedJson(view.private_metadata));
  const before = (index === null ? undefined : policy.rules[index]) ?? NEW_RULE;
  const { times, faults } = timesIn(view);
  const { coolDownHours, ...ofRule } = times;
  const read = reasonIn(view);
  const errors = { ...faultsOnly(faults), ...(!read.ok && read.errors) };
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const rule: PolicyRule = {
    ...before,
    ...ofRule,
    name: typedIn(view, block.name).trim(),
    when: conditionIn(view, before.when, kept.requesterGroups),
    approvers: approversIn(view),
    groups: listIn(view, block.groups, before.groups, kept.groups),
  };
  const others = policy.rules.filter((_, at) => at !== index);
  const chosen = chosenIn(view, block.place) ?? LAST;
  const next = policy.rules[Number(chosen)];
  const place = next ? others.indexOf(next) : others.length;
  const rules = others.toSpliced(place, 0, rule);
  const document = { rules, coolDownHours, auditors: policy.auditors };
  return { ...read, askedIn, from, document, place };
}

function conditionIn(
  view: SubmittedView,
  { destinations, ...before }: RuleCondition,
  keptGroups: readonly string[],
): RuleCondition {
  const use = chosenIn(view, block.firstUse);
  const lists = {
    changes: listIn(view, block.changeKind, before.changes).flatMap(toKind),
    types: listIn(view, block.type, before.types).flatMap(toType),
    assets: listIn(view, block.assets, before.assets),
    networks: listIn(view, block.network, before.networks),
    requesterGroups: listIn(view, block.requester, before.requesterGroups, keptGroups),
  };
  const given = Object.entries(lists).filter(([, list]) => list.length > 0);
  return {
    ...Object.fromEntries(given),
    ...(destinations && { destinations }),
    ...(use === "first" && { isFirstUse: true }),
    ...(use === "used" && { isFirstUse: false }),
  };
}

const toKind = (name: string) => CHANGE_KINDS.filter((each) => each === name);
const toType = (name: string) => (["ON_RAMP", "OFF_RAMP"] as const).filter((each) => each === name);

/**
 * What was chosen and what could not be offered; what there was before where the form has no such field. What was there
 * before keeps its order, since another order alone is no other policy.
 */
function listIn(
  { state }: SubmittedView,
  id: string,
  former: readonly string[] = [],
  kept: readonly string[] = [],
): string[] {
  const field = state.values[id]?.[action.value];
  if (!field) return [...former];
  const now = [...(field.selected_options ?? []).map(({ value }) => value), ...kept];
  return [
    ...former.filter((each) => now.includes(each)),
    ...now.filter((each) => !former.includes(each)),
  ];
}

/** The field of each fault of the document; what no field is about stands under the place of the rule. */
export function ruleErrors(
  view: SubmittedView,
  faults: readonly PolicyFault[],
  { place, document }: Pick<Extract<RuleSubmission, { ok: true }>, "place" | "document">,
): Record<string, string> {
  const placed = faults.map(({ at, why }) => {
    const [first, rule, field, part] = at;
    if (first === "coolDownHours") return { field: block.coolDown, why };
    if (rule === place) return { field: FIELDS[String(field === "when" ? part : field)], why };
    const name = document.rules[Number(rule)]?.name;
    const whose = name === undefined ? "" : `“${shortened(name, 60)}”: `;
    return { field: undefined, why: `${whose}${why}` };
  });
  return underFields(view, placed, block.place);
}

const FIELDS: Partial<Record<string, string>> = {
  name: block.name,
  changes: block.changeKind,
  types: block.type,
  assets: block.assets,
  networks: block.network,
  isFirstUse: block.firstUse,
  requesterGroups: block.requester,
  approvers: block.approvers,
  groups: block.groups,
  approvalsRequired: block.quorum,
  expiresInHours: block.expiry,
  remindAfterHours: block.reminders,
};
