import { type Db, statement } from "../../platform/database/db.ts";
import type { ConnectionRef } from "../rules/content.ts";

/** A workspace's account at a Rail service. */
export interface Account extends ConnectionRef {
  workspace: string;
  /** Tells the token from any other; null if there is none. */
  mark: string | null;
}

interface ConnectionRow extends Account {
  /** The number of its last complete walk, 0 before the first, and when that began and ended. */
  walk: number;
  began: string | null;
  ended: string | null;
  /** Why the last walk was not complete; null where it was. */
  fault: string | null;
  /** When this was read. */
  now: string;
  /** Another one after each start of the server. */
  server: string;
}

const SAVE = statement(`
  with woken as (
    update signalbox.requests set next_at = signalbox.clock()
    where workspace = $1 and connection = $2 and status = 'ready'
  )
  insert into signalbox.connections (workspace, id, base_url, environment, token, walk_at)
  values ($1, $2, $3, $4, $5, case when $6 then signalbox.clock() end)
  on conflict (workspace, id) do update set base_url = excluded.base_url,
    environment = excluded.environment, token = excluded.token,
    walk_at = coalesce(excluded.walk_at, connections.walk_at)`);

/**
 * Keeps a connection with its token. What waited for one is due. Of one that is only offered
 * nothing is read until people decide to use it.
 */
export async function saveConnection(
  q: Db,
  { workspace, id, baseUrl, environment }: ConnectionRef & { workspace: string },
  token: string,
  { isOffered = false } = {},
): Promise<void> {
  const sealed = q.keys.seal.seal(token, boundTo({ workspace, id, baseUrl }));
  await q.query(SAVE, [workspace, id, baseUrl, environment, sealed, !isOffered]);
}

const AT = statement<Account>(`
  select workspace, id, base_url as "baseUrl", environment, token as mark
  from signalbox.connections where workspace = $1 and base_url = $2 and environment = $3
    and exists (select from signalbox.settings s where s.workspace = $1 and s.connection = id)`);

/** A workspace's connections at an address, as far as they are or were in use. */
export function readConnectionsAt(
  q: Db,
  workspace: string,
  { baseUrl, environment }: Pick<ConnectionRef, "baseUrl" | "environment">,
): Promise<Account[]> {
  return q.query(AT, [workspace, baseUrl, environment]);
}

const READ = statement<ConnectionRow>(`
  select workspace, id, base_url as "baseUrl", environment, token as mark, walk, fault,
    signalbox.iso(walk_began) as began, signalbox.iso(walk_ended) as ended,
    signalbox.iso(signalbox.clock()) as now, pg_postmaster_start_time()::text as server
  from signalbox.connections where workspace = $1 and id = $2`);

export async function readConnection(q: Db, workspace: string, id: string) {
  return (await q.query(READ, [workspace, id]))[0] ?? null;
}

/**
 * The token of a connection that was read; null if it has none. It is bound to workspace, id and
 * address: throws a `DatabaseError` if the row was changed.
 */
export function readToken(q: Pick<Db, "keys">, connection: Account): string | null {
  const { mark } = connection;
  return mark === null ? null : q.keys.seal.open(mark, boundTo(connection));
}

/** What the seal of its token is bound to. */
export const boundTo = ({
  workspace,
  id,
  baseUrl,
}: Pick<Account, "workspace" | "id" | "baseUrl">) => ["rail-token", workspace, id, baseUrl];

const NOTE_FAULT = statement(`
  update signalbox.connections set fault = $3 where workspace = $1 and id = $2`);

/** Why a walk was not complete. The next complete one forgets it. */
export async function noteWalkFault(
  q: Db,
  { workspace, connection }: { workspace: string; connection: string },
  fault: string,
): Promise<void> {
  await q.query(NOTE_FAULT, [workspace, connection, fault]);
}
