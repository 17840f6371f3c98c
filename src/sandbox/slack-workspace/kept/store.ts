import { openSqlite } from "../../shared/open-sqlite.ts";

/** Named values of one kind in their order of arrival, in memory and on the disk. */
export interface Collection<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  values(): T[];
  delete(key: string): void;
}

/** The same name always gives the same collection. */
export interface Collections {
  collection<T>(kind: string): Collection<T>;
}

/** The prefix keeps the data of each workspace apart. */
export const collectionsOf = (store: Collections, prefix: string): Collections => ({
  collection: (kind) => store.collection(prefix + kind),
});

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

  const caches = new Map<string, Map<string, unknown>>();
  function cacheOf(kind: string): Map<string, unknown> {
    const known = caches.get(kind);
    if (known) return known;
    const cache = new Map<string, unknown>(
      select.all(kind).map((row) => [String(row.key), JSON.parse(String(row.json))]),
    );
    caches.set(kind, cache);
    return cache;
  }

  return {
    collection<T>(kind: string): Collection<T> {
      // This process wrote the rows, so their shape is trusted.
      const cache = cacheOf(kind) as Map<string, T>;
      return {
        get: (key) => cache.get(key),
        values: () => [...cache.values()],
        set(key, value) {
          cache.set(key, value);
          upsert.run(kind, key, JSON.stringify(value));
        },
        delete(key) {
          cache.delete(key);
          remove.run(kind, key);
        },
      };
    },

    close: () => database.close(),
  };
}
