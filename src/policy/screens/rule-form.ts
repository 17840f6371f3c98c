import type { KnownBlock, ModalView, PlainTextOption } from "@slack/types";
import type { Pins } from "../../authority/pins.ts";
import type { Catalogue } from "../../platform/rail-api/rail-api.ts";
import { input, option, section } from "../../platform/slack/blocks/blocks.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import {
  isOptionValue,
  multiSelect,
  select,
  textInput,
} from "../../platform/slack/blocks/inputs.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import type { Part } from "../../platform/slack/blocks/parts.ts";
import { reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import { askedInOf } from "../../platform/slack/intake/answering.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { GroupsOffered } from "../../platform/slack/user-groups.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { pressedValue } from "../../request/card/button-value.ts";
import type { Context } from "../../request/context.ts";
import { pinnedBlocks } from "../../request/pin-words.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import type { PolicyRule, RuleCondition } from "../../request/rules/approval/policy-document.ts";
import { networkName, TYPE_NAMES } from "../../request/words.ts";
import { NO_GROUPS } from "./policy-form.ts";
import { policyTextView } from "./policy-listeners.ts";
import { propose } from "./policy-text-modal.ts";
import type { RuleMetadata } from "./read-rule-form.ts";
import { LAST, NEW_RULE, readRuleForm, ruleErrors } from "./read-rule-form.ts";
import {
  approversInput,
  coolDownInput,
  expiryInput,
  GROUPS_HINT,
  groupOptions,
  kindOptions,
  quorumInput,
  remindersInput,
} from "./rule-fields.ts";

export interface RuleModal {
  askedIn: string;
  policy: Policy;
  /** The place of the rule in the policy; null for a new one. */
  index: number | null;
  catalogue: Catalogue;
  groups: GroupsOffered;
  pins: Pins;
  /** The slash command, such as `/rail`. */
  command: string;
}

/** One rule of the policy in fields; `readRuleForm` reads it. Submitting it leads to the review of the whole policy. */
export function ruleModal(props: RuleModal): ModalView {
  const { askedIn, policy, index, groups, pins } = props;
  const rule = (index === null ? undefined : policy.rules[index]) ?? NEW_RULE;
  const offered = groups.ok ? groups.groups.map(({ id }) => id) : [];
  const left = (ids: readonly string[] = []) => ids.filter((each) => !offered.includes(each));
  const kept = { groups: left(rule.groups), requesterGroups: left(rule.when.requesterGroups) };
  return modal({
    id: callback.editRule,
    title: index === null ? "Add a rule" : "Edit a rule",
    submit: "Review",
    close: "Cancel",
    carries: {
      ...{ askedIn, from: policy.version, index, kept },
    } satisfies RuleMetadata,
    blocks: [
      section("Nothing changes until the approvers agree. The next view shows what would change."),
      ...pinnedBlocks(pins),
      ...keptBlocks(rule, kept, props),
      input(block.name, "Name", textInput(rule.name)),
      ...conditionInputs(rule.when, props),
      approversInput(rule.approvers),
      ...listInput(block.groups, "User groups", groupsOf(groups), rule.groups, GROUPS_HINT),
      quorumInput(rule.approvalsRequired),
      expiryInput(rule.expiresInHours),
      remindersInput(rule.remindAfterHours),
      placeInput(policy, index),
      coolDownInput(policy.coolDownHours, "For the whole policy. "),
      reasonInput(),
    ],
  });
}

/** What the fields cannot show of this rule is not lost. */
function keptBlocks(
  { when }: PolicyRule,
  kept: RuleMetadata["kept"],
  { groups, command }: Pick<RuleModal, "groups" | "command">,
): Part<KnownBlock>[] {
  const count = new Set([...kept.groups, ...kept.requesterGroups]).size;
  const stays = [
    ...(when.destinations ? [counted(when.destinations.length, "named destination")] : []),
    ...(count > 0 ? [counted(count, "user group")] : []),
  ];
  return [
    stays.length > 0 &&
      section(
        `This form cannot show ${stays.join(" and ")} of the rule, and leaves them as they are. ${command} policy propose can change them.`,
      ),
    !groups.ok && section(NO_GROUPS[groups.because]),
  ];
}

function conditionInputs(
  { changes, types, assets, networks, isFirstUse, requesterGroups }: RuleCondition,
  { catalogue, groups }: RuleModal,
): KnownBlock[] {
  const codes = (
    offered: readonly string[],
    chosen: readonly string[] = [],
    named = (each: string) => each,
  ) => [...new Set([...offered, ...chosen])].map((each) => option(named(each), each));
  const allAssets = codes([...catalogue.fiatAssets, ...catalogue.stablecoins], assets);
  const ids = catalogue.networks.map(({ id }) => id);
  const use = isFirstUse === undefined ? "any" : isFirstUse ? "first" : "used";
  return [
    ...listInput(block.changeKind, "Kinds of change", kindOptions(), changes, ALL),
    ...listInput(block.type, "Rail types", TYPES, types, ALL),
    ...listInput(block.assets, "Assets", allAssets, assets, ALL),
    ...listInput(block.network, "Networks", codes(ids, networks, networkName), networks, ALL),
    input(block.firstUse, "Use of the destination", select(USES, use)),
    ...listInput(block.requester, "Requested by", groupsOf(groups), requesterGroups, ANYONE),
  ];
}

const TYPES = [option(TYPE_NAMES.ON_RAMP, "ON_RAMP"), option(TYPE_NAMES.OFF_RAMP, "OFF_RAMP")];
const USES = [
  option("First use or used before", "any"),
  option("First use only", "first"),
  option("Used before only", "used"),
];
const ALL = "Leave empty for all.";
const ANYONE = "Members of one of these user groups. Leave empty for anyone.";

const groupsOf = (groups: GroupsOffered) => (groups.ok ? groupOptions(groups.groups) : []);

/** No field where nothing can be offered, or more than a field takes: the rule keeps what it has. */
function listInput(
  id: string,
  label: string,
  options: PlainTextOption[],
  chosen: readonly string[] | undefined,
  hint: string,
): KnownBlock[] {
  const isFit =
    options.length <= limits.options && options.every(({ value = "" }) => isOptionValue(value));
  if (options.length === 0 || !isFit) return [];
  return [input(id, label, multiSelect(options, chosen ?? []), { hint, optional: true })];
}

function placeInput({ rules }: Policy, index: number | null): KnownBlock {
  const others = rules.flatMap(({ name }, at) =>
    at === index ? [] : [option(`Before ${at + 1}. ${shortened(name, 50)}`, String(at))],
  );
  const usual = String(index === null ? rules.length - 1 : index + 1);
  const isLast = !others.some(({ value }) => value === usual);
  return input(
    block.place,
    "Place",
    select([...others, option("Last", LAST)], isLast ? LAST : usual),
    { hint: "The first rule that matches decides." },
  );
}

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
