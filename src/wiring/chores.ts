import { announceFreeze } from "../freeze/announce-freeze.ts";
import type { ChoreName } from "../platform/queue/queues.ts";
import { watchQuorums } from "../policy/watch-quorums.ts";
import { readRails } from "../rail/creating/read-rails.ts";
import { tellOfUnapproved } from "../rail/creating/tell-of-unapproved.ts";
import { auditVerifying } from "../request/auditing/verify-audits.ts";
import { watchCards } from "../request/posting/watch-cards.ts";
import { watchChannels } from "../request/posting/watch-channels.ts";
import { sweep } from "../request/sweep.ts";
import { tellLostClicks } from "../request/tell-lost-clicks.ts";
import { eachWorkspace } from "../workspace/each-workspace.ts";
import { announceChanges } from "./announce-changes.ts";

type Deps = Parameters<typeof eachWorkspace>[0] &
  Parameters<typeof sweep>[0] &
  Parameters<typeof tellLostClicks>[0] &
  Parameters<typeof watchChannels>[0] &
  Parameters<typeof watchCards>[0] &
  Parameters<typeof readRails>[0] &
  Parameters<typeof tellOfUnapproved>[0] &
  Parameters<typeof announceFreeze>[0] &
  Parameters<typeof announceChanges>[0] &
  Parameters<typeof watchQuorums>[0] &
  Parameters<typeof auditVerifying>[0] & {
    /** Has what the walks noted told at once. */
    announceChanges: () => Promise<void>;
    /** Deletes what is kept of workspaces that were left. */
    forgetLeft?: () => Promise<void>;
  };

/** What is done again and again, for every workspace that it concerns. */
export function choresOf(deps: Deps): Record<ChoreName, () => Promise<void>> {
  return {
    // Over all workspaces at once.
    async sweep() {
      await sweep(deps);
      await tellLostClicks(deps);
      await deps.forgetLeft?.();
    },
    "watch-cards": () =>
      eachWorkspace(
        deps,
        { that: "have-open-requests", atOnce: 8, what: "watch-cards" },
        async (workspaceId) => {
          await watchChannels(deps, workspaceId);
          await watchCards(deps, workspaceId);
        },
      ),
    async "read-rails"() {
      await eachWorkspace(
        deps,
        { that: "are-connected", atOnce: 4, what: "read-rails" },
        async (workspaceId) => {
          await tellOfUnapproved(deps, workspaceId, await readRails(deps, workspaceId));
        },
      );
      await deps.announceChanges();
    },
    "announce-freeze": () =>
      eachWorkspace(
        deps,
        { that: "have-an-untold-freeze", atOnce: 8, what: "announce-freeze" },
        (workspaceId) => announceFreeze(deps, workspaceId),
      ),
    "announce-changes": () =>
      eachWorkspace(
        deps,
        { that: "have-notices", atOnce: 8, what: "announce-changes" },
        (workspaceId) => announceChanges(deps, workspaceId),
      ),
    // Takes one workspace after the other by itself.
    "watch-quorums": () => watchQuorums(deps),
    // This one as well.
    "verify-audits": auditVerifying(deps),
  };
}
