import { whyMayNot } from "../../../authority/judge.ts";
import type { Requirement } from "../../../authority/quorum.ts";
import { isNamedFor, lacking, requirementsOf, weigh } from "../../../authority/quorum.ts";
import type { Known, Roster } from "../../../authority/roster.ts";
import { AUTHORITY } from "../../../authority/table.ts";
import { tidied } from "../../../platform/text/typed-text.ts";
import type { Policy } from "../../rules/approval/policy.ts";
import { namedAnywhere, toRule } from "../../rules/approval/policy.ts";
import type { Freeze, Frozen } from "../../rules/freeze.ts";

/** In code points, as of every other reason. */
export const LONGEST_REASON = 1_000;

export type FreezeCommand =
  | { type: "freeze"; by: string; reason: string }
  /** The database is older than the one written to last. */
  | { type: "restored"; reason: string }
  | {
      type: "resume";
      by: string;
      /** The `since` of the freeze that they were shown. */
      shown: string;
    };

export type FreezeRefusal =
  | "not-an-approver"
  | "standing-not-known"
  /** Slack did not say who is in a group that may do it. */
  | "group-not-known"
  | "not-an-active-member"
  | "frozen-already"
  | "not-frozen"
  | "another-freeze"
  /** The freeze or the policy is not as Signalbox wrote it. */
  | "doubted"
  | "agreed-already";

export type FreezeEvent =
  | { type: "frozen"; at: string; by: string | null; reason: string; cause: Frozen["cause"] }
  | { type: "resume-agreed"; at: string; by: string; missing: string }
  | { type: "resumed"; at: string; by: readonly string[] };

export type FreezeDecision =
  | { ok: true; freeze: Freeze; event: FreezeEvent }
  | { ok: false; refusal: FreezeRefusal };

/**
 * Any approver stops all sending at once, even while Slack is silent about them. Resuming takes the quorum of every
 * rule.
 */
export function decideFreeze(
  command: FreezeCommand,
  freeze: Freeze,
  policy: Policy,
  roster: Roster,
  now: string,
): FreezeDecision {
  if (command.type === "restored") {
    const { reason } = command;
    if (isSaid(freeze.frozen, reason)) return refuse("frozen-already");
    return stopped(freeze, { since: now, by: null, reason, cause: "restored" });
  }
  const offices = { anywhere: namedAnywhere(policy), roster };
  const refusal = whyMayNot(command.type, command, offices);
  if (refusal) return refuse(refusal);
  if (command.type === "freeze") {
    const { by, reason } = command;
    return stopped(freeze, { since: now, by, reason, cause: "person" });
  }
  return resume(command, freeze, policy, roster, now);
}

/** Whether somebody may approve anything: by name, or as a present member of a group. */
export function isNamedAnywhere(
  user: string,
  policy: Pick<Policy, "rules">,
  roster: Pick<Roster, "members">,
): Known {
  return isNamedFor(user, { named: [namedAnywhere(policy)] }, roster);
}

/** Signalbox may find the same thing at each check. */
function isSaid(before: Frozen | null, reason: string): boolean {
  return before?.cause === "restored" && (before.found ?? before.reason).includes(reason);
}

/**
 * While sending is frozen, a further reason starts a new freeze, since the people who agreed to resume have not read it. The
 * earlier reasons stay behind it, and an old database stays the graver news.
 */
function stopped(
  { version, frozen: before }: Freeze,
  { since, by, reason, cause }: Omit<Frozen, "agreed" | "isFurther">,
): FreezeDecision {
  // People resume the freeze that began at the time they were shown: no two begin at the same one.
  const isLater = !before || since > before.since;
  const begun = isLater ? since : new Date(Date.parse(before.since) + 1).toISOString();
  const all = before ? `${reason} · Before that: ${before.reason}` : reason;
  const found = by === null ? [reason, before?.found ?? []].flat().join(" ") : before?.found;
  return {
    ok: true,
    freeze: {
      version: version + 1,
      frozen: {
        since: begun,
        by,
        reason: tidied(all, LONGEST_REASON).text,
        ...(found !== undefined && { found: tidied(found, LONGEST_REASON).text }),
        cause: before?.cause === "restored" ? "restored" : cause,
        ...(before && { isFurther: true }),
        agreed: [],
      },
    },
    event: { type: "frozen", at: since, by, reason, cause },
  };
}

function resume(
  { by, shown }: Extract<FreezeCommand, { type: "resume" }>,
  { version, frozen: now }: Freeze,
  policy: Policy,
  roster: Roster,
  at: string,
): FreezeDecision {
  if (!now) return refuse("not-frozen");
  // Nobody resumes what they have not read: there may be a newer freeze, for example after a restore.
  if (shown !== now.since) return refuse("another-freeze");
  const agreed = [...new Set([...now.agreed, by])];
  const active = weigh(agreed, [], requirementsOfResuming(policy), roster).counted;
  const missing = stillMissing(active, policy, roster);
  if (missing === undefined) {
    return {
      ok: true,
      freeze: { version: version + 1, frozen: null },
      event: { type: "resumed", at, by: active },
    };
  }
  // Saying it twice is fine: another person's standing may be known by now.
  if (now.agreed.includes(by)) return refuse("agreed-already");
  return {
    ok: true,
    freeze: { version: version + 1, frozen: { ...now, agreed } },
    event: { type: "resume-agreed", at, by, missing },
  };
}

/** The version with which this freeze or its end began; each agreement changes the version. */
export function begunWith({ version, frozen: now }: Freeze): number {
  return version - (now?.agreed.length ?? 0);
}

/** The missing agreement in words; undefined if sending may resume. One person counts once for a rule. */
export function stillMissing(
  agreed: readonly string[],
  policy: Pick<Policy, "rules">,
  roster: Pick<Roster, "members" | "persons">,
): string | undefined {
  const lacks = lacking(agreed, requirementsOfResuming(policy), roster);
  const sentences = lacks.map(({ rule, wanted }) => `${wanted} of the approvers of ${rule}`);
  return sentences.length === 0 ? undefined : sentences.join(" and ");
}

function requirementsOfResuming({ rules }: Pick<Policy, "rules">): Requirement[] {
  const governing = rules.map(toRule).map((rule) => ({ frozen: rule, now: rule }));
  return requirementsOf(AUTHORITY.resume, governing);
}

function refuse(refusal: FreezeRefusal): FreezeDecision {
  return { ok: false, refusal };
}
