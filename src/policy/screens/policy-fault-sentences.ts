import type { Standing } from "../../authority/roster.ts";
import { block } from "../../platform/slack/blocks/ids.ts";
import { counted } from "../../platform/text/times.ts";
import type { Unsatisfiable } from "../rules/living-quorum.ts";
import type { PolicyAnswer } from "../save-policy.ts";

type InVain = Extract<PolicyAnswer, { because: "in-vain" }>;

/** Who is named and cannot count, under the field in which they are: Slack shows no mention there. */
export function inVainErrors({ inVain, living }: InVain): Record<string, string> {
  const { inactive, emptyGroups, unknownGroups } = inVain;
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
  return {
    ...(people.length > 0 && { [block.approvers]: `${people.join(" ")} Take them out.` }),
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
      return `${count} of whom Slack did not say who they are: try again in a minute.`;
  }
}

/** Why no set of people could approve, in words for the field of the quorum. */
export function unsatisfiableSentence(rules: readonly Unsatisfiable[]): string {
  const [rule] = rules;
  if (!rule) return "";
  const { active, approvalsRequired, needed } = rule;
  return `${counted(approvalsRequired, "approval")} are required, and whoever asks never counts, so ${counted(needed, "approver")} have to be there; ${active.length} ${active.length === 1 ? "counts" : "count"} now, each person once. Name more, or require fewer.`;
}
