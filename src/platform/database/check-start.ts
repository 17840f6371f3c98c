import { readFileSync } from "node:fs";
import { IS_READ_ONLY } from "./condition.ts";
import { DatabaseError } from "./database-error.ts";
import { type Db, type Pool, statement } from "./db.ts";
import { readIdentity } from "./identity.ts";

/** Brings the tables up to date, as their owner. It throws rather than wait for a reader. */
export async function applySchema(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let isDone = false;
  try {
    const text = readFileSync(new URL("schema.sql", import.meta.url), "utf8");
    await client.query({ text });
    isDone = true;
  } finally {
    // What failed may have left a transaction open.
    client.release(!isDone);
  }
}

const GROUND = statement<{ isReadOnly: boolean; hasTables: boolean }>(`
  select ${IS_READ_ONLY} as "isReadOnly",
    to_regclass('signalbox.posts') is not null as "hasTables"`);

const KEYS = statement<{ named: string }>(`
  select distinct split_part(named, '.', 1) as named from (
    select mac as named from signalbox.requests
    union all select mac from signalbox.settings
    union all select token from signalbox.connections where token is not null
    union all select bot_token from signalbox.workspaces where bot_token is not null
    union all select mac from signalbox.audit
  ) rows`);

/** The names of the keys under which something stands. Reads every row. */
export async function readKeyNames(db: Db): Promise<string[]> {
  return (await db.query(KEYS)).map(({ named }) => named);
}

/** Those that ENCRYPTION_KEYS lacks. */
export const readMissingKeys = async (db: Db): Promise<string[]> =>
  (await readKeyNames(db)).filter((name) => !db.keys.has(name));

/** Throws a `DatabaseError` where the database has no tables, or cannot be written to just now. */
export async function checkWritable(db: Db): Promise<void> {
  const [ground] = await db.query(GROUND);
  if (ground?.isReadOnly) {
    throw new DatabaseError("not-fit", "DATABASE_URL names a server that cannot be written to");
  }
  if (!ground?.hasTables) {
    throw new DatabaseError("not-fit", "The tables are missing: run npm run operate -- schema");
  }
}

/** Throws a `DatabaseError` that names the remedy where what our SQL rests on is not so. */
export async function checkStart(db: Db): Promise<void> {
  await checkWritable(db);
  const missing = await readMissingKeys(db);
  if (missing.length > 0) {
    const message = `ENCRYPTION_KEYS lacks keys still in use: ${missing.join(", ")}. Add them.`;
    throw new DatabaseError("missing-key", message);
  }
  // Inside a claim an error here would undo it.
  await readIdentity(db);
}
