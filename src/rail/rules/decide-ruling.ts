import type { Authority } from "../../authority/authority.ts";
import { whyMayNot } from "../../authority/judge.ts";
import { isOwn } from "../../authority/quorum.ts";
import type { Roster } from "../../authority/roster.ts";
import { AUTHORITY } from "../../authority/table.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import { namedAnywhere } from "../../request/rules/approval/policy.ts";
import type { Ruling } from "../../request/rules/outcome/seen-rail.ts";

export interface RulingCommand {
  by: string;
  /** What they were shown: when the Rail was last seen, and the proposal that they agree to. */
  shown: { lastSeenAt: string; proposedAt: string | null };
}

interface Vanished {
  /** False if the last whole list shows the Rail. */
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

type RulingDecision = { ok: true; ruling: Ruling } | { ok: false; refusal: RulingRefusal };

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
  // Nobody stands behind the proposal of a person who may no longer propose: this is a new one.
  if (
    ruling === null ||
    whyMayNotRuleOut(ruling.proposedBy, policy, roster) === "not-an-approver"
  ) {
    const row: Authority = AUTHORITY["rule-out-rail"];
    const agreed = row.needs === "nobody" ? { by, at: now } : null;
    return { ok: true, ruling: { proposedBy: by, proposedAt: now, agreed } };
  }
  const isTheirOwn = isOwn(by, [ruling.proposedBy], roster);
  if (isTheirOwn === "yes") return { ok: false, refusal: "own-proposal" };
  if (isTheirOwn === "not-known") return { ok: false, refusal: "person-not-known" };
  const standing = whyMayNotRuleOut(ruling.proposedBy, policy, roster);
  if (standing) return { ok: false, refusal: standing };
  return { ok: true, ruling: { ...ruling, agreed: { by, at: now } } };
}

/** Undefined for a person who may propose it or agree to it. */
function whyMayNotRuleOut(
  by: string,
  policy: Policy,
  roster: Roster,
): "not-an-approver" | "standing-not-known" | undefined {
  const anywhere = namedAnywhere(policy);
  const refusal = whyMayNot("rule-out-rail", { by }, { anywhere, roster });
  if (refusal === undefined) return undefined;
  const isSilent = refusal === "standing-not-known" || refusal === "group-not-known";
  return isSilent ? "standing-not-known" : "not-an-approver";
}
