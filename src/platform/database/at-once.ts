import type { ConnectionProvider, Dialect, QueryExecutor } from "kysely";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from "kysely";
import type { Database, Db } from "./schema.ts";

/**
 * Runs `work` in a transaction whose statements need not wait for each other's answers. PostgreSQL carries them out in
 * the order in which they were called for, so a lock precedes what is called for after it. Kysely alone sends one
 * statement at a time. A statement that is called for after `work` has ended throws and is not sent.
 */
export const inTransaction = <Result>(
  db: Db,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> =>
  db
    .transaction()
    .execute((trx) =>
      atOnce(trx.getExecutor(), (executor) => work(new Transaction({ ...NO_OTHERS, executor }))),
    );

/** The same for reads without a transaction: they share a connection instead of waiting for one each. */
export const overOneConnection = <Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
): Promise<Result> =>
  db.isTransaction
    ? work(db)
    : db
        .connection()
        .execute((one) =>
          atOnce(one.getExecutor(), (executor) => work(new Kysely({ ...NO_OTHERS, executor }))),
        );

function atOnce<Result>(
  executor: QueryExecutor,
  work: (executor: QueryExecutor) => Promise<Result>,
): Promise<Result> {
  return executor.provideConnection(async (connection) => {
    let isOver = false;
    const provider: ConnectionProvider = {
      async provideConnection(consumer) {
        // Behind a rollback it would be carried out alone, and for good.
        if (isOver) throw new Error("A statement was called for after its work had ended");
        return consumer(connection);
      },
    };
    try {
      return await work(executor.withConnectionProvider(provider));
    } finally {
      isOver = true;
    }
  });
}

const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** No further connection can be opened from here. */
const NO_OTHERS = { config: { dialect: DIALECT }, dialect: DIALECT, driver: new DummyDriver() };
