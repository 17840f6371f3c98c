import type { ModalView } from "@slack/types";
import type { Standing } from "../../authority/roster.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { underFields } from "../../platform/slack/blocks/state.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../../request/context.ts";
import { NO_CHANNEL_YET, NOT_WHOLE_YET } from "../../request/pin-words.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { findSetup, isGoverned } from "../../request/queries/setups.ts";
import { everyApprover } from "../../request/rules/approval/policy.ts";
import type { PolicyForm } from "../../request/rules/approval/usual-policy.ts";
import {
  toPolicyDocument,
  toPolicyForm,
  USUAL_APPROVALS_REQUIRED,
  USUAL_COOL_DOWN_HOURS,
  USUAL_EXPIRY_HOURS,
} from "../../request/rules/approval/usual-policy.ts";
import { looseningText } from "../../request/rules/pinned.ts";
import { pushForm, redrawSetup, tellWhole } from "../../workspace/set-up/set-up-view.ts";
import type { Unsatisfiable } from "../rules/living-quorum.ts";
import type { PolicyAnswer } from "../save-policy.ts";
import { savePolicy } from "../save-policy.ts";
import { blockOfPolicyFault, policyModal, readPolicyModal } from "./policy-form.ts";
import { TOO_LARGE } from "./policy-refused.ts";
import { policyReview } from "./policy-review.ts";

/** [Name the approvers], [Set the quorum]: one form, as neither means anything without the other. */
export const opensPolicy =
  (focus: "approvers" | "quorum") => (context: Context, args: ButtonArgs) =>
    pushForm(args, (askedIn) => policyView(context, workspaceOf(args.body), { askedIn, focus }));

/** Before the first set-up is whole it counts at once; after it, what would change is shown before it is asked for. */
export async function submitPolicy(context: Context, { view, body, ack, client }: SubmitArgs) {
  const click = clickOf(body);
  const { workspaceId, by } = click;
  const read = readPolicyModal(view);
  if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
  const { about, form, reason } = read;
  const { askedIn, from } = about;
  // The form has no field for auditors.
  const { auditors } = await findPolicy(context.db, workspaceId);
  const document = { ...toPolicyDocument(form), auditors };
  const answer = await savePolicy(context, { ...click, askedIn, from, document, reason });
  if (!answer.ok) {
    const faults = Object.entries(policyErrors(answer)).map(([field, why]) => ({ field, why }));
    const errors = underFields(view, faults, block.approvers);
    return ack({ response_action: "errors", errors });
  }
  if (answer.how === "drafted") {
    const asked = { workspaceId, requesterId: by, reason };
    const review = await policyReview(context, callback.reviewPolicyForm, answer, asked);
    return ack({ response_action: "push", view: checkedView(review) });
  }
  await ack();
  const said = answer.how === "unchanged" ? UNCHANGED : SAVED;
  await redrawSetup(context, client, workspaceId, { viewId: view.root_view_id, askedIn, said });
  if (answer.how === "set" && answer.isWholeNow) await tellWhole(context, workspaceId, by);
}

const SAVED = "The approvers and the approvals needed are saved.";
const UNCHANGED = "This is already the current policy. Nothing was changed.";

/** The form of the usual policy, filled in with what is in force. */
export async function policyView(
  { db, pins, setup }: Pick<Context, "db" | "pins" | "setup">,
  workspaceId: string,
  { askedIn, focus }: { askedIn: string; focus: "approvers" | "quorum" },
): Promise<ModalView> {
  const [policy, set, groups] = await Promise.all([
    findPolicy(db, workspaceId),
    findSetup(db, workspaceId),
    setup.groups.list(workspaceId),
  ]);
  const shown = toPolicyForm(policy);
  const form = shown ?? {
    ...BEGINNING,
    approvers: everyApprover(policy),
    coolDownHours: USUAL_COOL_DOWN_HOURS[set.connection?.environment ?? "production"],
  };
  return policyModal({
    askedIn,
    from: policy.version,
    isChange: isGoverned(set),
    keptGroups: groups.ok ? [] : form.groups,
    form,
    hiddenRules: shown === null ? policy.rules.length : 0,
    groups,
    focus,
    pins,
  });
}

const BEGINNING: Omit<PolicyForm, "approvers" | "coolDownHours"> = {
  groups: [],
  approvalsRequired: USUAL_APPROVALS_REQUIRED,
  destinationApprovalsRequired: null,
  expiresInHours: USUAL_EXPIRY_HOURS,
  remindAfterHours: [],
};

/** The faults of a filled-in form, under its fields. */
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
    case "no-channel":
      return { [block.approvers]: NO_CHANNEL_YET };
    case "too-large":
      return { [block.approvers]: TOO_LARGE };
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

type InVain = Extract<PolicyAnswer, { because: "in-vain" }>;

/** Slack shows no mention under a field, so people who cannot count are counted by kind. */
export function inVainErrors({ inVain, living, auditors }: InVain): Record<string, string> {
  const approving = (ids: readonly string[]) => ids.filter((id) => !auditors.includes(id));
  const all = [...inVain.inactive, ...inVain.emptyGroups, ...inVain.unknownGroups];
  const gone = all.length - approving(all).length;
  const inactive = approving(inVain.inactive);
  const emptyGroups = approving(inVain.emptyGroups);
  const unknownGroups = approving(inVain.unknownGroups);
  const kinds = Map.groupBy(inactive, (user) => living.standings.get(user) ?? "not-known");
  const people = [...kinds].map(([standing, users]) => inactiveText(standing, users.length));
  const groups = [
    ...(emptyGroups.length === 0
      ? []
      : [
          `${counted(emptyGroups.length, "user group")} without anybody who could approve: an active member who is no guest.`,
        ]),
    ...(unknownGroups.length === 0
      ? []
      : [
          `Slack does not say who is in ${counted(unknownGroups.length, "user group")}, so nobody of it would count. Try again, or name people.`,
        ]),
  ];
  const named = [
    ...(people.length > 0 ? [`${people.join(" ")} Take them out.`] : []),
    ...(gone > 0
      ? [
          `${counted(gone, "auditor")} of the policy cannot be identified, or may no longer read the audit. Change the auditors in the policy as text.`,
        ]
      : []),
  ];
  return {
    ...(named.length > 0 && { [block.approvers]: named.join(" ") }),
    ...(groups.length > 0 && { [block.groups]: groups.join(" ") }),
  };
}

function inactiveText(standing: Standing, count: number): string {
  switch (standing) {
    case "bot":
      return `${counted(count, "bot")}: none can approve.`;
    case "guest":
      return `${counted(count, "guest")}: only full members approve.`;
    case "stranger":
      return `${count} of another organisation or workspace: only members of this one approve.`;
    case "deactivated":
      return `${counted(count, "deactivated account")}.`;
    case "not-known":
    case "active":
      return `Slack did not identify ${count} of these people. Try again in a minute.`;
  }
}

/** Why no set of people could approve, in words for the field of the quorum. */
export function unsatisfiableSentence(rules: readonly Unsatisfiable[]): string {
  const [rule] = rules;
  if (!rule) return "";
  const { active, approvalsRequired, needed } = rule;
  const required = counted(approvalsRequired, "approval takes", "approvals take");
  const approvers = counted(needed, "approver");
  return `${required} ${approvers}, since nobody can approve their own request. ${counted(active.length, "counts", "count")} now, each person once. Name more, or require fewer.`;
}
