import { areEnough, quorumOf } from "../../authority/quorum.ts";
import type { Roster, Standing } from "../../authority/roster.ts";
import type { PolicyDocument } from "../../request/rules/approval/policy-document.ts";
import { digestOf } from "../../request/rules/digest.ts";
import type { LivingApprovers } from "./living-quorum.ts";
import { livingApprovers, whyPolicyUnsatisfiable } from "./living-quorum.ts";

/** Whether a rule can still be satisfied by the people there are. */
export interface RuleHealth extends Pick<LivingApprovers, "emptyGroups" | "unknownGroups"> {
  rule: string;
  approvalsRequired: number;
  /** Active people, each by the first of their accounts. */
  active: readonly string[];
  /** Named by name, and counting for nobody. */
  lost: readonly { userId: string; because: Exclude<Standing, "active"> }[];
  /** `no-reserve`: if one leaves or asks, a request waits for ever. `cannot-be-met`: every request does. */
  verdict: "enough" | "no-reserve" | "cannot-be-met";
  /** False if Slack did not say enough about everybody who could tip it. */
  isCertain: boolean;
}

export function quorumHealth(
  document: Pick<PolicyDocument, "rules">,
  living: Roster,
): RuleHealth[] {
  return document.rules.map((rule) => {
    const { active, inactive, emptyGroups, unknownGroups } = livingApprovers(rule, living);
    const lost = inactive.map((userId) => {
      const standing = living.standings.get(userId) ?? "not-known";
      return { userId, because: standing === "active" ? "not-known" : standing };
    });
    const isUnsatisfiable = whyPolicyUnsatisfiable({ rules: [rule] }, living).length > 0;
    const approvalsRequired = quorumOf(rule);
    const isOutOfReach = !areEnough(active.length, rule, false);
    const isKnown = unknownGroups.length === 0 && lost.every((one) => one.because !== "not-known");
    return {
      rule: rule.name,
      approvalsRequired,
      active,
      lost,
      emptyGroups,
      unknownGroups,
      verdict: isOutOfReach ? "cannot-be-met" : isUnsatisfiable ? "no-reserve" : "enough",
      isCertain: isKnown || !isUnsatisfiable,
    };
  });
}

/** The rules that people have to do something about. */
export const troubledRules = (rules: readonly RuleHealth[]): RuleHealth[] =>
  rules.filter(({ verdict }) => verdict !== "enough");

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The looks at all workspaces are spread over this much of the night. */
const NIGHT = 6 * HOUR;

/** When a workspace's people are looked at next, ISO 8601: at a time of night, in UTC, that is its own. */
export function nextNight(workspaceId: string, now: string): string {
  const time = Date.parse(now);
  const midnight = time - (time % DAY);
  const own = midnight + (Number.parseInt(digestOf(workspaceId).slice(0, 8), 16) % NIGHT);
  return new Date(own > time ? own : own + DAY).toISOString();
}

/** Any finding is repeated after this long. */
const AGAIN_AFTER = 7 * DAY - HOUR;

export interface QuorumWatch {
  /** The finding of the last look, in one text. */
  found: string;
  /** ISO 8601: when people last heard of it; null if never. */
  warnedAt: string | null;
}

/** The same text as long as the same people and groups are missing from the same rules. */
export function findingText(troubled: readonly RuleHealth[]): string {
  return JSON.stringify(
    troubled.map(
      ({ rule, verdict, approvalsRequired, active, lost, emptyGroups, unknownGroups }) => ({
        rule,
        verdict,
        approvalsRequired,
        active: [...active].sort(),
        lost: lost.map(({ userId, because }) => `${userId} ${because}`).sort(),
        emptyGroups: [...emptyGroups].sort(),
        unknownGroups: [...unknownGroups].sort(),
      }),
    ),
  );
}

/** New trouble is told at once, old trouble once a week. Uncertain trouble has to be found twice. */
export function isToBeTold(
  troubled: readonly RuleHealth[],
  { found, warnedAt }: QuorumWatch,
  now: string,
): boolean {
  if (troubled.length === 0) return false;
  const isSame = findingText(troubled) === found;
  const isCertain = troubled.every((rule) => rule.isCertain);
  if (!isSame) return isCertain;
  return warnedAt === null || Date.parse(now) - Date.parse(warnedAt) >= AGAIN_AFTER;
}
