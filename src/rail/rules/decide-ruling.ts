import type { Standing } from "../../request/rules/approval/approval-policy.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import { everyApprover, everyGroup } from "../../request/rules/approval/policy.ts";
import type { Roster } from "../../request/rules/approval/roster.ts";
import { isNamed, isSamePerson } from "../../request/rules/approval/roster.ts";
import type { Ruling } from "../../request/rules/outcome/seen-rail.ts";

export interface RulingCommand {
  by: string;
  /** What they were shown: when the Rail was last seen, and the proposal that they agree to. */
  shown: { lastSeenAt: string; proposedAt: string | null };
}

export interface Vanished {
  /** False where the last whole list shows the Rail. */
  isVanished: boolean;
  lastSeenAt: string;
  ruling: Ruling | null;
}

export type RulingRefusal =
  | "not-an-approver"
  | "standing-not-known"
  | "not-vanished"
  | "ruled-out-already"
  | "changed-meanwhile"
  | "own-proposal"
  | "person-not-known";

export type RulingDecision = { ok: true; ruling: Ruling } | { ok: false; refusal: RulingRefusal };

/** One approver proposes that a vanished Rail is ruled out; another person who approves agrees to exactly that. */
export function decideRuling(
  { by, shown }: RulingCommand,
  { isVanished, lastSeenAt, ruling }: Vanished,
  policy: Policy,
  roster: Roster,
  now: string,
): RulingDecision {
  const refusal = whyMayNotRuleOut(by, policy, roster);
  if (refusal) return { ok: false, refusal };
  if (!isVanished) return { ok: false, refusal: "not-vanished" };
  if (ruling?.agreed) return { ok: false, refusal: "ruled-out-already" };
  if (shown.lastSeenAt !== lastSeenAt || shown.proposedAt !== (ruling?.proposedAt ?? null)) {
    return { ok: false, refusal: "changed-meanwhile" };
  }
  // The proposal of somebody who may not propose any more is nobody's: this is a new one.
  if (
    ruling === null ||
    whyMayNotRuleOut(ruling.proposedBy, policy, roster) === "not-an-approver"
  ) {
    return { ok: true, ruling: { proposedBy: by, proposedAt: now, agreed: null } };
  }
  const isTheirOwn = isSamePerson(by, ruling.proposedBy, roster);
  if (isTheirOwn === "yes") return { ok: false, refusal: "own-proposal" };
  if (isTheirOwn === "not-known") return { ok: false, refusal: "person-not-known" };
  const standing = whyMayNotRuleOut(ruling.proposedBy, policy, roster);
  if (standing) return { ok: false, refusal: standing };
  return { ok: true, ruling: { ...ruling, agreed: { by, at: now } } };
}

/** Who may rule a Rail out: an active approver of any rule in force. Undefined where they may. */
function whyMayNotRuleOut(
  user: string,
  policy: Policy,
  roster: Roster,
): "not-an-approver" | "standing-not-known" | undefined {
  const anywhere = { approvers: everyApprover(policy), groups: everyGroup(policy) };
  const isApprover = isNamed(user, anywhere, roster);
  const standing: Standing = roster.standings.get(user) ?? "not-known";
  if (isApprover === "no") return "not-an-approver";
  if (isApprover === "not-known" || standing === "not-known") return "standing-not-known";
  return standing === "active" ? undefined : "not-an-approver";
}
