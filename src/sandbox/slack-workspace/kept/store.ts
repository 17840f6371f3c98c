import { openSqlite } from "../../shared/open-sqlite.ts";

/** Named values of one kind in their order of arrival, in memory and on the disk. */
export interface Collection<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  values(): T[];
  delete(key: string): void;
}

export interface Collections {
  collection<T>(kind: string): Collection<T>;
}

export type Store = ReturnType<typeof openStore>;

/** In memory if there is no directory. Throws a StartError as `openSqlite` does. */
export function openStore(dataDir?: string) {
  const where = { dataDir, file: "workspace.sqlite", what: "Slack workspace" };
  const database = openSqlite(where, (opened) =>
    opened.exec(`
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS documents (
        kind TEXT, key TEXT, json TEXT NOT NULL, PRIMARY KEY (kind, key)
      );
    `),
  );
  const select = database.prepare("SELECT key, json FROM documents WHERE kind = ? ORDER BY rowid");
  const upsert = database.prepare(
    `INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json`,
  );
  const remove = database.prepare("DELETE FROM documents WHERE kind = ? AND key = ?");

  return {
    /** Ask for each kind once: what another collection of it writes is not seen. */
    collection<T>(kind: string): Collection<T> {
      // This process wrote the rows, so their shape is trusted.
      const values = new Map<string, T>(
        select.all(kind).map(({ key, json }) => [String(key), JSON.parse(String(json))]),
      );
      return {
        get: (key) => values.get(key),
        values: () => [...values.values()],
        set(key, value) {
          values.set(key, value);
          upsert.run(kind, key, JSON.stringify(value));
        },
        delete(key) {
          values.delete(key);
          remove.run(kind, key);
        },
      };
    },

    close: () => database.close(),
  };
}
