import type { CompiledQuery, DatabaseConnection, Driver } from "kysely";
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { Database, Db } from "../../src/platform/database/schema.ts";

/**
 * The same database, but that each query waits for `step` first, one query after the other. Transactions are not for it:
 * they begin on the database itself.
 */
export function steppingDatabase(db: Db, step: (query: CompiledQuery) => void | Promise<void>): Db {
  let before = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = before.then(work);
    before = done.then(
      () => {},
      () => {},
    );
    return done;
  };
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) =>
      inTurn(async () => {
        await step(query);
        return db.getExecutor().executeQuery<Row>(query as CompiledQuery<Row>);
      }),
    streamQuery: () => notHere(),
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: () => notHere(),
    commitTransaction: () => notHere(),
    rollbackTransaction: () => notHere(),
    destroy: async () => {},
  };
  return new Kysely<Database>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
    },
  });
}

function notHere(): never {
  throw new TypeError("Begin transactions with `transaction`");
}
