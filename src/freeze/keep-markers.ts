import type { Logger } from "pino";
import type { Db } from "../platform/database/schema.ts";
import type { InTransaction } from "../platform/queue/transaction.ts";
import { atATime, inPages } from "../workspace/each-workspace.ts";
import { listLastEntries } from "../workspace/list-workspaces.ts";
import type { FreezeDeps } from "./freeze.ts";
import { keepMarker } from "./freeze.ts";

interface Deps extends FreezeDeps {
  db: Db;
  transaction: InTransaction;
  logger: Pick<Logger, "error">;
}

const PAGE = 1_000;
const AT_ONCE = 8;

/**
 * Keeps outside what has happened last in every workspace, whenever it is called. That costs one query for a thousand
 * workspaces: only where the last entry is another one than this process has kept, a later or an earlier one, it looks
 * any further. A workspace for which that fails is told of, and looked at again the next time.
 */
export function markerKeeping(deps: Deps): () => Promise<void> {
  const kept = new Map<string, string | null>();
  return async () => {
    const all = inPages(
      (after) => listLastEntries(deps.db, after, PAGE),
      ({ workspaceId }) => workspaceId,
    );
    await atATime(all, AT_ONCE, async ({ workspaceId, hash }) => {
      if (kept.get(workspaceId) === hash) return;
      try {
        await keepMarker(deps, workspaceId);
        kept.set(workspaceId, hash);
      } catch (error) {
        deps.logger.error(
          { err: error, workspaceId },
          "what has happened could not be counted outside",
        );
      }
    });
  };
}
