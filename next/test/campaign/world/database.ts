import pg from "pg";

/** The database of a run: its time is the campaign's, and it can be put back to an earlier moment. */
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

const CLOCK = `
  create schema if not exists campaign;
  create table if not exists campaign.clock (ms bigint not null);
  insert into campaign.clock select 0 where not exists (select from campaign.clock);
  grant usage on schema campaign to public;
  grant select on campaign.clock to public;
  create or replace function signalbox.clock() returns timestamptz language sql stable as
    $$ select date_trunc('milliseconds', to_timestamp(ms / 1000.0)) from campaign.clock $$;`;

/** `url` as the owner of the schema, which exists; processes connect with `appUrl`. */
export async function openCampaignDatabase(url: string, appUrl = url): Promise<CampaignDatabase> {
  const owner = new pg.Client(url);
  await owner.connect();
  await owner.query(CLOCK);
  const pool = new pg.Pool({ connectionString: appUrl, max: 60 });
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
    url: appUrl,
    async setClock(ms) {
      await owner.query("update campaign.clock set ms = $1", [Math.floor(ms)]);
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
          return (await owner.query(asks, [pid])).rows[0].blocked;
        },
        async cancel() {
          if (!running) return;
          await owner.query("select pg_cancel_backend($1)", [pid]);
          await running.catch(() => {});
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
    async end() {
      await pool.end();
      await owner.end();
    },
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
