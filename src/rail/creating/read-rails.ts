import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { Chore } from "../../platform/queue/job.ts";
import { WALK_SECONDS } from "../../platform/queue/job.ts";
import type { Context } from "../../request/context.ts";
import { eachWorkspace } from "../../request/each-workspace.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import { findCurrentConnection, replaceUnreadable } from "../../request/queries/companies.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { listUntoldRails, noteRails } from "../../request/queries/seen-rails.ts";
import type { RailRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { destinationIdOf } from "../../request/rules/destination.ts";
import type { SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import { mayBeDone } from "../../request/rules/status.ts";
import { tellOfRails } from "./scan-rails.ts";
import { MOST_SHOWN } from "./unapproved-rails.ts";
import type { Walk } from "./walk-rails.ts";
import { walkRails } from "./walk-rails.ts";
import { tellOfChanges } from "./watch-rails.ts";

type Reading = Pick<Context, "db" | "transaction" | "seal" | "pins" | "railApis" | "clock">;

/**
 * Walks the whole list of Rails: the client remembers each page, every request whose tag is shown is told, and more
 * unreadable Rails than last time are noted for the approvers.
 */
export async function readRails(
  context: Reading & { logger: Pick<Logger, "warn"> },
  workspaceId: string,
): Promise<Walk> {
  const { db, transaction } = context;
  const { id: connectionId, environment } = await findCurrentConnection(db, workspaceId);
  const walk = await walkRails(await context.railApis(workspaceId, connectionId));
  const { passed, tagged } = walk;
  const unreadable = passed.filter(({ isReadable }) => !isReadable).length;
  const areMore = await transaction(async (tx) => {
    if (unreadable <= (await replaceUnreadable(tx.db, connectionId, unreadable))) return false;
    const news = { kind: "rails-unreadable", environment, count: unreadable } as const;
    await keepNotice(tx.db, workspaceId, news, context.clock());
    return true;
  });
  if (areMore) {
    context.logger.warn(
      { workspaceId, unreadable },
      "the Rail service shows Rails that nobody can tell apart",
    );
  }
  await tellOfRails(context, { workspaceId, connectionId }, tagged);
  return walk;
}

export const readRailsChore: Chore<Reading & Pick<Context, "logger" | "announceChanges">> = {
  name: "read-rails",
  everySeconds: 600,
  expireInSeconds: WALK_SECONDS,
  async work(context) {
    await eachWorkspace(
      context,
      { that: "are-connected", atOnce: 4, what: "read-rails" },
      async (workspaceId) => {
        const walk = await readRails(context, workspaceId);
        await tellOfUnapproved(context, workspaceId, walk);
        await tellOfChanges(context, workspaceId, walk);
      },
    );
    await context.announceChanges();
  },
};

/** Notes each Rail that nobody approved here for the approvers, once and in one notice. It needs a whole walk. */
export async function tellOfUnapproved(
  context: Pick<Context, "db" | "transaction" | "clock">,
  workspaceId: string,
  { tagged }: Pick<Walk, "tagged">,
): Promise<void> {
  const { db, transaction, clock } = context;
  const { id, environment } = await findCurrentConnection(db, workspaceId);
  const due = await notApproved(db, workspaceId, id, tagged);
  if (due.length === 0) return;
  await transaction(async (tx) => {
    const at = clock();
    const dueIds = due.map(({ railId }) => railId);
    const noted = await noteRails(tx.db, id, dueIds, at);
    const rails = due.filter(({ railId }) => noted.includes(railId));
    const count = rails.length;
    if (count === 0) return;
    const shown = rails.slice(0, MOST_SHOWN);
    const news = { kind: "rails-not-approved", environment, count, rails: shown } as const;
    await keepNotice(tx.db, workspaceId, news, at);
    await appendAudit(tx.db, {
      workspaceId,
      connectionId: id,
      requestId: null,
      at,
      actor: "signalbox",
      action: "rails-made-elsewhere",
      facts: JSON.stringify({ environment, railIds: noted }),
    });
  });
}

/** Reads the open requests before the Rails, so that a Rail that was just sent here finds its request. */
async function notApproved(
  db: Db,
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
    // A request is told of its own Rail, and calls people where something is wrong with it.
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
