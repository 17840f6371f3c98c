import { DatabaseError, endsConnection, sqlState } from "./database-error.ts";
import { type Client, type Database, type Pool, type Statement, statement, type Tx } from "./db.ts";
import type { Keys } from "./keys.ts";

/** Whoever changes something of a workspace waits for this row. Nobody waits for readers. */
const LOCK = statement<{ id: string }>(
  "select id from signalbox.workspaces where id = $1 for no key update",
);

const DEADLOCK = "40P01";

/**
 * The database behind a pool. `isPooled`: a pooler in transaction mode is in front, so statements
 * cannot have names. Elsewhere PostgreSQL plans each of them once for a connection.
 */
export function openDatabase(
  pool: Pool,
  keys: Keys,
  { isPooled }: { isPooled: boolean },
): Database {
  const queues = new Map<string, Promise<unknown>>();

  /** A workspace's transactions queue here, or they would take all connections to wait. */
  function inTurn<Result>(workspace: string, run: () => Promise<Result>): Promise<Result> {
    const before = queues.get(workspace)?.catch(() => {}) ?? Promise.resolve();
    const turn: Promise<Result> = before.then(run).finally(() => {
      if (queues.get(workspace) === turn) queues.delete(workspace);
    });
    queues.set(workspace, turn);
    return turn;
  }

  /** A connection that fails is asked nothing more, and nobody gets it again. */
  async function connected<Result>(work: (ask: Client["query"]) => Promise<Result>) {
    const client = await pool.connect();
    let isLost = false;
    try {
      return await work(async (query) => {
        if (isLost) throw new TypeError("The connection is lost");
        try {
          return await client.query(query);
        } catch (error) {
          isLost ||= endsConnection(error);
          throw error;
        }
      });
    } finally {
      client.release(isLost);
    }
  }

  async function run<Row>(
    ask: Client["query"],
    { name, text }: Statement<Row>,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const query = { ...(!isPooled && { name }), text, values: [...values] };
    // A boundary: a statement declares its rows.
    return (await ask(query)).rows as Row[];
  }

  const runOnce = <Result>(workspace: string, work: (tx: Tx) => Promise<Result>) =>
    connected(async (ask) => {
      let isOver = false;
      let isUndone = false;
      const end = async (how: "commit" | "rollback") => {
        isOver = true;
        return (await ask({ text: how })).command;
      };
      const tx: Tx = {
        keys,
        async query(asked, values = []) {
          // Behind the end it would run alone, and for good.
          if (isOver) throw new TypeError("The transaction is over");
          return run(ask, asked, values);
        },
        undo() {
          isUndone = true;
        },
      };
      try {
        await ask({ text: "begin isolation level read committed" });
        if ((await tx.query(LOCK, [workspace])).length === 0) {
          throw new TypeError("A transaction of a workspace that has no row");
        }
        const result = await work(tx);
        const command = await end(isUndone ? "rollback" : "commit");
        // After a failed statement PostgreSQL answers `commit` with ROLLBACK, and with no error.
        if (!isUndone && command !== "COMMIT") {
          throw new DatabaseError("not-committed", "PostgreSQL rolled a transaction back");
        }
        return result;
      } catch (error) {
        if (!isOver) await end("rollback").catch(() => {});
        throw error;
      }
    });

  const query: Database["query"] = (asked, values = []) =>
    connected((ask) => run(ask, asked, values));
  return {
    keys,
    isPooled,
    query,
    transaction: (workspace, work) =>
      inTurn(workspace, () => again(() => runOnce(workspace, work))),
    alone(workspace, work) {
      const hasWaited = queues.has(workspace);
      return inTurn(workspace, () => again(() => work({ keys, query, undo() {} }, hasWaited)));
    },
  };
}

/** Once more after a deadlock. */
async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== DEADLOCK) throw error;
    return work();
  }
}
