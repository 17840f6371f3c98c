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
  const tag = readTag(row.rail.metadata);
  const tagged = tag && requests.get(tag.request);
  // It may have made the Rail and not know it yet.
  const isMaker = tagged && tag.digest === tagged.digest && isOpen(tagged) && wasSent(tagged);
  const request = requests.get(row.namedBy ?? "") ?? (isMaker ? tagged : null);
  return { row, request, trust: trustOf(request, row, now) };
}
