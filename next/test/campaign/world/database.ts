import pg from "pg";
import type { TestDatabase } from "../../harness/postgres.ts";

/**
 * The database of a run: its time is the campaign's, and it can be put back to an earlier moment.
 */
export interface CampaignDatabase {
  url: string;
  setClock(ms: number): Promise<void>;
  open(): Promise<Session>;
  /** Keeps what is committed now. */
  copy(name: string): Promise<void>;
  /** Puts back a copy, in place. Nobody may hold a transaction open. */
  restore(name: string): Promise<void>;
  rows(statement: string): Promise<Record<string, unknown>[]>;
  end(): Promise<void>;
}

/** One connection, lent to a process. */
export interface Session {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>;
  isBlocked(): Promise<boolean>;
  /** Ends the statement that runs now, if one does. */
  cancel(): Promise<void>;
  /** Gives the connection back, after what runs or is open was undone. */
  close(isOpen: boolean): Promise<void>;
}

/** Over a test database with a clock that can be set; processes connect as the app's role. */
export async function openCampaignDatabase(base: TestDatabase): Promise<CampaignDatabase> {
  const owner = new pg.Client(base.ownerUrl);
  await owner.connect();
  const pool = base.openPool({ max: 60 });
  // Asks while the owner may be busy.
  const watcher = base.openPool({ connectionString: base.ownerUrl, max: 3 });
  const pids = new WeakMap<pg.PoolClient, number>();
  const tables = await readTables(owner);

  async function pidOf(client: pg.PoolClient): Promise<number> {
    const known = pids.get(client);
    if (known !== undefined) return known;
    const { rows } = await client.query("select pg_backend_pid() as pid");
    pids.set(client, rows[0].pid);
    return rows[0].pid;
  }

  async function inOne(statements: readonly string[]): Promise<void> {
    const begin = "begin isolation level repeatable read";
    await owner.query([begin, ...statements, "commit"].join(";\n"));
  }

  return {
    url: base.url,
    async setClock(ms) {
      // The table of the harness's clock, over a connection that stays.
      const at = new Date(Math.floor(ms)).toISOString();
      await owner.query("update test.time set at = $1::timestamptz", [at]);
    },
    async open() {
      const client = await pool.connect();
      const pid = await pidOf(client);
      let running: Promise<unknown> | null = null;
      const session: Session = {
        async query(config) {
          const result = client.query(config);
          running = result;
          try {
            return await result;
          } finally {
            running = null;
          }
        },
        async isBlocked() {
          const asks = "select cardinality(pg_blocking_pids($1)) > 0 as blocked";
          return (await watcher.query(asks, [pid])).rows[0].blocked;
        },
        async cancel() {
          const cancelled = running;
          if (!cancelled) return;
          await watcher.query("select pg_cancel_backend($1)", [pid]);
          await cancelled.catch(() => {});
        },
        async close(isOpen) {
          await session.cancel();
          if (isOpen) await client.query("rollback");
          client.release();
        },
      };
      return session;
    },
    copy: (name) =>
      inOne([
        `drop schema if exists ${name} cascade`,
        `create schema ${name}`,
        ...tables.map(({ table }) => `create table ${name}.${table} as table signalbox.${table}`),
      ]),
    restore: (name) =>
      inOne([
        // Triggers and foreign keys stay out of it, as in a restore.
        "set local session_replication_role = replica",
        `truncate ${tables.map(({ table }) => `signalbox.${table}`).join(", ")}`,
        ...tables.map(
          ({ table, columns }) =>
            `insert into signalbox.${table} (${columns}) select ${columns} from ${name}.${table}`,
        ),
      ]),
    rows: async (statement) => (await owner.query(statement)).rows,
    end: () => owner.end(),
  };
}

async function readTables(owner: pg.Client): Promise<{ table: string; columns: string }[]> {
  const { rows } = await owner.query(`
    select t.table_name as table, string_agg(quote_ident(c.column_name), ', ') as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'signalbox' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    group by 1 order by 1`);
  return rows;
}
