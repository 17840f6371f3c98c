import { type Database, type Db, statement, type Tx } from "../../platform/database/db.ts";
import { IDENTITY } from "../../platform/database/identity.ts";
import type { Mark } from "./chain.ts";

/** A Slack workspace in which the app is installed, or was. */
export interface WorkspaceRow {
  id: string;
  /** Of the server that the database was last seen on, as `readIdentity` gives it. */
  identity: string | null;
}

const ADD = statement(`
  insert into signalbox.workspaces (id, identity) values ($1, ${IDENTITY})
  on conflict (id) do update set left_at = null`);

/** Every other row of a workspace needs this one: its lock is the workspace's lock. */
export async function addWorkspace(q: Db, id: string): Promise<void> {
  await q.query(ADD, [id]);
}

/** What Slack gave out when the app was installed: the bot's token, and whose it is. */
export interface Installation {
  token: string;
  workspace: string;
  /** The app's id, if Slack said it. */
  app: string | null;
  /** The bot's user id. */
  bot: string;
  /** The workspace's name, and its address at Slack (ends in a slash). */
  team: string;
  url: string;
}

/** What the seal of an installation is bound to. */
export const installationBounds = (workspace: string) => ["bot-token", workspace];

const INSTALLED = statement<{ sealed: string | null }>(
  "select bot_token as sealed from signalbox.workspaces where id = $1",
);

/** Null where the app is not installed, or was removed. Throws if somebody changed the row. */
export async function readInstallation(q: Db, workspace: string): Promise<Installation | null> {
  const sealed = (await q.query(INSTALLED, [workspace]))[0]?.sealed ?? null;
  if (sealed === null) return null;
  // A boundary: under its seal it is the JSON that we wrote.
  return JSON.parse(q.keys.seal.open(sealed, installationBounds(workspace))) as Installation;
}

/** What waited while the app was away is due. */
const INSTALL = statement(`
  with woken as (
    update signalbox.requests set sync_at = signalbox.clock(),
      next_at = case when is_open then least(next_at, signalbox.clock()) else next_at end
    where workspace = $1 and (is_open or sync_at is not null)
  )
  update signalbox.workspaces set bot_token = $2, left_at = null where id = $1`);

export async function saveInstallation(tx: Tx, installation: Installation): Promise<void> {
  const { workspace } = installation;
  const sealed = tx.keys.seal.seal(JSON.stringify(installation), installationBounds(workspace));
  await tx.query(INSTALL, [workspace, sealed]);
}

const LEAVE = statement(`
  with emptied as (update signalbox.connections set token = null where workspace = $1)
  update signalbox.workspaces set bot_token = null, left_at = signalbox.clock() where id = $1`);

/** Forgets every token of a workspace. All else stays, and nothing of it is due. */
export async function forgetTokens(tx: Tx, workspace: string): Promise<void> {
  await tx.query(LEAVE, [workspace]);
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
