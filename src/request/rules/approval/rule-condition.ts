import type { KindName } from "../../../authority/kinds.ts";
import type { PaymentDetail } from "../../../platform/payment-details/payment-detail.ts";
import { destinationKey } from "../../../platform/payment-details/payment-detail.ts";
import type { Change } from "../change.ts";
import { paymentDetailOf } from "../destination.ts";
import type { RailTraits } from "../kind-rules.ts";
import { rulesOf, subjectOfChange } from "../kind-rules.ts";
import type { PolicyFacts } from "./approval-policy.ts";
import type { RuleCondition } from "./policy-document.ts";

/** A change as a rule sees it; an empty list or null if there is no such thing, or nobody said it. */
export interface Situation extends RailTraits {
  kind: KindName;
  destination: { serviceId: string | null; detail: PaymentDetail | null } | null;
  isFirstUse: boolean;
  requesterGroups: readonly string[];
}

/** A field of a condition that does not match. */
export interface Mismatch {
  field: keyof RuleCondition;
  /** From the rule. */
  wanted: readonly string[];
  /** From the change. */
  found: readonly string[];
}

export function situationOf(change: Change, facts: PolicyFacts): Situation {
  const subject = subjectOfChange(change);
  return {
    kind: change.kind,
    destination: subject && {
      serviceId: subject.serviceId,
      detail: paymentDetailOf(subject.details),
    },
    ...facts,
    ...rulesOf(change).traits(change),
  };
}

export function isFor(when: RuleCondition, situation: Situation): boolean {
  return mismatches(when, situation).length === 0;
}

/** Every field of the condition that is not met: none if the rule is for the change. */
export function mismatches(when: RuleCondition, situation: Situation): Mismatch[] {
  const { kind, types, assets, networks, destination, isFirstUse, requesterGroups } = situation;
  const unlessOneOf = (
    field: keyof RuleCondition,
    wanted: readonly string[] | undefined,
    found: readonly string[],
  ): Mismatch[] =>
    wanted === undefined || wanted.some((each) => found.includes(each))
      ? []
      : [{ field, wanted, found }];
  return [
    ...unlessOneOf("changes", when.changes, [kind]),
    ...unlessOneOf("types", when.types, types),
    ...unlessOneOf("assets", when.assets, assets),
    ...unlessOneOf("networks", when.networks, networks),
    ...unlessOneOf(
      "destinations",
      when.destinations,
      (when.destinations ?? []).filter((each) => isInto(each, destination)),
    ),
    ...unlessOneOf(
      "isFirstUse",
      when.isFirstUse === undefined ? undefined : [yesNo(when.isFirstUse)],
      [yesNo(isFirstUse)],
    ),
    ...unlessOneOf("requesterGroups", when.requesterGroups, requesterGroups),
  ];
}

const yesNo = (is: boolean) => (is ? "yes" : "no");

/** Named by the service's id, or by the address or IBAN in any of its spellings. */
function isInto(named: string, destination: Situation["destination"]): boolean {
  if (destination === null) return false;
  const { serviceId, detail } = destination;
  if (named === serviceId) return true;
  return (
    detail !== null &&
    destinationKey({ kind: detail.kind, value: named }) === destinationKey(detail)
  );
}

/** Whether everything that matches the other condition matches this one, too. */
export function coversAllOf(when: RuleCondition, other: RuleCondition): boolean {
  const covers = (mine: readonly string[] | undefined, theirs: readonly string[] | undefined) =>
    mine === undefined || theirs?.every((each) => mine.includes(each)) === true;
  return (
    covers(when.changes, other.changes) &&
    covers(when.types, other.types) &&
    covers(when.assets, other.assets) &&
    covers(when.networks, other.networks) &&
    covers(when.destinations, other.destinations) &&
    (when.isFirstUse === undefined || when.isFirstUse === other.isFirstUse) &&
    covers(when.requesterGroups, other.requesterGroups)
  );
}
