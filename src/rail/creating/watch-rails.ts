import type { Db } from "../../platform/database/schema.ts";
import type { Context } from "../../request/context.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { forgetInstructions } from "../../request/queries/disputes.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import { listWatchedRails, saveWatchedRail } from "../../request/queries/rails/watched-rails.ts";
import { fromJson } from "../../request/queries/rows.ts";
import type { RailChange, WatchedRail } from "../../request/rules/outcome/rail-change.ts";
import { railChange } from "../../request/rules/outcome/rail-change.ts";
import type { SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import { MOST_CHANGES } from "./changed-rails.ts";

/** A service that deletes nothing may be late with one page: it is asked several times before anybody is called. */
const MISSING_FOR_MS = 60 * 60_000;

/**
 * Notes each Rail that has vanished or changed since the approvers last knew it, once and in one notice. The first reading of
 * a Rail begins its watch, and is no news. One of ours that has changed is judged again: what differs from its approval is
 * quarantined.
 * @param shown The id of every Rail after a whole walk; null without one, and then none is missing.
 */
export async function tellOfChanges(
  { db, transaction, clock }: Pick<Context, "db" | "transaction" | "clock">,
  workspaceId: string,
  shown: ReadonlySet<string> | null,
): Promise<void> {
  const { id: connectionId, environment } = await findCurrentConnection(db, workspaceId);
  const at = clock();
  const isMissing = ({ railId, lastSeenAt }: SeenRail) =>
    shown?.has(railId) === false && Date.parse(at) - Date.parse(lastSeenAt) >= MISSING_FOR_MS;
  const news = (await listWatchedRails(db, connectionId)).flatMap(({ rail, watched }) => {
    const before = watched === null ? null : fromJson<WatchedRail>(watched);
    const found = railChange(before, { rail, isMissing: isMissing(rail) });
    return found ? [{ ...found, before: watched }] : [];
  });
  // What is no news needs no transaction, and a first walk may have very many.
  for (const { before, watched, change } of news) {
    if (change === null) await saveWatchedRail(db, connectionId, before, watched);
  }
  if (news.every(({ change }) => change === null)) return;
  await transaction(async (tx) => {
    const changes: RailChange[] = [];
    for (const { before, watched, change } of news) {
      if (change === null) continue;
      if (!(await saveWatchedRail(tx.db, connectionId, before, watched))) continue;
      changes.push(change);
      // Their messages are drawn once more from what is shown now, which is judged first.
      const refs =
        change.is === "changed" ? await forgetInstructions(tx.db, connectionId, change.railId) : [];
      for (const request of refs) await tx.enqueue({ name: "post-instructions", request });
    }
    if (changes.length === 0) return;
    const rails = await withNames(tx.db, connectionId, changes.slice(0, MOST_CHANGES));
    const count = changes.length;
    await keepNotice(tx.db, workspaceId, { kind: "rails-changed", environment, count, rails }, at);
    await appendAudit(tx.db, {
      workspaceId,
      connectionId,
      at,
      actor: "signalbox",
      action: "rails-changed",
      facts: JSON.stringify({ environment, changes }),
    });
  });
}

/** As people approved them. */
async function withNames(db: Db, connectionId: string, changes: readonly RailChange[]) {
  return Promise.all(
    changes.map(async (change) => {
      const [owner] = await findRequestsByRailIds(db, connectionId, [change.railId]);
      return { ...change, name: owner?.content.change.name ?? null };
    }),
  );
}
