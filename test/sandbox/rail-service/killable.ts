import type { DatabaseSync, StatementSync } from "node:sqlite";

/** The process ended here, as far as what runs on the database can tell. */
export class Killed extends Error {}

/** Before or after the how-manieth write from now on, counted from nought. */
export interface Fuse {
  writes: number;
  when: "before" | "after";
}

/** A database whose user can be killed at any write: everything in it that was not committed is gone then. */
export function killable(database: DatabaseSync) {
  let fuse: Fuse | undefined;

  function write<T>(work: () => T): T {
    const isNow = fuse?.writes === 0;
    if (fuse) fuse = { ...fuse, writes: fuse.writes - 1 };
    if (!isNow) return work();
    if (fuse?.when === "after") work();
    throw new Killed();
  }

  const bound = <T extends object>(target: T, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === "function" ? value.bind(target) : value;
  };
  const statement = (prepared: StatementSync) =>
    new Proxy(prepared, {
      get: (target, name) =>
        name === "run"
          ? (...values: Parameters<StatementSync["run"]>) => write(() => target.run(...values))
          : bound(target, name),
    });
  const guarded = new Proxy(database, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => statement(target.prepare(sql));
      if (name !== "exec") return bound(target, name);
      // A killed process does not roll back: the next one to open the database does.
      return (sql: string) => (sql === "ROLLBACK" ? undefined : write(() => target.exec(sql)));
    },
  });

  return {
    database: guarded,
    /** What the next start finds. */
    reopen(): void {
      fuse = undefined;
      if (database.isTransaction) database.exec("ROLLBACK");
    },
    light(lit: Fuse | undefined): void {
      fuse = lit;
    },
  };
}
