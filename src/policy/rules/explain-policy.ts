import type {
  PolicyDocument,
  PolicyRule,
  RuleCondition,
} from "../../request/rules/approval/policy-document.ts";
import type { Mismatch, Situation } from "../../request/rules/approval/rule-condition.ts";
import { mismatches } from "../../request/rules/approval/rule-condition.ts";

/** Which rule decides, and why those before it do not. */
export interface Explanation {
  /** Null where no rule is for it: then nobody may approve. */
  decides: PolicyRule | null;
  passedOver: readonly PassedOver[];
}

export interface PassedOver {
  rule: string;
  /** All of it; never empty. */
  because: readonly Mismatch[];
  /** It asks for nothing but what was not said: had it been, this rule might decide. */
  mightDecide: boolean;
}

/**
 * Goes through the rules as a request does. `unsaid` are the fields of which nothing was said: the situation holds
 * nothing in them.
 */
export function explainPolicy(
  { rules }: Pick<PolicyDocument, "rules">,
  situation: Situation,
  unsaid: ReadonlySet<keyof RuleCondition> = new Set(),
): Explanation {
  const passedOver: PassedOver[] = [];
  for (const rule of rules) {
    const because = mismatches(rule.when, situation);
    if (because.length === 0) return { decides: rule, passedOver };
    const mightDecide = because.every(({ field }) => unsaid.has(field));
    passedOver.push({ rule: rule.name, because, mightDecide });
  }
  return { decides: null, passedOver };
}
