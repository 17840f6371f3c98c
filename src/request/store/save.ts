import { brokenConstraint } from "../../platform/database/database-error.ts";
import { statement, type Tx } from "../../platform/database/db.ts";
import type { Macs } from "../../platform/database/keys.ts";
import type { Entry, Forces } from "../rules/entry.ts";
import type { Request, Status } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { chainEntries, type Head } from "./entry-hash.ts";
import type { Ground } from "./ground.ts";
import { columnsOf } from "./request-columns.ts";
import { fromSettings, requestParts } from "./stored-rows.ts";

/** All that one step changes. */
export interface Save {
  requests?: readonly SavedRequest[];
  /** In their order. A version other than null is that of a request saved here. */
  entries: readonly Entry[];
  /** After the step. */
  forces: Forces;
  /** The key of the click; the first entry carries it. */
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
  /** The audit's last entry is now this one. */
  | Head
  /** Somebody saved first: read again and decide again. */
  | "stale"
  /** This click was saved before. */
  | "delivered"
  /** The Rail belongs to another request. */
  | "rail-taken";

const REQUEST = `id, number, version, body, digest, mac, connection, kind, status, is_open,
  requested_by, destination, destination_id, route, trusts, next_at, sync_at`;
const ENTRY = `workspace, seq, at, by, action, request, version, attempt, delivery, facts, settings,
  frozen, prev, hash, mac`;
const SETTINGS = "workspace, version, connection, body, mac";

/**
 * Each row is changed by one part only: PostgreSQL would drop the second change without a word.
 * Outside a transaction it takes the lock itself. It does not see what was saved while it waited,
 * but then the number of its first entry is taken.
 */
const SAVE = statement<{ saved: number }>(`
  with locked as materialized (
    select id from signalbox.workspaces where id = $1 for no key update
  ), new as materialized (
    select n.*, w.was from locked, json_populate_recordset(null::signalbox.requests, $2::json) n
    join json_to_recordset($2::json) as w (id text, was integer) on w.id = n.id
    where $6 = 0 or exists (
      select from signalbox.audit where workspace = $1 and seq = $6 and hash = $7)
  ), changed as (
    update signalbox.requests r set (${REQUEST}, rail_id, failures) =
      (select ${REQUEST}, coalesce(n.rail_id, r.rail_id), 0 from new n where n.id = r.id)
    where r.workspace = $1 and (r.id, r.version) in (select id, was from new) returning r.id
  ), added as (
    insert into signalbox.requests (workspace, ${REQUEST}, rail_id)
    select $1, ${REQUEST}, rail_id from new where was is null
    on conflict (workspace, id) do nothing returning id
  ), woken as (
    update signalbox.requests set
      next_at = case when status = any ($5::text[])
        then least(next_at, signalbox.clock()) else next_at end,
      -- Who is asked, and where, is on the card of everything that is open.
      sync_at = case when json_array_length($4::json) > 0
        then least(sync_at, signalbox.clock()) else sync_at end
    where (cardinality($5::text[]) > 0 or json_array_length($4::json) > 0)
      and workspace = $1 and is_open and id not in (select id from new)
  ), named as (
    -- What is said of a Rail is drawn where else it is shown.
    update signalbox.requests set sync_at = signalbox.clock()
    where workspace = $1 and id not in (select id from new) and id in (
      select r.id from new n join signalbox.requests r on r.rail_id = n.trusts
        and r.workspace = $1 and r.connection = n.connection
      union all
      select r.id from new n join signalbox.requests r on r.trusts = n.trusts
        and r.workspace = $1 and r.connection = n.connection
      union all
      -- The register gains or loses where it delivers.
      select r.id from new n join signalbox.requests r on r.destination = n.destination
        and r.workspace = $1 and r.connection = n.connection and r.status = 'done'
        and r.kind in ('create-rail', 'trust-rail') and n.kind = 'add-destination'
      union all
      -- Another Rail service is used from now on.
      select r.id from json_populate_recordset(null::signalbox.settings, $4::json) s
      join signalbox.settings p on p.workspace = $1 and p.version = s.version - 1
        and p.connection <> s.connection
      join signalbox.requests r on r.workspace = $1 and r.status = 'done'
        and r.kind in ('create-rail', 'trust-rail'))
  ), saved as (
    select count(*)::integer as rows from (
      select id from changed union all select id from added) each
  ), set_version as (
    insert into signalbox.settings (${SETTINGS})
    select ${SETTINGS} from json_populate_recordset(null::signalbox.settings, $4::json), saved
    where rows = json_array_length($2::json)
  ), begun as (
    update signalbox.connections set walk_at = signalbox.clock() from saved
    where rows = json_array_length($2::json) and workspace = $1 and walk_at is null and id in (
      select connection from json_populate_recordset(null::signalbox.settings, $4::json))
  ), dropped as (
    -- Tokens that were entered, and that nobody decided to use.
    delete from signalbox.connections using saved
    where rows = json_array_length($2::json) and workspace = $1
      and exists (select from new where kind = 'change-settings' and not is_open)
      and id not in (
        select connection from json_populate_recordset(null::signalbox.settings, $4::json)
        union all select connection from signalbox.settings where workspace = $1
        union all select connection from signalbox.requests
          where workspace = $1 and is_open and id not in (select id from new))
  ), logged as (
    insert into signalbox.audit (${ENTRY})
    select ${ENTRY} from json_populate_recordset(null::signalbox.audit, $3::json), saved
    where rows = json_array_length($2::json)
  )
  select rows as saved from saved`);

/**
 * Saves requests, audit entries, settings and due times by one statement, under the versions and
 * the head of the audit that were read. Anything but a new head undoes the transaction; of one
 * request it changes nothing outside a transaction, either.
 */
export async function save(tx: Tx, ground: Ground, saving: Save): Promise<SaveResult> {
  const { requests = [], entries, forces, delivery = null, settings = null, wakes = [] } = saving;
  const { workspace } = ground;
  const { macs } = tx.keys;
  checkVersions(requests, entries);
  const chained = chainEntries(entries, forces, delivery, ground, macs);
  const lists = [
    requests.map((each) => toRow(each, macs)),
    chained,
    settings ? [fromSettings(workspace, settings, macs)] : [],
  ];
  try {
    const { seq, hash } = ground.head;
    const values = [workspace, ...lists.map((each) => JSON.stringify(each)), wakes, seq, hash];
    const [answer] = await tx.query(SAVE, values);
    if (answer?.saved === requests.length) return chained.at(-1) ?? ground.head;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === null) throw error;
    tx.undo();
    if (constraint === "audit_delivery") return "delivered";
    return constraint === "requests_rail" ? "rail-taken" : "stale";
  }
  tx.undo();
  return "stale";
}

/** A row is intact under the version that its last entry names: the two are saved together. */
function checkVersions(requests: readonly SavedRequest[], entries: readonly Entry[]): void {
  const named = new Map<string | null, number>();
  for (const { request, version } of entries) if (version !== null) named.set(request, version);
  const isEach = requests.every(
    ({ next, was }) => named.get(next.id) === next.version && next.version > (was ?? 0),
  );
  if (!isEach || named.size !== requests.length) {
    throw new TypeError("The entries do not name the versions that are saved");
  }
}

function toRow({ next, was, nextAt: next_at, syncAt: sync_at }: SavedRequest, macs: Macs) {
  const { id, version, digest } = next;
  const body = JSON.stringify(next);
  const mac = macs.sign(requestParts({ ...next, body }));
  return { id, was, version, body, digest, mac, ...columnsOf(next), next_at, sync_at };
}
