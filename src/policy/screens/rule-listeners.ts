import { note } from "../../platform/slack/blocks/note.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { pressedValue } from "../../request/card/button-value.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { policyTextView } from "./policy-listeners.ts";
import { propose } from "./policy-text-listeners.ts";
import { readRuleForm, ruleErrors } from "./read-rule-form.ts";
import { ruleModal } from "./rule-form.ts";

/** [Edit a rule] under the policy: the rule of this place and version, or a new one. */
export async function openRule(context: Context, { action, body, respond, client }: ButtonArgs) {
  const workspaceId = workspaceOf(body);
  const { db, catalogue, setup, pins, command } = context;
  const policy = await findPolicy(db, workspaceId);
  const [version, place] = (pressedValue(action) ?? "").split(" ");
  const index = place === "new" ? null : Number(place);
  const isThere = index === null || policy.rules[index] !== undefined;
  if (version !== String(policy.version) || !isThere) {
    const changed = note(
      "The policy has changed since.",
      `${command} policy shows it as it is now.`,
    );
    return void (await respond(privately(changed)));
  }
  const groups = await setup.groups.list(workspaceId);
  const askedIn = askedInOf(body);
  const view = ruleModal({ askedIn, policy, index, catalogue, groups, pins, command });
  await openView(client, body, view);
}

/** [Edit as text] under the policy. */
export async function openPolicyText(context: Context, { body, respond, client }: ButtonArgs) {
  const said = await policyTextView(context, workspaceOf(body), askedInOf(body));
  if ("type" in said) await openView(client, body, said);
  else await respond(privately(said));
}

/** Builds the whole policy with this rule, and goes the way of the policy as text. */
export async function submitRule(context: Context, args: SubmitArgs): Promise<void> {
  const { view, body, ack } = args;
  const policy = await findPolicy(context.db, workspaceOf(body));
  const read = readRuleForm(view, policy);
  if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
  await propose(context, args, read, (faults) => ruleErrors(view, faults, read));
}
