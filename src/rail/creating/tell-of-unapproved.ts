import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { listUntoldRails, noteRails } from "../../request/queries/seen-rails.ts";
import type { RailRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { destinationIdOf } from "../../request/rules/destination.ts";
import type { SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import { mayBeDone } from "../../request/rules/status.ts";
import { MOST_SHOWN } from "./unapproved-rails.ts";
import type { Walk } from "./walk-rails.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
  clock: Clock;
}

/** After a whole walk: notes each Rail that nobody approved here for the approvers, once, and all of them together. */
export async function tellOfUnapproved(
  deps: Deps,
  workspaceId: string,
  { tagged }: Pick<Walk, "tagged">,
): Promise<void> {
  const { db, transaction, clock } = deps;
  const { id, environment } = await findCurrentConnection(db, workspaceId);
  const due = await notApproved(deps, workspaceId, id, tagged);
  if (due.length === 0) return;
  await transaction(async (tx) => {
    const at = clock();
    const noted = await noteRails(
      tx.db,
      id,
      due.map(({ railId }) => railId),
      at,
    );
    const rails = due.filter(({ railId }) => noted.includes(railId));
    const count = rails.length;
    if (count === 0) return;
    const shown = rails.slice(0, MOST_SHOWN);
    const news = { kind: "rails-not-approved", environment, count, rails: shown } as const;
    await keepNotice(tx.db, workspaceId, news, at);
  });
}

/**
 * The open requests are read before the Rails without a request: a Rail that is listed there and was sent here has its
 * request under way by then, or is known as that request's.
 */
async function notApproved(
  { db }: Pick<Deps, "db" | "transaction">,
  workspaceId: string,
  connectionId: string,
  tagged: Walk["tagged"],
): Promise<SeenRail[]> {
  const open = (await listOpenRequests(db, workspaceId)).filter(isRailRequest);
  const mayBeMade = open.filter(mayBeDone);
  const tagOf = new Map(
    [...tagged].flatMap(([requestId, its]) => its.map(({ id }) => [id, requestId] as const)),
  );
  const due: SeenRail[] = [];
  for (const rail of await listUntoldRails(db, connectionId)) {
    const requestId = tagOf.get(rail.railId);
    const request = requestId && (await findRequest(db, { workspaceId, requestId }));
    // That request learns of its own Rail, and calls people where something is wrong with it.
    if (request && isRailRequest(request) && request.connectionId === connectionId) continue;
    if (!mayBeMade.some((each) => isOfRoute(each, rail))) due.push(rail);
  }
  return due;
}

function isOfRoute({ content }: RailRequest, rail: SeenRail): boolean {
  const { spec } = content.change;
  return (
    rail.type === spec.type &&
    rail.sourceAsset === spec.source.asset &&
    rail.destinationAsset === spec.destination.asset &&
    rail.destination.serviceId === destinationIdOf(spec)
  );
}
