import type { Authority } from "../../../authority/authority.ts";
import type { KindName } from "../../../authority/kinds.ts";
import { DESTINATION_KINDS, withAdoptions } from "../../../authority/kinds.ts";
import type { Rule } from "../../../authority/quorum.ts";
import type { Named } from "../../../authority/roster.ts";
import { AUTHORITY } from "../../../authority/table.ts";
import { touchedRules } from "../../../authority/touched-rules.ts";
import type { Change } from "../change.ts";
import { deedOf } from "../change.ts";
import type { State } from "../change-request.ts";
import type { ApprovalPolicy, PolicyFacts } from "./approval-policy.ts";
import type { PolicyDocument, PolicyRule } from "./policy-document.ts";
import { isFor, situationOf } from "./rule-condition.ts";
import { USUAL_EXPIRY_HOURS } from "./usual-policy.ts";

/** A workspace's rules. The first one that matches a change decides. */
export interface Policy extends PolicyDocument {
  /** Counted from one; 0 if nobody has been named yet. */
  version: number;
}

/** The rule that decides about a change. Nobody may approve a change that no rule is for. */
export function policyFor(change: Change, facts: PolicyFacts, policy: Policy): ApprovalPolicy {
  const { version } = policy;
  const rules = withAdoptions(policy.rules);
  const situation = situationOf(change, facts);
  const deciderOf = (kind: KindName) =>
    rules.find(({ when }) => isFor(when, { ...situation, kind }));
  const rule = deciderOf(change.kind) ?? ruleForLack(change.kind, policy);
  const forImport =
    change.kind === "whitelist-destination" ? deciderOf("import-destination") : undefined;
  if (!rule) {
    const nobody = { approvers: [], groups: [], approvalsRequired: 1 };
    return { ...nobody, version, rule: null, ...USUAL_TIMES, facts };
  }
  const { name, when: _, ...frozen } = rule;
  const also = rulesBeside(change, policy).filter((each) => each.rule !== name);
  return {
    version,
    rule: name,
    ...frozen,
    facts,
    ...(also.length > 0 && { also }),
    ...(forImport && forImport !== rule && { imports: toRule(forImport) }),
  };
}

/** Every rule has to agree to the end of a dispute, so one decides about it even if no rule is for it. */
export const ruleForLack = (kind: KindName, { rules }: Pick<Policy, "rules">) =>
  AUTHORITY[kind].needs === "every-rule" ? rules[0] : undefined;

/** The rules whose quorum a change takes, whichever rule decides about it. */
function rulesBeside(change: Change, policy: Policy): Rule[] {
  const { needs }: Authority = AUTHORITY[deedOf(change)];
  if (needs !== "touched-rules" && needs !== "every-rule") return [];
  const isText = needs === "touched-rules" && change.kind === "change-policy";
  return (isText ? touchedRules(policy, change.document) : policy.rules).map(toRule);
}

/** The part of a policy's rule that says who decides. */
export function toRule({ name, approvers, groups, approvalsRequired }: PolicyRule): Rule {
  return { rule: name, approvers, groups, approvalsRequired };
}

const USUAL_TIMES = { expiresInHours: USUAL_EXPIRY_HOURS, remindAfterHours: [] };

interface Asked {
  content: { change: Change };
  policy: Pick<ApprovalPolicy, "facts">;
  state?: State;
}

/**
 * The rule now in force for a request, by the facts of its submission, which stay as they were. Beside it count the rules
 * that would decide if the requester were in a user group that nobody asked about then.
 */
export function policyNow(request: Asked, policy: Policy): ApprovalPolicy {
  const now = policyFor(request.content.change, request.policy.facts, policy);
  const rule = ruleOfProposedId(request, policy);
  const isAnother = rule && ![now.rule, now.imports?.rule].includes(rule.name);
  const mayDecide = rulesThatMightDecide(request, policy);
  return {
    ...now,
    ...(mayDecide.length > 0 && { mayDecide }),
    ...(isAnother && { importsOfId: toRule(rule) }),
  };
}

function rulesThatMightDecide(
  { content: { change }, policy: { facts } }: Asked,
  policy: Policy,
): Rule[] {
  const { askedAbout, requesterGroups } = facts;
  if (askedAbout === undefined) return [];
  const notAsked = groupsAskedAbout(policy).filter((group) => !askedAbout.includes(group));
  if (notAsked.length === 0) return [];
  const asked = situationOf(change, facts);
  const inAll = { ...asked, requesterGroups: [...requesterGroups, ...notAsked] };
  const rules = withAdoptions(policy.rules);
  const decider = rules.findIndex(({ when }) => isFor(when, asked));
  const before = rules.slice(0, decider === -1 ? rules.length : decider);
  return before.filter(({ when }) => isFor(when, inAll)).map(toRule);
}

/** The rule that would decide about an import under the id that somebody proposes for a destination. */
function ruleOfProposedId(
  { content: { change }, policy: { facts }, state }: Asked,
  { rules }: Policy,
): PolicyRule | undefined {
  const proposed = state?.status === "needs-a-person" ? state.remedy?.remedy : undefined;
  if (proposed?.type !== "enter-id") return undefined;
  const found = situationOf(change, facts);
  const destination = found.destination && { ...found.destination, serviceId: proposed.serviceId };
  const asked = { ...found, kind: "import-destination", destination } as const;
  return rules.find(({ when }) => isFor(when, asked));
}

interface Quorum {
  approvers: readonly string[];
  approvalsRequired: number;
}

export interface UsualPolicy {
  rails: Quorum;
  destinations: Quorum;
  coolDownHours: number;
}

/** One rule for the destinations of Rails, one for everything else. */
export const usualPolicy = (chosen: UsualPolicy): PolicyDocument =>
  twoRules(chosen, DESTINATION_KINDS, USUAL_TIMES);

/** The quorums of the first releases, which had no other rules. Null where it is that of Rails. */
export interface FirstPolicy {
  approvers: readonly string[];
  approvalsRequired: number;
  destinationApprovers: readonly string[] | null;
  destinationApprovalsRequired: number | null;
  coolDownHours: number;
}

/**
 * What these quorums meant in the first releases. Nothing in it may ever change: rows without a document are read by
 * it, and the digest by which a start finds the environment's rules unchanged is made of it.
 */
export function firstPolicy(chosen: FirstPolicy): PolicyDocument {
  const { approvers, approvalsRequired, coolDownHours } = chosen;
  const destinations = {
    approvers: chosen.destinationApprovers ?? approvers,
    approvalsRequired: chosen.destinationApprovalsRequired ?? approvalsRequired,
  };
  const quorums = { rails: { approvers, approvalsRequired }, destinations, coolDownHours };
  return twoRules(quorums, ["whitelist-destination", "import-destination", "retire-destination"], {
    expiresInHours: 24,
    remindAfterHours: [],
  });
}

function twoRules(
  { rails, destinations, coolDownHours }: UsualPolicy,
  changes: readonly KindName[],
  times: Pick<PolicyRule, "expiresInHours" | "remindAfterHours">,
): PolicyDocument {
  const common = { groups: [], ...times };
  return {
    rules: [
      { name: "destinations", when: { changes }, ...destinations, ...common },
      { name: "Rails", when: {}, ...rails, ...common },
    ],
    coolDownHours,
  };
}

/** Every group whose members are named for anything. */
export function everyGroup({ rules }: Pick<Policy, "rules">): string[] {
  return [...new Set(rules.flatMap(({ groups }) => groups))];
}

/** Everyone whom a rule names, and every group. */
export const namedAnywhere = (policy: Pick<Policy, "rules">): Named => ({
  approvers: everyApprover(policy),
  groups: everyGroup(policy),
});

/** People and groups who may read the whole audit. */
export function auditorsOf({ auditors = [] }: Pick<Policy, "auditors">): Named {
  const isGroup = (id: string) => id.startsWith("S");
  return {
    approvers: auditors.filter((id) => !isGroup(id)),
    groups: auditors.filter(isGroup),
  };
}

/** Every group that decides which rule is for whoever asks. */
export function groupsAskedAbout({ rules }: Pick<Policy, "rules">): string[] {
  return [...new Set(rules.flatMap(({ when }) => when.requesterGroups ?? []))];
}

/** Everybody who is named for anything, without the members of groups. */
export function everyApprover({ rules }: Pick<Policy, "rules">): string[] {
  return [...new Set(rules.flatMap(({ approvers }) => approvers))];
}
