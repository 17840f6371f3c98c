import { canonicalJson } from "../domain/digest.ts";
import type { Living, Unsatisfiable } from "../domain/living-quorum.ts";
import { namedInVain, whyPolicyUnsatisfiable } from "../domain/living-quorum.ts";
import type { PolicyDocument } from "../domain/policy-document.ts";
import type { PolicyFault } from "../domain/policy-faults.ts";
import { policyFaults } from "../domain/policy-faults.ts";
import type { PolicyForm } from "../domain/policy-form.ts";
import { toPolicyDocument } from "../domain/policy-form.ts";
import type { AskSetupDeps } from "./ask-setup-change.ts";
import { draftSetupChange } from "./ask-setup-change.ts";
import { livingOf } from "./living.ts";
import type { Store } from "./ports.ts";
import type { DirectDeps } from "./set-directly.ts";
import { setDirectly } from "./set-directly.ts";

type LivingDeps = Parameters<typeof livingOf>[0];

interface Deps extends DirectDeps, Pick<AskSetupDeps, "newId">, LivingDeps {
  store: DirectDeps["store"] & Pick<Store, "setupOf" | "policyInForce" | "saveDraft">;
}

export interface PolicySaved {
  workspaceId: string;
  by: string;
  askedIn: string;
  /** The version that the form was begun from. */
  from: number;
  form: PolicyForm;
  reason: string;
  delivery: string;
}

/** Named, and not counting: a bot, a guest, someone deactivated or of elsewhere, or a group without anybody. */
type InVain = ReturnType<typeof namedInVain>;

export type PolicyAnswer =
  | { ok: true; how: "set"; isWholeNow: boolean }
  | { ok: true; how: "seen-before" | "unchanged" }
  /** To be reviewed, and then asked for. */
  | { ok: true; how: "drafted"; draftId: string; digest: string; document: PolicyDocument }
  | { ok: false; because: "faults"; faults: readonly PolicyFault[]; rules: number }
  | { ok: false; because: "in-vain"; inVain: InVain; living: Living }
  | { ok: false; because: "unsatisfiable"; rules: readonly Unsatisfiable[] }
  | { ok: false; because: "changed-meanwhile" | "no-connection" };

/**
 * The policy that a filled-in form stands for, where enough people who live and count stand behind it. Before the first
 * set-up is whole it counts at once; after it, it is drafted for the review.
 */
export async function savePolicyForm(deps: Deps, saved: PolicySaved): Promise<PolicyAnswer> {
  const { workspaceId, by, askedIn, from, reason, delivery } = saved;
  const document = toPolicyDocument(saved.form);
  const faults = policyFaults(document);
  if (faults.length > 0) {
    return { ok: false, because: "faults", faults, rules: document.rules.length };
  }
  const living = await livingOf(deps, workspaceId, saved.form);
  const inVain = namedInVain(document, living);
  const { inactive, emptyGroups, unknownGroups } = inVain;
  if (inactive.length + emptyGroups.length + unknownGroups.length > 0) {
    return { ok: false, because: "in-vain", inVain, living };
  }
  const rules = whyPolicyUnsatisfiable(document, living);
  if (rules.length > 0) return { ok: false, because: "unsatisfiable", rules };

  const current = await deps.store.policyInForce(workspaceId);
  if (current.version !== from) return { ok: false, because: "changed-meanwhile" };
  if (canonicalJson(documentOf(current)) === canonicalJson(documentOf(document))) {
    return { ok: true, how: "unchanged" };
  }
  const set = await setDirectly(deps, { workspaceId, by, delivery }, async (tx, before) => {
    if (before.setUpAt !== null || before.policyVersion !== from) return undefined;
    const version = await tx.savePolicyVersion(workspaceId, document, by, null);
    return { action: "policy-set", facts: { version, document } };
  });
  if (set.is === "set") return { ok: true, how: "set", isWholeNow: set.isWholeNow };
  if (set.is === "seen-before") return { ok: true, how: "seen-before" };
  const name = `Policy version ${from + 1}`;
  const change = { kind: "change-policy", name, reason, from, document } as const;
  const drafted = await draftSetupChange(deps, { workspaceId, by, askedIn, change });
  return drafted
    ? { ok: true, how: "drafted", ...drafted, document }
    : { ok: false, because: "no-connection" };
}

const documentOf = ({ rules, coolDownHours }: PolicyDocument) => ({ rules, coolDownHours });
