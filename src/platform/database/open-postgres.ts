import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { createFairTurns, type FairTurns } from "./fair-turns.ts";
import { migrate } from "./migrate.ts";
import type { OpenDatabase } from "./open-embedded.ts";
import type { Database } from "./schema.ts";

/** A dead machine or network says nothing: without a limit a click would wait for minutes. */
const ANSWERS_WITHIN_MS = 15_000;
/** pg-boss brings its own tables up to date over the connections that it works with. */
const JOBS_ANSWERED_WITHIN_MS = 30_000;
/** Releases the locks of a process whose machine died in the middle of a transaction. */
const FREES_LOCKS = "set idle_in_transaction_session_timeout = '30s'";
/** Earlier than our own limit: PostgreSQL would not notice, and keep the connection while it waits for the lock. */
const WAITS_FOR_LOCKS = "set lock_timeout = '14s'";
/** Finds idle connections to dead machines, too. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** PostgreSQL has ended the connection with the statement: it was stopped, or the transaction had been idle for too long. */
const ENDS_CONNECTION = /^(57P|25P0[34])/;

/**
 * PostgreSQL, for one process or many. `onError` hears of connections that were lost; a query that is not answered within
 * `answersWithinMs` throws, and takes its connection with it.
 */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { answersWithinMs = ANSWERS_WITHIN_MS } = {},
): OpenDatabase {
  const openPool = (limits: pg.PoolConfig, settings: string) => {
    const reach = { connectionString: url, connectionTimeoutMillis: 5_000, ...KEEP_ALIVE };
    const pool = new pg.Pool({ ...reach, ...limits });
    // Without a listener a lost connection would end the process: an idle one, and one within a transaction.
    pool.on("error", onError);
    pool.on("connect", (client) => {
      client.on("error", onError);
      client.query(settings).catch(onError);
    });
    return pool;
  };
  const open = (limits: pg.PoolConfig & { max: number }, settings: string) => {
    const turns = createFairTurns(limits.max);
    const pool = inTurns(turns, discarding(openPool({ ...limits, pipeline: true }, settings)));
    return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  };
  // With the one that holds the jobs, a process has eight connections.
  const limits = { max: 5, query_timeout: answersWithinMs };
  const db = open(limits, `${FREES_LOCKS}; ${WAITS_FOR_LOCKS}`);
  const jobs = discarding(
    openPool({ max: 2, query_timeout: JOBS_ANSWERED_WITHIN_MS }, FREES_LOCKS),
  );
  const executeSql = async (text: string, values: unknown[] = []) => {
    const client = await jobs.connect();
    try {
      const result = await client.query<never>(text, values);
      client.release();
      return result;
    } catch (error) {
      // pg-boss may have begun a transaction in the same text.
      client.release(true);
      throw error;
    }
  };
  const bossOptions = { connectionString: url, db: { executeSql } };
  return {
    db,
    bossOptions,
    async migrate() {
      // Waiting for another process that migrates, or filling an index, takes as long as it takes.
      const unhurried = open({ max: 1 }, FREES_LOCKS);
      try {
        return await migrate(unhurried);
      } finally {
        await unhurried.destroy();
      }
    },
    async close() {
      await db.destroy();
      await jobs.end();
    },
  };
}

/** A workspace with thousands of statements to send must not keep the others from their connections. */
function inTurns({ enter }: FairTurns, pool: PostgresPool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const leave = await enter();
      try {
        const client = await pool.connect();
        return {
          query: client.query.bind(client),
          release(destroy) {
            client.release(destroy);
            leave();
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** The next caller must not get a connection that may still bring an earlier answer, or none. */
function discarding(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let broken: unknown;

      async function query(text: string, values: unknown[] = []): Promise<unknown> {
        if (broken !== undefined) throw broken;
        const answer = answered(text, values);
        if (text !== "begin") return answer;
        // Goes out with the first statements. If it fails, nothing follows them.
        answer.catch((error: unknown) => {
          broken = error;
        });
        return { command: "BEGIN", rowCount: null, rows: [] };
      }

      async function answered(text: string, values: unknown[]): Promise<unknown> {
        writeAtOnce(client);
        try {
          return await client.query(named(names, text, values));
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) || ENDS_CONNECTION.test(error.code ?? "")) {
            broken = error;
          }
          throw error;
        }
      }

      return {
        // Kysely calls it with a cursor too, but only for streams, which nothing here asks for.
        query: query as PostgresPoolClient["query"],
        release: (destroy = false) => client.release(destroy || broken !== undefined),
      };
    },
  };
}

/** Writes all statements that are called for in one go in one piece: a third of a core went into single writes. */
function writeAtOnce({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A PostgreSQL connection keeps a plan for each. */
const PREPARED_AT_MOST = 400;
/** Lists of many values are long, and seldom have the same length twice. */
const LONGEST_PREPARED = 2_000;
const ALL_COLUMNS = /(select|returning|,) \*|\.\*/i;

/**
 * Names a statement, so that a connection parses and plans it once. A plan for all columns of a table would
 * fail once a later release has added one.
 */
function named(names: Map<string, string>, text: string, values: unknown[]): pg.QueryConfig {
  const name = names.get(text);
  if (name !== undefined) return { name, text, values };
  const isOnce = values.length === 0 || text.length > LONGEST_PREPARED || ALL_COLUMNS.test(text);
  if (isOnce || names.size >= PREPARED_AT_MOST) return { text, values };
  const next = `s${names.size}`;
  names.set(text, next);
  return { name: next, text, values };
}
