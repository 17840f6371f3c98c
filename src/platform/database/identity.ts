import { type Db, statement } from "./db.ts";

/** SQL. */
export const IDENTITY = `concat_ws(' ',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    to_regclass('signalbox.audit')::oid,
    pg_relation_filenode('signalbox.audit'))`;

const READ = statement<{ identity: string }>(`select ${IDENTITY} as identity`);

/**
 * Which database this is: the server's identifier, its timeline, and the oids of the database and
 * of the audit. A restored dump, a fail-over and a recovery to a point in time each change one.
 * Throws on a standby.
 */
export async function readIdentity(q: Db): Promise<string> {
  const [row] = await q.query(READ);
  if (!row) throw new TypeError("The identity is always one row");
  return row.identity;
}
