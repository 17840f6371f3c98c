import type { Db } from "../../platform/database/schema.ts";
import type { Context } from "../../request/context.ts";
import { inPages } from "../../request/each-workspace.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { findRequestsByIds, listOpenRequests } from "../../request/queries/find-requests.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import { listUntoldRails, noteRails } from "../../request/queries/rails/seen-rails.ts";
import type { RailRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { destinationIdOf } from "../../request/rules/destination.ts";
import type { SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import { mayBeDone } from "../../request/rules/status.ts";
import { MOST_SHOWN } from "./unapproved-rails.ts";
import type { Place } from "./walk-ground.ts";

/** Notes each Rail that nobody approved here for the approvers, once and in one notice. */
export async function tellOfUnapproved(
  context: Pick<Context, "db" | "transaction" | "clock">,
  workspaceId: string,
): Promise<void> {
  const { db, transaction, clock } = context;
  const { id, environment } = await findCurrentConnection(db, workspaceId);
  const due = await notApproved(db, { workspaceId, connectionId: id });
  if (due.railIds.length === 0) return;
  await transaction(async (tx) => {
    const at = clock();
    const noted = new Set(await noteRails(tx.db, id, due.railIds, at));
    if (noted.size === 0) return;
    const rails = due.first.filter(({ railId }) => noted.has(railId)).slice(0, MOST_SHOWN);
    const news = { kind: "rails-not-approved", environment, count: noted.size, rails } as const;
    await keepNotice(tx.db, workspaceId, news, at);
    await appendAudit(tx.db, {
      workspaceId,
      connectionId: id,
      at,
      actor: "signalbox",
      action: "rails-made-elsewhere",
      facts: JSON.stringify({ environment, railIds: [...noted] }),
    });
  });
}

/** Reads the open requests before the Rails, so that a Rail that was just sent here finds its request. */
async function notApproved(
  db: Db,
  place: Place,
): Promise<{ railIds: string[]; first: SeenRail[] }> {
  const open = (await listOpenRequests(db, place.workspaceId)).filter(isRailRequest);
  const mayBeMade = open.filter(mayBeDone);
  const railIds: string[] = [];
  const first: SeenRail[] = [];
  const untold = inPages(async (last: Batch | null) => {
    const batch = await listUntoldRails(db, place.connectionId, last?.upTo ?? "0");
    return batch.length === 0 ? [] : [await withOwned(db, place, batch)];
  });
  for await (const { rails, owned } of untold) {
    for (const rail of rails) {
      // A request hears of its own Rail, and calls people if something is wrong with it.
      if (owned.has(rail.requestId ?? "")) continue;
      if (mayBeMade.some((each) => mayBeOf(each, rail))) continue;
      railIds.push(rail.railId);
      if (first.length < AT_FIRST) first.push(rail);
    }
  }
  return { railIds, first };
}

/** More than are shown: another process may have noted some of them meanwhile. */
const AT_FIRST = 10 * MOST_SHOWN;

type Batch = Awaited<ReturnType<typeof withOwned>>;

async function withOwned(
  db: Db,
  { workspaceId, connectionId }: Place,
  batch: readonly { moment: string; rail: SeenRail }[],
) {
  const rails = batch.map(({ rail }) => rail);
  const tags = rails.flatMap(({ requestId }) => requestId ?? []);
  const requests = (await findRequestsByIds(db, workspaceId, tags)).filter(isRailRequest);
  const ours = requests.filter((request) => request.connectionId === connectionId);
  const owned = new Set(ours.map(({ id }) => id));
  return { rails, owned, upTo: batch.at(-1)?.moment ?? "0" };
}

/** A request that waits for people may wait for ever: only what its card names is no news. */
function mayBeOf({ content, state }: RailRequest, rail: SeenRail): boolean {
  const { spec } = content.change;
  return (
    (state.status !== "needs-a-person" || state.candidates.includes(rail.railId)) &&
    rail.type === spec.type &&
    rail.sourceAsset === spec.source.asset &&
    rail.destinationAsset === spec.destination.asset &&
    rail.destination.serviceId === destinationIdOf(spec)
  );
}
