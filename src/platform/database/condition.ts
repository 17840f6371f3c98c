import { type Db, type Pool, statement } from "./db.ts";

/** How the database is, as the app's role sees it. Times are ISO 8601. */
export interface Condition {
  version: string;
  startedAt: string;
  /** By the database's clock. */
  now: string;
  /** Nothing can be written. */
  isReadOnly: boolean;
  /** What transactions begin as that do not say it themselves. */
  isolation: string;
  /** The role can change the history. */
  isOwner: boolean;
  role: string;
}

/** SQL: a standby, or a node that became one. */
export const IS_READ_ONLY =
  "(pg_is_in_recovery() or current_setting('transaction_read_only') = 'on')";

const CONDITION = statement<Condition>(`
  select current_setting('server_version') as version, current_user as role,
    signalbox.iso(pg_postmaster_start_time()) as "startedAt",
    signalbox.iso(signalbox.clock()) as now,
    ${IS_READ_ONLY} as "isReadOnly",
    current_setting('default_transaction_isolation') as isolation,
    has_table_privilege('signalbox.audit', 'update') as "isOwner"`);

export async function readCondition(db: Db): Promise<Condition> {
  const [condition] = await db.query(CONDITION);
  if (!condition) throw new TypeError("The condition is always one row");
  return condition;
}

/** Whether sessions are shared: a pooler does not hand on the number of the one behind it. */
export async function isBehindPooler(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  let isLost = true;
  try {
    const { rows } = await client.query({ text: "select pg_backend_pid() as pid" });
    // A boundary: the statement brings it.
    const [row] = rows as { pid: number }[];
    isLost = false;
    return typeof client.processID === "number" && client.processID !== row?.pid;
  } finally {
    client.release(isLost);
  }
}
