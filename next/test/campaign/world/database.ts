import pg from "pg";
import { createDatabase } from "../../harness/postgres.ts";

export type CampaignDatabase = Awaited<ReturnType<typeof openCampaignDatabase>>;

/**
 * A test database with a clock that can be set, which can be put back to an earlier moment, at
 * first to `nothing`. Processes connect as the app's role.
 */
export async function openCampaignDatabase() {
  const base = await createDatabase({ withAppRole: true, clock: true });
  const owner = new pg.Client(base.ownerUrl);
  await owner.connect();
  const pool = base.openPool({ max: 60, idleTimeoutMillis: 0 });
  // Asks while the owner may be busy.
  const watcher = base.openPool({ connectionString: base.ownerUrl, max: 3 });
  const named = "select tablename as name from pg_tables where schemaname = 'signalbox'";
  const { rows: tables } = await owner.query(named);
  const each = (statement: (table: string) => string) => tables.map(({ name }) => statement(name));
  const clock = { at: "", isSet: true };

  async function inOne(statements: readonly string[]): Promise<void> {
    const all = ["begin isolation level repeatable read", ...statements, "commit"];
    await owner.query(all.join(";\n"));
  }

  /** Keeps what is committed now. */
  const copy = (name: string): Promise<void> =>
    inOne([
      `drop schema if exists ${name} cascade`,
      `create schema ${name}`,
      ...each((table) => `create table ${name}.${table} as table signalbox.${table}`),
    ]);
  await copy("nothing");

  return {
    url: base.url,
    async end(): Promise<void> {
      await owner.end();
      await base.drop();
    },

    /** It counts from the next statement on. */
    setClock(ms: number): void {
      Object.assign(clock, { at: new Date(Math.floor(ms)).toISOString(), isSet: false });
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
          if (!clock.isSet) {
            clock.isSet = true;
            await owner.query("update test.time set at = $1::timestamptz", [clock.at]);
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

    copy,
    /** Puts back a copy, in place: nobody may hold a transaction open. */
    restore: (name: string) =>
      inOne([
        // Triggers and foreign keys stay out of it, as in a restore.
        "set local session_replication_role = replica",
        `truncate ${each((table) => `signalbox.${table}`).join(", ")}`,
        ...each((table) => `insert into signalbox.${table} select * from ${name}.${table}`),
      ]),
  };
}
