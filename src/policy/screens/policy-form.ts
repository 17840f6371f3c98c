import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { action, block } from "../../platform/slack/blocks/ids.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { faultsOnly, typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import type { PolicyForm } from "../../request/rules/approval/usual-policy.ts";

/** What the form of a policy carries along unseen. It gives nobody any right. */
export interface PolicyMetadata {
  askedIn: string;
  /** The version that it was begun from. */
  from: number;
  /** The workspace was set up before: the approvers decide. */
  isChange: boolean;
  /** User groups that are named, where the form could not offer any. */
  keptGroups: readonly string[];
}

const metadata = z.strictObject({
  askedIn: z.string().min(1).max(255),
  from: z.int().nonnegative(),
  isChange: z.boolean(),
  keptGroups: z.array(z.string().max(30)).max(50),
});

export function policyMetadata({ askedIn, from, isChange, keptGroups }: PolicyMetadata): string {
  return JSON.stringify({ askedIn, from, isChange, keptGroups });
}

export type PolicySubmission =
  | { ok: true; about: PolicyMetadata; form: PolicyForm; reason: string }
  | { ok: false; errors: Record<string, string> };

/** Throws a ZodError when the view is not one of ours. */
export function readPolicyModal(view: SubmittedView): PolicySubmission {
  const about = metadata.parse(parsedJson(view.private_metadata));
  const values = view.state.values;
  const groups = values[block.groups]?.[action.value]?.selected_options;
  const form: PolicyForm = {
    approvers: values[block.approvers]?.[action.value]?.selected_users ?? [],
    groups: groups?.map(({ value }) => value ?? "") ?? about.keptGroups,
    approvalsRequired: wholeIn(view, block.quorum) ?? 0,
    destinationApprovalsRequired: wholeIn(view, block.destinationQuorum),
    coolDownHours: wholeIn(view, block.coolDown) ?? -1,
    expiresInHours: wholeIn(view, block.expiry) ?? 0,
    remindAfterHours: remindersIn(view),
  };
  const reason = typedIn(view, block.reason).trim();
  const rule = { label: "Reason", max: 1_000, isMultiline: true };
  const errors = faultsOnly({
    [block.quorum]: form.approvalsRequired < 1 ? NUMBER : undefined,
    [block.coolDown]: form.coolDownHours < 0 ? NUMBER : undefined,
    [block.expiry]: form.expiresInHours < 1 ? NUMBER : undefined,
    [block.reminders]: form.remindAfterHours.includes(Number.NaN) ? REMINDERS : undefined,
    [block.reason]: about.isChange ? textError(reason, rule) : undefined,
  });
  return Object.keys(errors).length === 0
    ? { ok: true, about, form, reason }
    : { ok: false, errors };
}

const NUMBER = "This has to be a whole number.";
const REMINDERS =
  "These have to be whole numbers of hours with commas between them, such as 2, 6, 14.";

function wholeIn(view: SubmittedView, blockId: string): number | null {
  const typed = typedIn(view, blockId).trim();
  return /^[0-9]{1,4}$/.test(typed) ? Number(typed) : null;
}

function remindersIn(view: SubmittedView): number[] {
  const typed = typedIn(view, block.reminders).trim();
  if (typed === "") return [];
  return typed
    .split(",")
    .map((each) => (/^[0-9]{1,4}$/.test(each.trim()) ? Number(each.trim()) : Number.NaN));
}

/** Where in the form a fault of the document that it makes stands. */
export function blockOfPolicyFault(at: readonly (string | number)[], rules: number): string {
  const [, rule] = at;
  switch (at.find((part) => typeof part === "string" && part !== "rules")) {
    case "approvalsRequired":
      return rule === 0 && rules > 1 ? block.destinationQuorum : block.quorum;
    case "groups":
      return block.groups;
    case "coolDownHours":
      return block.coolDown;
    case "expiresInHours":
      return block.expiry;
    case "remindAfterHours":
      return block.reminders;
    default:
      return block.approvers;
  }
}
