import { brokenConstraint } from "../../platform/database/database-error.ts";
import { statement, type Tx } from "../../platform/database/db.ts";
import type { Entry, Forces } from "../rules/entry.ts";
import { isOpen, type Request, type Status } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { chainEntries } from "./chain-entries.ts";
import type { Ground } from "./ground.ts";
import { columnsOf } from "./request-columns.ts";
import { fromSettings } from "./settings-row.ts";
import { signRequest } from "./stored-request.ts";

/** All that one step changes. */
export interface Save {
  requests?: readonly SavedRequest[];
  /** In their order; the first carries the delivery. A version other than null must be that of a request saved here. */
  entries: readonly Entry[];
  /** After the step. */
  forces: Forces;
  delivery?: string | null;
  /** A new version of the settings, which `forces` names. */
  settings?: InForce | null;
  /** Open requests in these states become due, those saved here excepted. */
  wakes?: readonly Status[];
}

export interface SavedRequest {
  next: Request;
  /** The version in its row when it was read; null makes a new row. */
  was: number | null;
  /** ISO 8601; null: never. */
  nextAt: string | null;
  syncAt: string | null;
}

export type SaveResult =
  | "saved"
  /** Somebody saved first: read again and decide again. */
  | "stale"
  /** This click was saved before. */
  | "delivered"
  /** The Rail belongs to another request. */
  | "rail-taken";

const SAVE = statement<{ saved: number }>(`
  with new as materialized (
    select * from json_to_recordset($2::json) as n (id text, was integer, number integer,
      version integer, body text, digest text, mac text, connection text, kind text, status text,
      is_open boolean, requested_by text, destination text, destination_id text, route text,
      rail_id text, next_at timestamptz, sync_at timestamptz)
  ), changed as (
    update signalbox.requests r set version = n.version, body = n.body, digest = n.digest,
      mac = n.mac, status = n.status, is_open = n.is_open, destination_id = n.destination_id,
      rail_id = coalesce(n.rail_id, r.rail_id), next_at = n.next_at, sync_at = n.sync_at,
      failures = 0
    from new n where r.workspace = $1 and r.id = n.id and r.version = n.was returning r.id
  ), added as (
    insert into signalbox.requests (workspace, id, number, version, body, digest, mac, connection,
      kind, status, is_open, requested_by, destination, destination_id, route, rail_id, next_at,
      sync_at)
    select $1, id, number, version, body, digest, mac, connection, kind, status, is_open,
      requested_by, destination, destination_id, route, rail_id, next_at, sync_at
    from new where was is null on conflict (workspace, id) do nothing returning id
  ), woken as (
    update signalbox.requests r set next_at = signalbox.clock()
    where r.workspace = $1 and r.is_open and r.status = any ($5::text[])
      and (r.next_at is null or r.next_at > signalbox.clock())
      and r.id not in (select id from new)
  ), set_version as (
    insert into signalbox.settings (workspace, version, connection, body, mac)
    select $1, version, connection, body, mac from json_to_recordset($4::json)
      as s (version integer, connection text, body text, mac text)
  ), logged as (
    insert into signalbox.audit (workspace, seq, at, by, action, request, version, attempt,
      delivery, facts, settings, frozen, prev, hash, mac)
    select $1, e.* from json_to_recordset($3::json) as e (seq integer, at timestamptz, by text,
      action text, request text, version integer, attempt text, delivery text, facts text,
      settings integer, frozen text, prev text, hash text, mac text)
  )
  select ((select count(*) from changed) + (select count(*) from added))::integer as saved`);

/**
 * Saves requests, audit entries, settings and due times by one statement, under the versions that were read. Anything but
 * `saved` undoes the transaction.
 */
export async function save(tx: Tx, ground: Ground, saving: Save): Promise<SaveResult> {
  const { requests = [], entries, forces, delivery = null, settings = null, wakes = [] } = saving;
  const { macs } = tx.keys;
  checkVersions(requests, entries);
  const rows = requests.map((each) => toRow(each, tx));
  const chained = chainEntries(ground, { entries, forces, delivery }, macs);
  const versions = settings
    ? [
        {
          ...fromSettings(ground.workspace, settings, macs),
          connection: settings.settings.connectionId,
        },
      ]
    : [];
  const values = [rows, chained, versions].map((each) => JSON.stringify(each));
  try {
    const [answer] = await tx.query(SAVE, [ground.workspace, ...values, wakes]);
    if (answer?.saved === requests.length) return "saved";
  } catch (error) {
    const result = CONSTRAINTS.get(brokenConstraint(error) ?? "");
    if (!result) throw error;
    tx.undo();
    return result;
  }
  tx.undo();
  return "stale";
}

const CONSTRAINTS: ReadonlyMap<string, SaveResult> = new Map([
  ["audit_delivery", "delivered"],
  ["requests_rail", "rail-taken"],
  ["audit_pkey", "stale"],
  ["audit_attempt", "stale"],
  ["settings_pkey", "stale"],
  ["requests_number", "stale"],
]);

/** The last entry with a version says which version is the true one: it may not name another than is saved. */
function checkVersions(requests: readonly SavedRequest[], entries: readonly Entry[]): void {
  for (const { request, version } of entries) {
    const isSaved = requests.some(
      ({ next }) => next.id === request && next.version >= (version ?? 0),
    );
    if (version !== null && !isSaved) throw new TypeError("An entry names a version not saved");
  }
  for (const { next } of requests) {
    const last = entries.findLast(
      ({ request, version }) => request === next.id && version !== null,
    );
    if (last?.version !== next.version) throw new TypeError("A saved version has no entry");
  }
}

function toRow({ next, was, nextAt, syncAt }: SavedRequest, { keys }: Tx) {
  const body = JSON.stringify(next);
  return {
    id: next.id,
    was,
    number: next.number,
    version: next.version,
    body,
    digest: next.digest,
    mac: signRequest(next, body, keys.macs),
    status: next.state.is,
    is_open: isOpen(next),
    requested_by: next.requestedBy,
    ...columnsOf(next),
    next_at: nextAt,
    sync_at: syncAt,
  };
}
