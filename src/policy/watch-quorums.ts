import type { Db } from "../platform/database/schema.ts";
import type { Clock } from "../platform/process/clock.ts";
import type { People } from "../platform/slack/slack.ts";
import { findPolicy } from "../request/queries/companies.ts";
import type { TellApproversDeps } from "../request/tell-approvers.ts";
import { tellApprovers } from "../request/tell-approvers.ts";
import { livingRules } from "./living-rules.ts";
import { saveQuorumWatch, takeQuorumWatch } from "./quorum-watch.ts";
import type { QuorumWatch, RuleHealth } from "./rules/quorum-health.ts";
import { findingText, isToBeTold, nextNight, troubledRules } from "./rules/quorum-health.ts";
import { quorumWarning } from "./screens/quorum-warning.ts";

interface Deps extends TellApproversDeps {
  db: Db;
  people: Pick<People, "whoIs">;
  clock: Clock;
  command: string;
}

/** Nobody else looks at a workspace for so long; after that, whoever was killed while looking has not looked. */
const TAKEN_FOR_MS = 600_000;
/** Where people could not be told, or Slack said too little. */
const AGAIN_MS = 3_600_000;

/**
 * Looks, once a night in each workspace, whether enough approvers are left to satisfy each rule, and says where not: before
 * the request that would wait for them. One workspace that cannot be told holds up no other.
 */
export async function watchQuorums(deps: Deps): Promise<void> {
  const { db, clock, logger } = deps;
  for (;;) {
    const now = clock();
    const until = later(now, TAKEN_FOR_MS);
    const due = await takeQuorumWatch(db, now, until);
    if (!due) return;
    const { workspaceId, isFirst, ...watch } = due;
    try {
      const found = isFirst
        ? { ...watch, isTold: true }
        : await look(deps, workspaceId, watch, now);
      const dueAt = found.isTold ? nextNight(workspaceId, now) : later(now, AGAIN_MS);
      await saveQuorumWatch(db, workspaceId, { ...found, dueAt });
    } catch (error) {
      logger.warn({ err: error, workspaceId }, "nobody was told that too few approvers are left");
    }
  }
}

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

/** `isTold` is false where it has to be looked again sooner than in the next night. */
async function look(
  deps: Deps,
  workspaceId: string,
  watch: QuorumWatch,
  now: string,
): Promise<QuorumWatch & { isTold: boolean }> {
  const policy = await findPolicy(deps.db, workspaceId);
  const rules = troubledRules(await livingRules(deps, workspaceId, policy));
  const found = findingText(rules);
  if (isToBeTold(rules, watch, now)) {
    await tell(deps, workspaceId, rules);
    return { found, warnedAt: now, isTold: true };
  }
  const isSame = found === watch.found;
  const isCertain = rules.every((rule) => rule.isCertain);
  return { found, warnedAt: isSame ? watch.warnedAt : null, isTold: isSame || isCertain };
}

async function tell(deps: Deps, workspaceId: string, rules: readonly RuleHealth[]): Promise<void> {
  const { command } = deps;
  await tellApprovers(deps, workspaceId, {
    message: (alone) => quorumWarning({ rules, command, channel: alone?.channel }),
    people: () => rules.flatMap(({ active }) => active),
  });
}
