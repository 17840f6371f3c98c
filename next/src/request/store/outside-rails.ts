import { type Db, statement } from "../../platform/database/db.ts";
import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Service } from "./mirror.ts";

/** A Rail that nobody approved here and nobody was told of yet. */
export interface OutsideRail {
  key: string;
  rail: Rail;
  /** The request that its tag names, although that request did not make it. */
  taggedAs: number | null;
}

const READ = statement<{ key: string; shown: string; number: number | null }>(`
  select m.key, m.shown, t.number from signalbox.rails m
  left join signalbox.requests t on t.workspace = $1 and t.id = m.tag_request
  where m.workspace = $1 and m.connection = $2 and not m.announced and m.missed_since is null
    and not exists (select from signalbox.requests o
      where o.workspace = $1 and o.connection = $2 and o.rail_id = m.rail_id)
    and not exists (select from signalbox.requests a
      where a.workspace = $1 and a.connection = $2 and a.trusts = m.rail_id)
    -- A request of this route that is under way calls people itself.
    and not exists (select from signalbox.requests u
      where u.workspace = $1 and u.connection = $2 and (u.route = m.route or u.id = m.tag_request)
        and u.status in ('ready', 'sending', 'unknown', 'created', 'stuck'))
  order by m.first_seen, m.key`);

export async function readOutsideRails(
  q: Db,
  { workspace, connection }: Service,
): Promise<OutsideRail[]> {
  const rows = await q.query(READ, [workspace, connection]);
  // A boundary: the mirror wrote it.
  return rows.map(({ key, shown, number }) => ({
    key,
    rail: JSON.parse(shown) as Rail,
    taggedAs: number,
  }));
}

const MARK = statement(`
  update signalbox.rails set announced = true
  where workspace = $1 and connection = $2 and key = any ($3::text[])`);

export async function markAnnounced(
  q: Db,
  { workspace, connection }: Service,
  keys: readonly string[],
): Promise<void> {
  await q.query(MARK, [workspace, connection, keys]);
}
