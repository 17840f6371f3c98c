import type { Db } from "../platform/database/db.ts";
import { isOpen, type Request, wasSent } from "../request/rules/request.ts";
import { readTag } from "../request/rules/tag.ts";
import { type Trust, trustOf } from "../request/rules/trust.ts";
import { type RailRow, readRails, type Service } from "../request/store/mirror.ts";

/** A Rail of the mirror, and whether people may pay into it. */
export interface JudgedRail {
  row: RailRow;
  /** What names it now; null for one that was made elsewhere and nobody trusts. */
  request: Request | null;
  trust: Trust;
}

/** All that each service of a workspace ever showed: the one that it uses now comes first. */
export async function readAllRails(
  db: Db,
  { workspace, connection: current }: Service,
  requests: readonly Request[],
): Promise<RailRow[][]> {
  const connections = new Set([current, ...requests.map(({ content }) => content.connection.id)]);
  return Promise.all(
    [...connections].map((connection) => readRails(db, { workspace, connection })),
  );
}

export function judgeRail(
  row: RailRow,
  requests: ReadonlyMap<string, Request>,
  now: string,
): JudgedRail {
  const request = requests.get(row.namedBy ?? "") ?? makerOf(row, requests);
  return { row, request, trust: trustOf(request, row, now) };
}

/** The request that made it and does not know yet. */
function makerOf({ rail }: RailRow, requests: ReadonlyMap<string, Request>): Request | null {
  const tag = readTag(rail.metadata);
  const request = tag && requests.get(tag.request);
  const isMaker = request && tag.digest === request.digest && isOpen(request) && wasSent(request);
  return isMaker ? request : null;
}
