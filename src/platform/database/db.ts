import { createHash } from "node:crypto";
import type { Keys } from "./keys.ts";

/** A `pg.Pool`, or PGlite made into one; tests wrap one to let statements fail. */
export interface Pool {
  connect(): Promise<Client>;
  end(): Promise<void>;
}

export interface Client {
  /** As the server named its session when it was opened; absent where nobody says. */
  readonly processID?: number | null;
  query(query: Query): Promise<QueryAnswer>;
  /** `destroy`: the connection may not be used again. PostgreSQL then ends its transaction. */
  release(destroy?: boolean): void;
}

export interface Query {
  name?: string;
  text: string;
  values?: unknown[];
}

export interface QueryAnswer {
  // A boundary: the rows are as `Statement` declares them.
  rows: unknown[];
  /** PostgreSQL's command tag, such as `COMMIT`. */
  command: string;
}

/** SQL that is written once, and the rows that it brings. Its name stands for exactly this text. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Only a type. */
  readonly row?: Row;
}

export function statement<Row = never>(text: string): Statement<Row> {
  return { name: `s${createHash("sha256").update(text).digest("hex").slice(0, 24)}`, text };
}

/** The database, or a transaction on it, with the keys that seal and sign what stands there. */
export interface Db {
  readonly keys: Keys;
  query<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
}

/** What may change something of a workspace. */
export interface Tx extends Db {
  /** Lets a transaction end without saving anything; `work` still returns what it found. */
  undo(): void;
}

export interface Database extends Db {
  /** A pooler is in front. */
  readonly isPooled: boolean;
  /**
   * Runs `work` in a transaction that has locked the workspace's row: what `work` reads is true
   * until it ends. A deadlock repeats it once. Throws, too, where PostgreSQL did not commit.
   */
  transaction<Result>(workspace: string, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in the workspace's turn without a transaction: each statement stands for itself,
   * and one that changes something has to take the lock itself and compare what was read before.
   * `hasWaited`: others of this process were before it. A deadlock repeats it once.
   */
  alone<Result>(
    workspace: string,
    work: (tx: Tx, hasWaited: boolean) => Promise<Result>,
  ): Promise<Result>;
}
