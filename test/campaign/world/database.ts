import pg from "pg";
import { createDatabase } from "../../harness/postgres.ts";

export type CampaignDatabase = Awaited<ReturnType<typeof openCampaignDatabase>>;

/** Of no transaction: what is set counts at once, and for everybody. Milliseconds since 1970. */
const CLOCK = `create sequence test.clock;
  grant update, select on test.clock to public;
  create or replace function signalbox.clock() returns timestamptz language sql stable as $$
    select 'epoch'::timestamptz + last_value * interval '1 millisecond' from test.clock $$`;

/** A row of the mirror is stamped without a word. */
const READS_CLOCK = /clock\(\)|insert into signalbox\.rails/;

/**
 * A test database with a clock that can be set, which can be put back to an earlier moment, at
 * first to `nothing`. Processes connect as the app's role.
 */
export async function openCampaignDatabase() {
  const base = await createDatabase({ withAppRole: true });
  const owner = new pg.Client(base.ownerUrl);
  await owner.connect();
  await owner.query(CLOCK);
  const pool = base.openPool({ max: 60, idleTimeoutMillis: 0, pipeline: true });
  // Asks while the owner may be busy.
  const watcher = base.openPool({ connectionString: base.ownerUrl, max: 3 });
  const named = "select tablename as name from pg_tables where schemaname = 'signalbox'";
  const { rows: tables } = await owner.query(named);
  const each = (statement: (table: string) => string) => tables.map(({ name }) => statement(name));
  const clock = { at: 0, isSet: true };

  async function inOne(statements: readonly string[]): Promise<void> {
    const all = ["begin isolation level repeatable read", ...statements, "commit"];
    await owner.query(all.join(";\n"));
  }

  /** Puts what one schema holds in the place of what the other one holds. */
  const put = (from: string, to: string): Promise<void> =>
    inOne([
      // Triggers and foreign keys stay out of it, as in a restore.
      "set local session_replication_role = replica",
      // What is under way ends first. The audit gets a file of its own, as in a restore.
      `lock ${each((table) => `${to}.${table}`).join(", ")}`,
      `truncate ${to}.audit`,
      ...each((table) => `delete from ${to}.${table}`),
      ...each((table) => `insert into ${to}.${table} table ${from}.${table}`),
    ]);
  for (const copy of ["nothing", "earlier"]) {
    await owner.query(`create schema ${copy}`);
    await inOne(each((table) => `create table ${copy}.${table} as table signalbox.${table}`));
  }

  return {
    url: base.url,
    async end(): Promise<void> {
      await owner.end();
      await base.drop();
    },

    /** It counts from the next statement on. */
    setClock(ms: number): void {
      Object.assign(clock, { at: Math.floor(ms), isSet: false });
    },

    /** One connection, to be lent to a process. */
    async open() {
      const client = await pool.connect();
      // The types of pg lack it.
      const pid = Reflect.get(client, "processID");
      let running: Promise<unknown> = Promise.resolve();
      const cancel = async (): Promise<void> => {
        await watcher.query("select pg_cancel_backend($1)", [pid]);
        await running.catch(() => {});
      };
      return {
        cancel,
        async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
          if (!clock.isSet && READS_CLOCK.test(config.text)) {
            clock.isSet = true;
            // Ahead of it on the same connection.
            client.query("select setval('test.clock', $1)", [clock.at]).catch(() => {
              clock.isSet = false;
            });
          }
          const result = client.query(config);
          running = result;
          return result;
        },
        async isBlocked(): Promise<boolean> {
          const asks = "select cardinality(pg_blocking_pids($1)) > 0 as blocked";
          return (await watcher.query(asks, [pid])).rows[0].blocked;
        },
        /** Gives it back, after what runs or is open was undone. */
        async close(isOpen: boolean): Promise<void> {
          if (isOpen) await cancel();
          if (isOpen) await client.query("rollback");
          client.release();
        },
      };
    },

    /** Keeps what is committed now. */
    copy: () => put("signalbox", "earlier"),
    /** Puts back a copy, in place: nobody may hold a transaction open. */
    restore: (copy: "nothing" | "earlier") => put(copy, "signalbox"),
  };
}
