import { type Db, statement } from "../../platform/database/db.ts";

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

const IDENTITY = statement<{ identity: string | null }>(
  "select identity from signalbox.workspaces where id = $1",
);

/** The server that a workspace's database was last seen on; null before the first time. */
export async function readKnownIdentity(q: Db, id: string): Promise<string | null> {
  return (await q.query(IDENTITY, [id]))[0]?.identity ?? null;
}

const SAVE_IDENTITY = statement("update signalbox.workspaces set identity = $2 where id = $1");

export async function saveIdentity(q: Db, id: string, identity: string): Promise<void> {
  await q.query(SAVE_IDENTITY, [id, identity]);
}
