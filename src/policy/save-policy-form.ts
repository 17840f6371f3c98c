import type { PolicyForm } from "../request/rules/approval/usual-policy.ts";
import { toPolicyDocument } from "../request/rules/approval/usual-policy.ts";
import type { PolicyAnswer, PolicySaved, SavePolicyDeps } from "./save-policy.ts";
import { savePolicy } from "./save-policy.ts";

export type PolicyFormSaved = Omit<PolicySaved, "document"> & { form: PolicyForm };

/** The policy that a form stands for, which only those fill in who may set the workspace up. */
export async function savePolicyForm(
  deps: SavePolicyDeps,
  { form, ...saved }: PolicyFormSaved,
): Promise<PolicyAnswer> {
  return savePolicy(deps, { ...saved, document: toPolicyDocument(form) });
}
