import type { InputBlock } from "@slack/types";
import { CHANGE_KINDS } from "../../authority/kinds.ts";
import { input, option, plain } from "../../platform/slack/blocks/blocks.ts";
import { action, block } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import type { UserGroup } from "../../platform/slack/user-groups.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { kindOf } from "../../request/change-kind.ts";
import { USUAL_REMINDERS } from "../../request/rules/approval/usual-policy.ts";

/** The fields that the form of the usual policy and the form of one rule have in common. */

export function approversInput(approvers: readonly string[], isFocused = false): InputBlock {
  return input(
    block.approvers,
    "Approvers",
    {
      type: "multi_users_select",
      action_id: action.value,
      placeholder: plain("Choose people"),
      ...(approvers.length > 0 && { initial_users: [...approvers] }),
      ...(isFocused && { focus_on_load: true }),
    },
    {
      optional: true,
      hint: "Active members of this workspace. Nobody can approve their own request, so name at least one extra.",
    },
  );
}

export const approversIn = ({ state }: SubmittedView): string[] =>
  state.values[block.approvers]?.[action.value]?.selected_users ?? [];

export function groupOptions(groups: readonly UserGroup[]) {
  return groups.map(({ id, handle, name }) =>
    option(`@${shortened(handle, 40)} · ${shortened(name, 30)}`, id),
  );
}

/** Each kind of change, by its name in rules. */
export const kindOptions = () =>
  CHANGE_KINDS.map((kind) => {
    const { inRules } = kindOf({ kind }).words;
    return option(`${inRules.slice(0, 1).toUpperCase()}${inRules.slice(1)}`, kind);
  });

export const GROUPS_HINT =
  "Membership is checked when a member decides, and again when the request is sent.";

export function quorumInput(approvalsRequired: number, isFocused = false): InputBlock {
  return input(
    block.quorum,
    "How many have to approve",
    wholeInput(approvalsRequired, 1, isFocused),
    { hint: "People and user groups together; each person counts once." },
  );
}

/** Not of a rule, but of the whole policy. */
export function coolDownInput(hours: number, of = ""): InputBlock {
  return input(block.coolDown, "Hours until a new destination can be used", wholeInput(hours, 0), {
    hint: `${of}Time to notice one that should not be there. 0 for none.`,
  });
}

export const expiryInput = (hours: number): InputBlock =>
  input(block.expiry, "Hours until a request expires", wholeInput(hours, 1));

export function remindersInput(hours: readonly number[]): InputBlock {
  return input(
    block.reminders,
    "Remind after so many hours",
    textInput(hours.length === 0 ? undefined : hours.join(", ")),
    {
      optional: true,
      hint: `For example 2, 6, 14. Each pause is longer than the one before. Leave empty for ${USUAL_REMINDERS.join(", ")} and then daily.`,
    },
  );
}

/** A whole number of at least `least`; empty where it is null. */
export function wholeInput(value: number | null, least: number, isFocused = false) {
  return {
    type: "number_input" as const,
    action_id: action.value,
    is_decimal_allowed: false,
    min_value: String(least),
    ...(value !== null && { initial_value: String(value) }),
    ...(isFocused && { focus_on_load: true }),
  };
}

/** Null where it is empty, or no whole number. */
export function wholeIn(view: SubmittedView, blockId: string): number | null {
  const typed = typedIn(view, blockId).trim();
  return /^[0-9]{1,4}$/.test(typed) ? Number(typed) : null;
}

/** The numbers that every rule has. One that cannot be read is 0 or less, or no number, and has its fault. */
export function timesIn(view: SubmittedView) {
  const times = {
    approvalsRequired: wholeIn(view, block.quorum) ?? 0,
    coolDownHours: wholeIn(view, block.coolDown) ?? -1,
    expiresInHours: wholeIn(view, block.expiry) ?? 0,
    remindAfterHours: remindersIn(view),
  };
  const faults = {
    [block.quorum]: times.approvalsRequired < 1 ? NUMBER : undefined,
    [block.coolDown]: times.coolDownHours < 0 ? NUMBER : undefined,
    [block.expiry]: times.expiresInHours < 1 ? NUMBER : undefined,
    [block.reminders]: times.remindAfterHours.includes(Number.NaN) ? REMINDERS : undefined,
  };
  return { times, faults };
}

export const NUMBER = "This has to be a whole number.";
const REMINDERS = "Enter whole hours with commas between them, for example 2, 6, 14.";

function remindersIn(view: SubmittedView): number[] {
  const typed = typedIn(view, block.reminders).trim();
  if (typed === "") return [];
  return typed
    .split(",")
    .map((each) => (/^[0-9]{1,4}$/.test(each.trim()) ? Number(each.trim()) : Number.NaN));
}
