import type { ModalView } from "@slack/types";
import { input, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import {
  bold,
  mentions,
  richText,
  user,
  userGroups,
} from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { clickOf, isFirstDelivery, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../../request/context.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { findPolicy, lockSetup } from "../../request/queries/companies.ts";
import { findKeptSettings, keepSettings } from "../../request/queries/kept-settings.ts";
import type { NewsOf } from "../../request/queries/notices.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import { findSetup, savePolicyVersion } from "../../request/queries/setups.ts";
import {
  everyApprover,
  everyGroup,
  groupsAskedAbout,
} from "../../request/rules/approval/policy.ts";
import { setupRows, trustInSetup } from "../../request/sign-rows.ts";
import { pushForm, redrawSetup } from "../../workspace/set-up/set-up-view.ts";
import { afterSetupChange } from "../../workspace/set-up/setup-kind.ts";
import { readSetupModal } from "../../workspace/set-up/setup-modal.ts";
import { livingOf } from "../living.ts";
import type { Unsatisfiable } from "../rules/living-quorum.ts";
import { leftUnsatisfiable, withoutApprovers } from "../rules/living-quorum.ts";

/** Asks which approver to remove; `readRemoveApproverModal` reads it. Submitting it removes them. */
export function removeApproverModal({
  askedIn,
  approvers,
}: {
  askedIn: string;
  approvers: readonly string[];
}): ModalView {
  return modal({
    id: callback.removeApprover,
    title: "Remove an approver",
    submit: "Remove at once",
    carries: { askedIn },
    blocks: [
      section(
        "This takes effect at once, without approval. This person's approvals of requests not sent yet no longer count. Naming somebody again needs approval.",
      ),
      richText([bold("Named now: "), ...mentions(approvers)]),
      input(block.approver, "Who", {
        type: "users_select",
        action_id: action.value,
        placeholder: plain("Choose a person"),
      }),
      section("To remove a member of a user group, change the group in Slack."),
    ],
  });
}

/** Throws a ZodError when the view is not one of ours. */
export function readRemoveApproverModal(view: SubmittedView): { askedIn: string; userId: string } {
  const { askedIn } = readSetupModal(view);
  return {
    askedIn,
    userId: view.state.values[block.approver]?.[action.value]?.selected_user ?? "",
  };
}

/** [Remove an approver] */
export function removeApproverButton({ db }: Context, args: ButtonArgs): Promise<void> {
  return pushForm(args, async (askedIn) => {
    const approvers = everyApprover(await findPolicy(db, workspaceOf(args.body)));
    return removeApproverModal({ askedIn, approvers });
  });
}

export async function submitApproverRemoval(
  context: Context,
  { view, body, ack, client }: SubmitArgs,
): Promise<void> {
  const workspaceId = workspaceOf(body);
  const { askedIn, userId } = readRemoveApproverModal(view);
  const removed = await removeApprover(context, { ...clickOf(body), userId });
  const why = whyNotRemoved(removed, context.command);
  if (why !== undefined) {
    return ack({ response_action: "errors", errors: { [block.approver]: why } });
  }
  await ack();
  if (removed.ok) await context.announceChanges();
  const stays = removed.ok && removed.groups.length > 0;
  const said = stays ? STILL_IN_A_GROUP : "This person no longer approves anything.";
  await redrawSetup(context, client, workspaceId, { viewId: view.root_view_id, askedIn, said });
}

const STILL_IN_A_GROUP =
  "The rules no longer name this person, but a user group of them may still. Take them out of it in Slack.";
const NOT_NAMED = "The policy does not name this person. Choose one of those named above.";

/** Undefined where it was done. */
function whyNotRemoved(removed: Removed, command: string): string | undefined {
  if (removed.ok || removed.because === "seen-before") return undefined;
  if (removed.because === "not-an-approver") return NOT_NAMED;
  return [
    "Nothing was changed: too few approvers would be left.",
    ...removed.rules.slice(0, 3).map(tooFew),
    `In an emergency, stop all sending with ${command} freeze, or deactivate the account in Slack.`,
    `To replace this person, name another approver with ${command} policy propose; the approvers decide.`,
  ].join(" ");
}

const tooFew = ({ rule, needed, active }: Unsatisfiable) =>
  `“${shortened(rule, 60)}” needs ${counted(needed, "person", "people")} who can approve, as one of them may be the requester; Slack shows ${counted(active.length, "other")}.`;

interface Removal extends Click {
  /** The approver, a Slack user id. */
  userId: string;
}

type Removed =
  /** `groups`: those of the policy that still count this person, or may, as Slack does not say who is in them. */
  | { ok: true; version: number; rules: readonly string[]; groups: readonly string[] }
  | { ok: false; because: "seen-before" }
  | { ok: false; because: "not-an-approver" }
  /** Rules that nobody could satisfy any more, by Slack's word on who counts. */
  | { ok: false; because: "too-few-left"; rules: readonly Unsatisfiable[] };

/**
 * Removes a person from every rule at once, without approval, since that only asks for more. Their approvals lapse at
 * the claim. Refused if nobody could then satisfy a rule: one administrator must not silence the approvers. Throws a
 * `StoreError` `row-changed` if the set-up is not as Signalbox wrote it.
 */
export async function removeApprover(
  context: Pick<Context, "db" | "transaction" | "seal" | "people" | "clock">,
  { workspaceId, by, userId, delivery }: Removal,
): Promise<Removed> {
  const { transaction, seal, clock } = context;
  const named = await findPolicy(context.db, workspaceId);
  const groups = [...everyGroup(named), ...groupsAskedAbout(named)];
  const asked = { approvers: everyApprover(named), groups };
  const living = await livingOf(context, workspaceId, asked, "now");
  return transaction(async (tx): Promise<Removed> => {
    const at = clock();
    if (!(await isFirstDelivery(tx.db, delivery, at))) return { ok: false, because: "seen-before" };
    await lockSetup(tx.db, workspaceId);
    const trust = await trustInSetup(tx.db, seal, workspaceId);
    const { version: _, ...before } = await findPolicy(tx.db, workspaceId);
    const rules = before.rules.filter(({ approvers }) => approvers.includes(userId));
    if (rules.length === 0) return { ok: false, because: "not-an-approver" };

    const document = withoutApprovers(before, [userId]);
    // A person named since the look-up does not count, so a simultaneous removal leaves nobody short.
    const short = leftUnsatisfiable(before, userId, living);
    if (short.length > 0) return { ok: false, because: "too-few-left", rules: short };

    const version = await savePolicyVersion(tx.db, workspaceId, document, by, null, at);
    const { connection } = await findSetup(tx.db, workspaceId);
    const names = rules.map(({ name }) => name);
    const entry = {
      workspaceId,
      connectionId: connection?.id ?? "",
      requestId: null,
      at,
      actor: by,
      action: "approver-removed",
      facts: JSON.stringify({ version, userId, rules: names }),
    };
    await appendAudit(tx.db, entry, trust.sign(await setupRows(tx.db, workspaceId)));
    const groups = everyGroup(document).filter(
      (group) => living.members.get(group)?.includes(userId) ?? true,
    );
    const news = { kind: "approver-removed", by, userId, rules: names, groups } as const;
    await keepNotice(tx.db, workspaceId, news, at);
    const { removedApprovers } = await findKeptSettings(tx.db, workspaceId);
    const all = new Set([...removedApprovers, userId]);
    await keepSettings(tx.db, workspaceId, { removedApprovers: [...all] });
    await afterSetupChange(tx, workspaceId, "change-policy");
    return { ok: true, version, rules: names, groups };
  });
}

const MOST_SHOWN = 10;
const MOST_RULES = 3;

const named = (rules: readonly string[]) =>
  rules.length > MOST_RULES
    ? counted(rules.length, "rule")
    : rules.map((name) => `“${shortened(name, 60)}”`).join(", ");

/** Tells the approvers, who were not asked. The newest are shown. */
export function approversRemoved(
  removals: readonly NewsOf<"approver-removed">[],
  { command }: { command: string },
): Message {
  const title = removals.length === 1 ? "An approver was removed" : "Approvers were removed";
  return messageWith(
    title,
    richText(
      [bold(title)],
      ...removals
        .slice(-MOST_SHOWN)
        .map(({ by, userId, rules, groups = [] }) => [
          user(by),
          " removed ",
          user(userId),
          ` as an approver from ${named(rules)}.`,
          ...(groups.length === 0
            ? []
            : [bold(" They may still approve, as a member of "), ...userGroups(groups), "."]),
        ]),
      ["Unused approvals of people who may no longer approve do not count."],
      [
        `If this is wrong, stop sending with ${command} freeze, then propose the former policy with ${command} policy propose.`,
      ],
    ),
  );
}
