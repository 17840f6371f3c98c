import { type Database, type Db, statement } from "../../platform/database/db.ts";
import { IDENTITY } from "../../platform/database/identity.ts";
import type { Mark } from "./chain.ts";

/** A Slack workspace in which the app is installed, or was. */
export interface WorkspaceRow {
  id: string;
  /** Of the server that the database was last seen on, as `readIdentity` gives it. */
  identity: string | null;
}

const ADD = statement(
  "insert into signalbox.workspaces (id) values ($1) on conflict (id) do nothing",
);

/** Every other row of a workspace needs this one: its lock is the workspace's lock. */
export async function addWorkspace(q: Db, id: string): Promise<void> {
  await q.query(ADD, [id]);
}

const READ = statement<WorkspaceRow>("select id, identity from signalbox.workspaces order by id");

export function readWorkspaces(q: Db): Promise<WorkspaceRow[]> {
  return q.query(READ);
}

const KNOWN = statement<{ known: boolean }>(`
  select identity = ${IDENTITY} and not exists (
    select from json_to_recordset($2::json) as m (seq integer, hash text)
    where not exists (select from signalbox.audit a
      where a.workspace = $1 and a.seq = m.seq and a.hash = m.hash)) as known
  from signalbox.workspaces where id = $1`);

/**
 * Whether the database is the one that this process knew: the same server, with all audit entries
 * that it has seen committed.
 */
export async function isKnownDatabase(q: Db, id: string, marks: readonly Mark[]): Promise<boolean> {
  return (await q.query(KNOWN, [id, JSON.stringify(marks)]))[0]?.known === true;
}

const SAVE_IDENTITY = statement("update signalbox.workspaces set identity = $2 where id = $1");

export async function saveIdentity(q: Db, id: string, identity: string): Promise<void> {
  await q.query(SAVE_IDENTITY, [id, identity]);
}

/** The order in which they can go. */
const TABLES = ["posts", "rails", "requests", "audit", "settings", "connections"] as const;

type Counts = Readonly<Record<(typeof TABLES)[number], number>>;

const gone = (table: string, id: string) =>
  `${table} as (delete from signalbox.${table} where ${id} = $1 returning 1)`;

const DELETE = statement<Counts>(`
  with ${TABLES.map((table) => gone(table, "workspace")).join(", ")}, ${gone("workspaces", "id")}
  select ${TABLES.map((table) => `(select count(*)::integer from ${table}) as ${table}`)}`);

/**
 * Deletes all rows of a workspace, or only counts them. Only the owner of the tables may. Null
 * where there is no such workspace.
 */
export async function deleteWorkspace(
  db: Database,
  id: string,
  { isMeant }: { isMeant: boolean },
): Promise<Counts | null> {
  if (!(await readWorkspaces(db)).some((each) => each.id === id)) return null;
  return db.transaction(id, async (tx) => {
    const [counts] = await tx.query(DELETE, [id]);
    if (!isMeant) tx.undo();
    return counts ?? null;
  });
}
