import type { ModalView } from "@slack/types";
import { block } from "../../platform/slack/blocks/ids.ts";
import type { Context } from "../../request/context.ts";
import { NOT_WHOLE_YET } from "../../request/pin-words.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { everyApprover } from "../../request/rules/approval/policy.ts";
import type { PolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { toPolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { looseningText } from "../../request/rules/pinned.ts";
import type { PolicyAnswer } from "../save-policy.ts";
import { inVainErrors, unsatisfiableSentence } from "./policy-fault-sentences.ts";
import { blockOfPolicyFault } from "./policy-form.ts";
import { policyFormReviewModal } from "./policy-form-review-modal.ts";
import { policyModal } from "./policy-modal.ts";

type Deps = Pick<Context, "db" | "pins" | "setup">;

/** The form of the usual policy, filled in with what is in force. */
export async function policyView(
  { db, pins, setup }: Deps,
  workspaceId: string,
  { askedIn, focus }: { askedIn: string; focus: "approvers" | "quorum" },
): Promise<ModalView> {
  const [policy, { setUpAt, connection }, groups] = await Promise.all([
    findPolicy(db, workspaceId),
    findSetup(db, workspaceId),
    setup.groups.list(workspaceId),
  ]);
  const shown = toPolicyForm(policy);
  const form = shown ?? {
    ...BEGINNING,
    approvers: everyApprover(policy),
    coolDownHours: connection?.environment === "sandbox" ? 0 : BEGINNING.coolDownHours,
  };
  return policyModal({
    askedIn,
    from: policy.version,
    isChange: setUpAt !== null,
    keptGroups: groups.ok ? [] : form.groups,
    form,
    hiddenRules: shown === null ? policy.rules.length : 0,
    groups,
    focus,
    pins,
  });
}

const BEGINNING: PolicyForm = {
  approvers: [],
  groups: [],
  approvalsRequired: 2,
  destinationApprovalsRequired: null,
  coolDownHours: 24,
  expiresInHours: 24,
  remindAfterHours: [],
};

/** What is wrong with a filled-in form, under its fields. */
export function policyErrors(answer: Extract<PolicyAnswer, { ok: false }>): Record<string, string> {
  switch (answer.because) {
    case "faults":
      return Object.fromEntries(
        answer.faults.map(({ at, why }) => [blockOfPolicyFault(at, answer.rules), why]),
      );
    case "in-vain":
      return inVainErrors(answer);
    case "unsatisfiable":
      return { [block.quorum]: unsatisfiableSentence(answer.rules) };
    case "looser":
      return looserErrors(answer);
    case "not-whole-yet":
      return { [block.approvers]: NOT_WHOLE_YET };
    case "changed-meanwhile":
      return { [block.approvers]: CHANGED };
    case "no-connection":
      return { [block.approvers]: NO_CONNECTION };
  }
}

/** Each under its field; two of one field stand there together. */
function looserErrors({
  loosenings,
  rules,
}: Extract<PolicyAnswer, { because: "looser" }>): Record<string, string> {
  const byField = Map.groupBy(loosenings, ({ at }) => blockOfPolicyFault(at, rules));
  return Object.fromEntries(
    [...byField].map(([field, found]) => [field, found.map(looseningText).join(" ")]),
  );
}

const CHANGED =
  "The policy has changed since this form was opened, so nothing was saved. Close it and open it again.";
const NO_CONNECTION = "There is no connection to the Rail service. Connect it first.";

/** What would change, before it is asked for. */
export async function policyReview(
  { db }: Pick<Deps, "db">,
  workspaceId: string,
  drafted: { draftId: string; digest: string; form: PolicyForm; reason: string },
): Promise<ModalView> {
  const policy = await findPolicy(db, workspaceId);
  const { draftId, digest: draftDigest, form, reason } = drafted;
  return policyFormReviewModal({ draftId, draftDigest, before: policy, form, reason });
}
