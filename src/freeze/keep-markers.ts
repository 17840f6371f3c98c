import type { Context } from "../request/context.ts";
import { atATime, inPages } from "../request/each-workspace.ts";
import { keepMarker } from "../request/freezing/restored.ts";
import { listLastEntries } from "../request/queries/list-workspaces.ts";

const PAGE = 1_000;
const AT_ONCE = 8;

/**
 * Keeps the last entry of every workspace outside the database. One query covers a thousand workspaces; only changed
 * entries need more. A workspace that fails is tried again next time.
 */
export function markerKeeping(
  context: Pick<Context, "db" | "transaction" | "seal" | "clock" | "marker" | "logger">,
): () => Promise<void> {
  const kept = new Map<string, string | null>();
  return async () => {
    const all = inPages(
      (after) => listLastEntries(context.db, after, PAGE),
      ({ workspaceId }) => workspaceId,
    );
    await atATime(all, AT_ONCE, async ({ workspaceId, hash }) => {
      if (kept.get(workspaceId) === hash) return;
      try {
        await keepMarker(context, workspaceId);
        kept.set(workspaceId, hash);
      } catch (error) {
        context.logger.error(
          { err: error, workspaceId },
          "what has happened could not be counted outside",
        );
      }
    });
  };
}
