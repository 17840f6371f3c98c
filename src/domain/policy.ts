import type { ApprovalPolicy, PolicyFacts } from "./approval-policy.ts";
import type { Change } from "./change.ts";
import type { ChangeKind } from "./change-kind.ts";
import { paymentDetailOf } from "./destination.ts";
import { destinationKey } from "./destination-key.ts";
import type { PolicyDocument, RuleCondition } from "./policy-document.ts";
import { subjectOfChange } from "./subject.ts";

/** A workspace's rules. Of those that match a change the first decides. */
export interface Policy extends PolicyDocument {
  /** Counted from one; 0 where nobody has been named yet. */
  version: number;
}

export const USUAL_EXPIRY_HOURS = 24;

/** The rule that decides about a change. Where none is for it, nobody may approve it. */
export function policyFor(
  change: Change,
  facts: PolicyFacts,
  { version, rules }: Policy,
): ApprovalPolicy {
  const rule = rules.find(({ when }) => isFor(when, change, facts));
  if (!rule) {
    const nobody = { approvers: [], groups: [], approvalsRequired: 1 };
    return { ...nobody, version, rule: null, ...USUAL_TIMES, facts };
  }
  const { name, approvers, groups, approvalsRequired, expiresInHours, remindAfterHours } = rule;
  return {
    version,
    rule: name,
    approvers,
    groups,
    approvalsRequired,
    expiresInHours,
    remindAfterHours,
    facts,
  };
}

const USUAL_TIMES = { expiresInHours: USUAL_EXPIRY_HOURS, remindAfterHours: [] };

function isFor(when: RuleCondition, change: Change, facts: PolicyFacts): boolean {
  const { changes, types, assets, networks, destinations, isFirstUse, requesterGroups } = when;
  const about = aboutOf(change);
  const isOneOf = (wanted: readonly string[] | undefined, found: readonly string[]) =>
    wanted === undefined || wanted.some((each) => found.includes(each));
  return (
    isOneOf(changes, [change.kind]) &&
    isOneOf(types, about.types) &&
    isOneOf(assets, about.assets) &&
    isOneOf(networks, about.networks) &&
    (destinations === undefined || destinations.some((each) => isInto(each, change))) &&
    (isFirstUse === undefined || isFirstUse === facts.isFirstUse) &&
    isOneOf(requesterGroups, facts.requesterGroups)
  );
}

interface About {
  types: readonly string[];
  assets: readonly string[];
  networks: readonly string[];
}

/** Named by the service's id, or by the address or IBAN in any of its spellings. */
function isInto(named: string, change: Change): boolean {
  const subject = subjectOfChange(change);
  if (!subject) return false;
  const { details, serviceId } = subject;
  const detail = paymentDetailOf(details);
  return (
    named === serviceId ||
    destinationKey({ kind: detail.kind, value: named }) === destinationKey(detail)
  );
}

function aboutOf(change: Change): About {
  const subject = subjectOfChange(change);
  if (!subject) return { types: [], assets: [], networks: [] };
  const { details } = subject;
  const networks = details.kind === "wallet" ? [details.network] : [];
  if (change.kind !== "create-rail") return { types: [], assets: [], networks };
  const { spec } = change;
  return {
    types: [spec.type],
    assets: [spec.source.asset, spec.destination.asset],
    networks: spec.type === "OFF_RAMP" ? [spec.source.network] : networks,
  };
}

/** The rule in force now for a request: of what it was asked for with, which stays as it was. */
export function policyNow(
  request: { content: { change: Change }; policy: Pick<ApprovalPolicy, "facts"> },
  policy: Policy,
): ApprovalPolicy {
  return policyFor(request.content.change, request.policy.facts, policy);
}

interface Quorum {
  approvers: readonly string[];
  approvalsRequired: number;
}

/** What most companies need. */
export interface UsualPolicy {
  rails: Quorum;
  destinations: Quorum;
  coolDownHours: number;
}

/** One rule for the destinations that Rails may deliver into, one for all else. */
export function usualPolicy({ rails, destinations, coolDownHours }: UsualPolicy): PolicyDocument {
  const common = { groups: [], ...USUAL_TIMES };
  return {
    rules: [
      { name: "destinations", when: { changes: DESTINATION_CHANGES }, ...destinations, ...common },
      { name: "Rails", when: {}, ...rails, ...common },
    ],
    coolDownHours,
  };
}

const DESTINATION_CHANGES: readonly ChangeKind[] = [
  "whitelist-destination",
  "import-destination",
  "retire-destination",
];

/** Everyone who is named for anything, without the members of groups. */
export function everyApprover({ rules }: Pick<Policy, "rules">): string[] {
  return [...new Set(rules.flatMap(({ approvers }) => approvers))];
}
