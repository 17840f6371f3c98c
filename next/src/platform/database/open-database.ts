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

  async function ask<Row>(
    client: Client,
    { name, text }: Statement<Row>,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const query = { ...(!isPooled && { name }), text, values: [...values] };
    // A boundary: a statement declares its rows.
    return (await client.query(query)).rows as Row[];
  }

  /** A workspace's transactions queue here, or they would take all connections to wait. */
  function inTurn<Result>(workspace: string, run: () => Promise<Result>): Promise<Result> {
    const turn = (queues.get(workspace) ?? Promise.resolve()).then(run);
    const over = turn.then(
      () => {},
      () => {},
    );
    queues.set(workspace, over);
    over.then(() => queues.get(workspace) === over && queues.delete(workspace));
    return turn;
  }

  async function runOnce<Result>(
    workspace: string,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    let isOver = false;
    let isUndone = false;
    let isLost = false;
    const noteLost = (error: unknown): never => {
      isLost ||= endsConnection(error);
      throw error;
    };
    const end = async (how: "commit" | "rollback") => {
      isOver = true;
      return (await client.query({ text: how }).catch(noteLost)).command;
    };
    const tx: Tx = {
      keys,
      async query(asked, values = []) {
        // Behind the end it would run alone, and for good.
        if (isOver) throw new TypeError("The transaction is over");
        return ask(client, asked, values).catch(noteLost);
      },
      undo() {
        isUndone = true;
      },
    };
    try {
      await client.query({ text: "begin isolation level read committed" }).catch(noteLost);
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
      if (!isOver && !isLost) await end("rollback").catch(() => {});
      throw error;
    } finally {
      isOver = true;
      client.release(isLost);
    }
  }

  return {
    keys,

    async query(asked, values = []) {
      const client = await pool.connect();
      let isLost = false;
      try {
        return await ask(client, asked, values);
      } catch (error) {
        isLost = endsConnection(error);
        throw error;
      } finally {
        client.release(isLost);
      }
    },

    transaction: (workspace, work) =>
      inTurn(workspace, async () => {
        try {
          return await runOnce(workspace, work);
        } catch (error) {
          if (sqlState(error) !== DEADLOCK) throw error;
          return runOnce(workspace, work);
        }
      }),
  };
}
