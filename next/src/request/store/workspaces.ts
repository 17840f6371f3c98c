import { type Db, statement } from "../../platform/database/db.ts";

/** A Slack workspace in which the app is installed, or was. */
export interface WorkspaceRow {
  id: string;
  /** Sealed; null with a token from the environment, or after removal. */
  hasBotToken: boolean;
  /** Of the server that the database was last seen on, as `readIdentity` gives it. */
  identity: string | null;
  leftAt: string | null;
}

const ADD = statement(
  "insert into signalbox.workspaces (id) values ($1) on conflict (id) do nothing",
);

/** Every other row of a workspace needs this one: its lock is the workspace's lock. */
export async function addWorkspace(q: Db, id: string): Promise<void> {
  await q.query(ADD, [id]);
}

const READ = statement<WorkspaceRow>(`
  select id, bot_token is not null as "hasBotToken", identity, signalbox.iso(left_at) as "leftAt"
  from signalbox.workspaces order by id`);

export function readWorkspaces(q: Db): Promise<WorkspaceRow[]> {
  return q.query(READ);
}

const SAVE_IDENTITY = statement("update signalbox.workspaces set identity = $2 where id = $1");

export async function saveIdentity(q: Db, id: string, identity: string): Promise<void> {
  await q.query(SAVE_IDENTITY, [id, identity]);
}

const DUE = statement(`
  update signalbox.workspaces set next_at = least(next_at, $2::timestamptz) where id = $1`);

/** Makes the workspace's own work due at this time (ISO 8601), if it is not due earlier. */
export async function requestWork(q: Db, id: string, at: string): Promise<void> {
  await q.query(DUE, [id, at]);
}
