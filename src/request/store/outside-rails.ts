import { type Db, statement } from "../../platform/database/db.ts";
import { type RailRow, readRows, type Service, selectRails } from "./mirror.ts";

const UNTOLD = selectRails(`not m.announced and m.missed_since is null
    and owner.id is null and trusted.id is null
    -- A request of this route that is under way calls people itself.
    and not exists (select from signalbox.requests u
      where u.workspace = $1 and u.connection = $2 and (u.route = m.route or u.id = m.tag_request)
        and u.status in ('ready', 'sending', 'unknown', 'created', 'stuck'))
  order by m.first_seen, m.key`);

/** Rails that nobody approved here and nobody was told of yet. */
export const readOutsideRails = (q: Db, service: Service): Promise<RailRow[]> =>
  readRows(q, UNTOLD, service);

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
