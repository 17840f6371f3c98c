import type { Db } from "../../platform/database/schema.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { pageOf } from "../../platform/slack/blocks/page-of.ts";
import { ROWS_PER_PAGE } from "../../platform/slack/blocks/pages.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection, findPolicy } from "../../request/queries/companies.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { pendingList } from "../../request/screens/pending-list.ts";
import { requestOfRail } from "../creating/request-of-rail.ts";
import type { RailRow } from "./rail-list.ts";
import { railList } from "./rail-list.ts";

/** Requests that have not ended. */
export async function pendingAnswer(
  { db }: Pick<Context, "db" | "transaction">,
  workspaceId: string,
  page: number,
): Promise<Message> {
  const { rows, ...place } = pageOf(await listOpenRequests(db, workspaceId), page);
  const policy = await findPolicy(db, workspaceId);
  return pendingList({ ...place, requests: rows, policy });
}

/**
 * The Rails of the service, in its own order, with what we know of them. Reads no further than the wanted page: the
 * document shows no way to ask for a later one at once. Throws a `RailApiError`.
 */
export async function railsAnswer(
  {
    db,
    railApis,
    clock,
    command,
  }: Pick<Context, "db" | "transaction" | "railApis" | "clock" | "command">,
  workspaceId: string,
  page: number,
): Promise<Message> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const rails = await railApis(workspaceId, connectionId);
  const first = (page - 1) * ROWS_PER_PAGE;
  const wanted: Rail[] = [];
  let position = 0;
  let total = 0;
  for await (const part of rails.listRails()) {
    total = part.total;
    wanted.push(...part.rails.filter((_, index) => isWithin(position + index, first)));
    position += part.rails.length;
    if (position >= first + ROWS_PER_PAGE) break;
  }
  return railList({
    rows: await rowsOf(db, connectionId, wanted),
    page,
    pageCount: Math.max(1, Math.ceil(total / ROWS_PER_PAGE)),
    total,
    now: clock(),
    command,
  });
}

function isWithin(position: number, first: number): boolean {
  return position >= first && position < first + ROWS_PER_PAGE;
}

/** Few enough to be asked for one by one: only so is each held against every Rail that its request ever had. */
function rowsOf(db: Db, connectionId: string, rails: readonly Rail[]): Promise<RailRow[]> {
  return Promise.all(
    rails.map(async (rail) => {
      const request = rail.id === null ? undefined : await requestOfRail(db, connectionId, rail.id);
      return {
        railId: rail.id,
        // A claim counted the quorum: without one, nobody approved the name.
        name: request && request.attempt > 0 ? request.content.change.name : null,
        type: rail.type,
        sourceAsset: rail.source.asset,
        destinationAsset: rail.destination.asset,
        destinationName:
          rail.destination.kind === "fiat"
            ? rail.destination.bankAccount.displayName
            : rail.destination.wallet.displayName,
        origin: request ? numberOf(request) : "made elsewhere",
        createdAt: rail.createdAt,
      };
    }),
  );
}
