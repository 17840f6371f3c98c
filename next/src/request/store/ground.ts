import { type Db, statement } from "../../platform/database/db.ts";
import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Look, Sighting } from "../rules/around.ts";
import type { ConnectionRef } from "../rules/content.ts";
import type { Forces } from "../rules/entry.ts";
import type { Request } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { readTag } from "../rules/tag.ts";
import { GENESIS, isEntryIntact, type StoredEntry } from "./entry-hash.ts";
import { intactForces } from "./intact-forces.ts";
import { type SettingsRow, toSettings } from "./settings-row.ts";
import {
  type Broken,
  JOIN_LAST_ENTRY,
  REQUEST_COLUMNS,
  type RequestRow,
  toFound,
} from "./stored-request.ts";

/** What decides about one request, read by one statement. Inside a transaction it stays true until that ends. */
export interface Ground {
  workspace: string;
  /** ISO 8601, by the database's clock. */
  now: string;
  /** The audit's last entry: what is saved next follows it. */
  head: { seq: number; hash: string };
  forces: Forces;
  inForce: InForce | null;
  /** The one that the settings name. `mark` tells its token from any other; null if it has none. */
  connection: (ConnectionRef & { hasToken: boolean; mark: string | null }) | null;
  /** The number of the last `restored` entry, 0 if there is none. */
  restoredAt: number;
  /** Null if there is none, or its row is broken. */
  request: Request | null;
  /** The version in the request's row; null if there is none. Saving compares it. */
  was: number | null;
  /** The first broken row that was met: audit before settings before request. */
  broken: Broken | null;
  /** This delivery was saved before. */
  delivered: boolean;
  /** The newest complete walk of the request's connection; null before the first. */
  look: Look | null;
  /** How many open requests the person has. */
  open: number;
  /** The number of the workspace's next request. */
  nextNumber: number;
}

export interface Asking {
  workspace: string;
  request: string | null;
  /** The key of the click. */
  delivery?: string | null;
  /** Whose open requests are counted. */
  person?: string | null;
}

interface Row {
  now: string;
  head: StoredEntry | null;
  settings: SettingsRow | null;
  connection: (ConnectionRef & { mark: string | null }) | null;
  restored: number | null;
  request: RequestRow | null;
  delivered: boolean;
  walk: { began: string; ended: string } | null;
  sightings: { key: string; shown: string; owner: string | null; firstSeen: string }[] | null;
  open: number;
  number: number | null;
}

const GROUND = statement<Row>(`
  select signalbox.iso(signalbox.clock()) as now, h.head,
    case when s.version is not null then json_build_object('workspace', s.workspace,
      'version', s.version, 'body', s.body, 'mac', s.mac) end as settings,
    case when c.id is not null then json_build_object('id', c.id, 'baseUrl', c.base_url,
      'environment', c.environment, 'mark', c.token) end as connection,
    (select max(seq) from signalbox.audit where workspace = $1 and action = 'restored') as restored,
    case when r.id is not null then (select to_json(one) from
      (select ${REQUEST_COLUMNS}, l.last) one) end as request,
    exists (select from signalbox.audit where workspace = $1 and delivery = $3) as delivered,
    case when rc.walk > 0 then json_build_object('began', signalbox.iso(rc.walk_began),
      'ended', signalbox.iso(rc.walk_ended)) end as walk,
    (select json_agg(json_build_object('key', m.key, 'shown', m.shown, 'owner', o.id,
        'firstSeen', signalbox.iso(m.first_seen)))
      from signalbox.rails m
      left join signalbox.requests o
        on o.workspace = $1 and o.connection = m.connection and o.rail_id = m.rail_id
      where m.workspace = $1 and m.connection = r.connection and (m.tag_request = r.id
        or (o.id is null and m.route = r.route)
        -- It shows no value of its destination, and no other id: it may be this route.
        or (o.id is null and m.destination is null
          and m.route = left(r.route, length(r.route) - length(r.destination))
          and coalesce(m.destination_id, r.destination_id) = r.destination_id))
    ) as sightings,
    (select count(*)::integer from signalbox.requests
      where workspace = $1 and requested_by = $4 and is_open) as open,
    (select max(number) from signalbox.requests where workspace = $1) as number
  from (select $1::text as workspace) w
  left join lateral (
    select a.settings, json_build_object('seq', a.seq, 'at', signalbox.iso(a.at), 'by', a.by,
      'action', a.action, 'request', a.request, 'version', a.version, 'attempt', a.attempt,
      'delivery', a.delivery, 'facts', a.facts, 'settings', a.settings, 'frozen', a.frozen,
      'prev', a.prev, 'hash', a.hash, 'mac', a.mac) as head
    from signalbox.audit a where a.workspace = $1 order by a.seq desc limit 1) h on true
  left join signalbox.settings s
    on s.workspace = $1 and s.version = coalesce($5::integer, h.settings)
  left join signalbox.connections c on c.workspace = $1 and c.id = s.connection
  left join signalbox.requests r on r.workspace = $1 and r.id = $2
  ${JOIN_LAST_ENTRY}
  left join signalbox.connections rc on rc.workspace = $1 and rc.id = r.connection`);

/** Inside a transaction it must be read after the lock: then nothing of it can change before the save. */
export async function readGround(q: Db, asking: Asking): Promise<Ground> {
  const { workspace, request, delivery = null, person = null } = asking;
  const read = async (settings: number | null) => {
    const [row] = await q.query(GROUND, [workspace, request, delivery, person, settings]);
    if (!row) throw new TypeError("The ground is always one row");
    return row;
  };
  const row = await read(null);
  const { head } = row;
  if (head === null) return toGround(q, workspace, row, { settings: 0, frozen: null }, null);
  if (isEntryIntact(workspace, head, q.keys.macs)) {
    const { settings, frozen } = head;
    return toGround(q, workspace, row, { settings, frozen }, null);
  }
  // A changed head says nothing about what is in force, least of all which settings.
  const forces = await intactForces(q, workspace, head.seq);
  const broken: Broken = { row: "audit", seq: head.seq };
  return toGround(q, workspace, await read(forces.settings), forces, broken);
}

function toGround(
  q: Db,
  workspace: string,
  row: Row,
  forces: Forces,
  brokenHead: Broken | null,
): Ground {
  const inForce = row.settings && toSettings(row.settings, q.keys.macs);
  const isLost = forces.settings > 0 && inForce === null;
  const brokenSettings: Broken | null = isLost
    ? { row: "settings", version: forces.settings }
    : null;
  const found = row.request && toFound(row.request, q);
  const { connection, head, walk } = row;
  return {
    workspace,
    now: row.now,
    head: { seq: head?.seq ?? 0, hash: head?.hash ?? GENESIS },
    forces,
    inForce,
    connection:
      connection && connection.id === inForce?.settings.connectionId
        ? { ...connection, hasToken: connection.mark !== null }
        : null,
    restoredAt: row.restored ?? 0,
    request: found?.is === "intact" ? found.request : null,
    was: row.request?.version ?? null,
    broken: brokenHead ?? brokenSettings ?? (found?.is === "broken" ? found.broken : null),
    delivered: row.delivered,
    look: walk && {
      beganAt: walk.began,
      endedAt: walk.ended,
      sightings: (row.sightings ?? []).map(toSighting),
    },
    open: row.open,
    nextNumber: (row.number ?? 0) + 1,
  };
}

function toSighting({
  key,
  shown,
  owner,
  firstSeen,
}: NonNullable<Row["sightings"]>[number]): Sighting {
  // A boundary: the mirror wrote it.
  const rail = JSON.parse(shown) as Rail;
  return { key, rail, tag: readTag(rail.metadata), owner, firstSeen };
}
