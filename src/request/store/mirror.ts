import { type Db, statement } from "../../platform/database/db.ts";
import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Content } from "../rules/content.ts";
import { railColumns, type ShownDestination } from "./rail-columns.ts";

/** The mirror keeps what a connection's service shows. What requests say, they decide. */
export interface Service {
  workspace: string;
  connection: string;
}

/** The Rail service that a request is for. */
export const serviceOf = ({ workspace, connection }: Content): Service => ({
  workspace,
  connection: connection.id,
});

/** A Rail as the service showed it just now. */
export interface WrittenRail {
  /** Never changes: the id under which it was first seen, or a digest where it had none. */
  key: string;
  rail: Rail;
  isNew: boolean;
  /** What was shown before, where that was something else. */
  before: Rail | null;
  /** The request that it belongs to. */
  owner: string | null;
  /** ISO 8601. */
  firstSeen: string;
}

type WrittenRow = Omit<WrittenRail, "rail" | "before"> & { nth: number; before: string | null };

const SHOWN = "rail_id, shown, digest, tag_request, route, destination, destination_id, entry";

/** One row of a table, by its index however many there are. */
const one = (columns: string, table: string, where: string) => `left join lateral (
  select ${columns} from signalbox.${table} where workspace = $1 and connection = $2 and ${where}
  limit 1)`;

/** The request that a Rail belongs to. */
const joinOwner = (id: string) => `${one("id", "requests", `rail_id = ${id}`)} owner on true`;

/** The newest request that trusts a Rail as it was shown then. */
const joinTrusted = (id: string) =>
  `${one("id", "requests", `trusts = ${id} order by number desc`)} trusted on true`;

const ONE_HAS_NO_ID = "by_id.key is null and (rail_id is null or s.rail_id is null)";
const SAME_TAG = `${ONE_HAS_NO_ID} and tag_request = s.tag_request and (entry is null
  or s.entry is null or starts_with(entry, s.entry) or starts_with(s.entry, entry))`;
const SAME_ENTRY = `${ONE_HAS_NO_ID} and by_tag.key is null and entry = s.entry
  and (tag_request is null or s.tag_request is null)`;

/**
 * A known id says enough. Without one it is the same Rail if it bears the same tag, and people do
 * not pay into another place; without a tag, if they pay into the same place. Of two ids one at
 * most is that of a row without. Locked in the order of keys, or two writers wait for each other.
 */
const WRITE = statement<WrittenRow>(`
  with seen as materialized (
    select coalesce(by_id.key, by_tag.key, by_entry.key, s.key) as known, s.*
    from json_populate_recordset(null::signalbox.rails, $3::json) with ordinality s
    ${one("key", "rails", "rail_id = s.rail_id")} by_id on true
    ${one("key", "rails", SAME_TAG)} by_tag on true
    ${one("key", "rails", SAME_ENTRY)} by_entry on true
  ), once as materialized (
    select distinct on (row_key) * from (select *, case
      when rail_id > min(rail_id) over (partition by known) then key else known end as row_key
      from seen) told_apart order by row_key, rail_id nulls last
  ), written as (
    insert into signalbox.rails (workspace, connection, key, walk, ${SHOWN})
    select $1, $2, row_key, coalesce($4::integer, (select walk from signalbox.connections
      where workspace = $1 and id = $2), 0), ${SHOWN}
    from once order by row_key
    on conflict (workspace, connection, key) do update set
      rail_id = coalesce(excluded.rail_id, rails.rail_id), shown = excluded.shown,
      digest = excluded.digest, tag_request = excluded.tag_request, route = excluded.route,
      destination = excluded.destination, destination_id = excluded.destination_id,
      entry = excluded.entry, walk = greatest(rails.walk, excluded.walk), missed_since = null
    returning key, rail_id, first_seen
  ), told as (
    -- Whether people may pay in may have changed: what Slack shows of it is due.
    update signalbox.requests r set sync_at = signalbox.clock(),
      next_at = case when n.rail_id in (r.rail_id, r.trusts) then signalbox.clock()
        else r.next_at end
    from once n ${one("digest, missed_since", "rails", "key = n.row_key")} o on true
    ${joinOwner("n.rail_id")} ${joinTrusted("n.rail_id")}
    where r.workspace = $1 and r.id in (owner.id, trusted.id, n.tag_request) and r.status = 'done'
      and (o.digest is distinct from n.digest or o.missed_since is not null)
  ), misled as (
    -- A destination may be shown with another value, or no longer.
    update signalbox.requests d set sync_at = signalbox.clock()
    from once n ${one("digest, destination, destination_id", "rails", "key = n.row_key")} o on true
    where d.workspace = $1 and d.connection = $2 and d.kind = 'add-destination'
      and d.status = 'done' and d.destination_id in (n.destination_id, o.destination_id)
      and (d.destination <> n.destination or d.destination <> o.destination)
      and o.digest is distinct from n.digest
  ), doubted as (
    -- What people are asked to trust may be shown otherwise.
    update signalbox.requests set next_at = signalbox.clock()
    where workspace = $1 and connection = $2 and kind = 'trust-rail' and is_open
      and exists (select from once n ${one("digest", "rails", "key = n.row_key")} o on true
        where o.digest <> n.digest)
  )
  select n.ordinality::integer as nth, w.key, o.key is null as "isNew", owner.id as owner,
    case when o.digest <> n.digest then o.shown end as before,
    signalbox.iso(w.first_seen) as "firstSeen"
  from once n join written w on w.key = n.row_key
  ${one("key, digest, shown", "rails", "key = w.key")} o on true
  ${joinOwner("w.rail_id")}
  order by nth`);

/**
 * Writes what the service shows, by one statement: a page of a walk (its number), a creating answer
 * or a reading (null). A Rail that stands there twice is written once.
 */
export async function writeRails(
  q: Db,
  { workspace, connection }: Service,
  rails: readonly Rail[],
  walk: number | null,
): Promise<WrittenRail[]> {
  if (rails.length === 0) return [];
  const values = [workspace, connection, JSON.stringify(rails.map(railColumns)), walk];
  const written = await q.query(WRITE, values);
  return written.flatMap(({ nth, before, ...row }) => {
    const rail = rails[nth - 1];
    return rail ? { ...row, rail, before: before === null ? null : toRail(before) } : [];
  });
}

const FINISH = statement<{ id: string }>(`
  with finished as (
    update signalbox.connections set walk = $3, walk_began = $4::timestamptz,
      walk_ended = signalbox.clock(), fault = null
    where workspace = $1 and id = $2 and walk < $3
      and pg_postmaster_start_time()::text = $5 returning id
  ), missed as (
    update signalbox.rails set missed_since = signalbox.clock()
    where workspace = $1 and connection in (select id from finished) and walk < $3
      and missed_since is null
    returning rail_id
  ), told as (
    -- After an hour it is held.
    update signalbox.requests set sync_at = signalbox.clock() + interval '1 hour'
    where workspace = $1 and status = 'done' and sync_at is null and id in (
      select r.id from missed m join signalbox.requests r
        on r.rail_id = m.rail_id and r.workspace = $1 and r.connection = $2
      union all
      select r.id from missed m join signalbox.requests r
        on r.trusts = m.rail_id and r.workspace = $1 and r.connection = $2)
  ), woken as (
    -- The card of one that people are asked about says whether the list was read.
    update signalbox.requests set next_at = signalbox.clock(),
      sync_at = case when status = 'stuck' then signalbox.clock() else sync_at end
    where workspace = $1 and connection in (select id from finished) and is_open
      and kind = 'create-rail' and status in ('unknown', 'created', 'stuck')
      and (next_at is null or next_at > signalbox.clock())
  )
  select id from finished`);

/**
 * After a complete walk: requests that wait for one are due, but not `ready` ones, as each claim
 * walks for itself: woken by its own walk it would never rest. False where a later walk ended
 * first, or where the server was started anew meanwhile: what it wrote before may be lost.
 */
export async function finishWalk(
  q: Db,
  { workspace, connection }: Service,
  walk: number,
  { now, server }: { now: string; server: string },
): Promise<boolean> {
  return (await q.query(FINISH, [workspace, connection, walk, now, server])).length === 1;
}

/** A Rail as the mirror knows it. */
export interface RailRow {
  key: string;
  rail: Rail;
  owner: string | null;
  firstSeen: string;
  /** When a complete walk first missed it; null while walks show it. */
  missedSince: string | null;
  /** Another Rail bears the same tag. */
  hasTwin: boolean;
  /** The number of the request that its tag names, whether that made it or not. */
  taggedAs: number | null;
  /** The newest done request that trusts it, or else its owner: that one says what was approved. */
  namedBy: string | null;
}

type SelectedRow = Omit<RailRow, "rail"> & { shown: string };

export const selectRails = (where: string) =>
  statement<SelectedRow>(`
    select m.key, m.shown, owner.id as owner, signalbox.iso(m.first_seen) as "firstSeen",
      signalbox.iso(m.missed_since) as "missedSince",
      exists (select from signalbox.rails t where t.workspace = $1 and t.connection = $2
        and t.tag_request = m.tag_request and t.key <> m.key) as "hasTwin",
      (select number from signalbox.requests where workspace = $1 and id = m.tag_request)
        as "taggedAs",
      coalesce(trusted.id, owner.id) as "namedBy"
    from signalbox.rails m ${joinOwner("m.rail_id")} ${joinTrusted("m.rail_id")}
    where m.workspace = $1 and m.connection = $2 and ${where}`);

const ONE = selectRails(`m.key = coalesce((select key from signalbox.rails
  where workspace = $1 and connection = $2 and rail_id = $3), $3)`);
const ALL = selectRails("true order by m.first_seen desc, m.key");
const DELIVERING_TO = selectRails("m.destination_id = $3");

/** By its id, or by its key in the mirror. */
export async function readRail(q: Db, service: Service, id: string): Promise<RailRow | null> {
  return (await readRows(q, ONE, service, [id]))[0] ?? null;
}

/** All that were ever shown, newest first. */
export function readRails(q: Db, service: Service): Promise<RailRow[]> {
  return readRows(q, ALL, service);
}

/** Those that deliver to a destination, by its id at the service. */
export function readRailsTo(q: Db, service: Service, destinationId: string): Promise<RailRow[]> {
  return readRows(q, DELIVERING_TO, service, [destinationId]);
}

const SHOWN_AS = statement<ShownDestination>(`
  select distinct destination_id as id, destination as key from signalbox.rails
  where workspace = $1 and connection = $2 and destination_id = $3`);

/** What Rails show a destination as, by its id at the service. */
export function readShownAs(
  q: Db,
  { workspace, connection }: Service,
  destinationId: string,
): Promise<ShownDestination[]> {
  return q.query(SHOWN_AS, [workspace, connection, destinationId]);
}

export async function readRows(
  q: Db,
  select: typeof ONE,
  { workspace, connection }: Service,
  values: readonly string[] = [],
): Promise<RailRow[]> {
  const rows = await q.query(select, [workspace, connection, ...values]);
  return rows.map(({ shown, ...row }) => ({ ...row, rail: toRail(shown) }));
}

// A boundary: the mirror wrote it.
const toRail = (shown: string): Rail => JSON.parse(shown) as Rail;
