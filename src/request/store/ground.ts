import { type Db, statement } from "../../platform/database/db.ts";
import type { Rail } from "../../platform/rail-api/rail.ts";
import type { Look, Sighting } from "../rules/around.ts";
import type { ConnectionRef } from "../rules/content.ts";
import type { Forces } from "../rules/entry.ts";
import type { Request } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { readTag } from "../rules/tag.ts";
import { ENTRY, intactForces } from "./chain.ts";
import { GENESIS, type Head, isEntryIntact, type StoredEntry } from "./entry-hash.ts";
import {
  type Broken,
  type RequestRow,
  type SettingsRow,
  selectRequests,
  toFound,
  toSettings,
} from "./stored-rows.ts";

/** What decides about one request. Inside a transaction it stays true until that ends. */
export interface Ground {
  workspace: string;
  /** ISO 8601, by the database's clock. */
  now: string;
  /** The audit's last entry: what is saved next follows it. */
  head: Head;
  forces: Forces;
  inForce: InForce | null;
  /** The one that the settings name. `mark` tells its token from any other; null if it has none. */
  connection: (ConnectionRef & { hasToken: boolean; mark: string | null }) | null;
  /** The number of the last `restored` entry, 0 if there is none. */
  restoredAt: number;
  /** Null if there is none, or its row is broken. */
  request: Request | null;
  /** The last audit entry that names a version of it; null if there is none. */
  last: Head | null;
  /** The version in the request's row; null if there is none. Saving compares it. */
  was: number | null;
  /** The first broken row that was met: audit before settings before request. */
  broken: Broken | null;
  /** This delivery was saved before. */
  delivered: boolean;
  /** The newest done request that trusts the request's Rail; null if none does. */
  trustedBy: string | null;
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

type Seen = Omit<Sighting, "rail" | "tag"> & { shown: string };

/** What SQL brings as it is, and rows whose macs are still to be checked. */
type Row = Pick<
  Ground,
  "now" | "restoredAt" | "delivered" | "trustedBy" | "open" | "nextNumber"
> & {
  head: StoredEntry | null;
  settings: SettingsRow | null;
  connection: Ground["connection"];
  request: RequestRow | null;
  look: Omit<Look, "sightings"> | null;
  sightings: Seen[] | null;
};

// A Rail that shows neither its destination's value nor another id may be of the request's route.
const GROUND = statement<Row>(`
  select signalbox.iso(signalbox.clock()) as now, to_json(h) as head, to_json(s) as settings,
    to_json(c) as connection, to_json(r) as request, to_json(k) as look,
    (select coalesce(max(seq), 0) from signalbox.audit
      where workspace = $1 and action = 'restored') as "restoredAt",
    exists (select from signalbox.audit where workspace = $1 and delivery = $3) as delivered,
    (select id from signalbox.requests
      where workspace = $1 and connection = r.connection and trusts = coalesce(r.trusts, r.rail_id)
      order by requests.number desc limit 1) as "trustedBy",
    (select count(*)::integer from signalbox.requests
      where workspace = $1 and requested_by = $4 and is_open) as open,
    (select coalesce(max(number), 0) + 1 from signalbox.requests
      where workspace = $1) as "nextNumber",
    (select json_agg(json_build_object('key', m.key, 'shown', m.shown, 'owner', o.id,
        'firstSeen', signalbox.iso(m.first_seen)))
      from (
        select * from signalbox.rails
        where workspace = $1 and connection = r.connection and tag_request = r.id
        union all
        select * from signalbox.rails
        where workspace = $1 and connection = r.connection and tag_request is distinct from r.id
          and route in (r.route, left(r.route, length(r.route) - length(r.destination)))
          and (route = r.route or coalesce(destination_id, r.destination_id) = r.destination_id)
      ) m left join lateral (select id from signalbox.requests where workspace = $1
        and connection = m.connection and rail_id = m.rail_id limit 1) o on true
      where o.id is null or m.tag_request is null or m.tag_request = r.id) as sightings
  from (select $1::text as workspace) w
  left join lateral (select ${ENTRY} from signalbox.audit
    where workspace = $1 order by audit.seq desc limit 1) h on true
  left join signalbox.settings s
    on s.workspace = $1 and s.version = coalesce($5::integer, h.settings)
  left join lateral (
    select id, base_url as "baseUrl", environment, token as mark, token is not null as "hasToken"
    from signalbox.connections where workspace = $1 and id = s.connection) c on true
  left join lateral (${selectRequests("r.workspace = $1 and r.id = $2")}) r on true
  left join lateral (
    select signalbox.iso(walk_began) as "beganAt", signalbox.iso(walk_ended) as "endedAt"
    from signalbox.connections where workspace = $1 and id = r.connection and walk > 0) k on true`);

/** One statement. Inside a transaction it follows the lock, so nothing changes before the save. */
export async function readGround(q: Db, asking: Asking): Promise<Ground> {
  const { workspace, request, delivery = null, person = null } = asking;
  const read = async (settings: number | null) => {
    const [row] = await q.query(GROUND, [workspace, request, delivery, person, settings]);
    if (!row) throw new TypeError("The ground is always one row");
    return row;
  };
  const row = await read(null);
  const { head } = row;
  if (head === null || isEntryIntact(workspace, head, q.keys.macs)) {
    const { settings, frozen } = head ?? { settings: 0, frozen: null };
    return toGround(q, workspace, row, { settings, frozen }, null);
  }
  // A changed head says nothing about what is in force, least of all which settings.
  const forces = await intactForces(q, workspace, head.seq);
  return toGround(q, workspace, await read(forces.settings), forces, {
    row: "audit",
    seq: head.seq,
  });
}

function toGround(
  q: Db,
  workspace: string,
  row: Row,
  forces: Forces,
  brokenHead: Broken | null,
): Ground {
  const { head, settings, connection, request, look, sightings, ...same } = row;
  const inForce = settings && toSettings(settings, q.keys.macs);
  const version = forces.settings;
  const lost: Broken | null = version > 0 && !inForce ? { row: "settings", version } : null;
  const found = request && toFound(request, q);
  const seen = (sightings ?? []).map(({ shown, ...each }) => {
    // A boundary: the mirror wrote it.
    const rail = JSON.parse(shown) as Rail;
    return { ...each, rail, tag: readTag(rail.metadata) };
  });
  return {
    ...{ ...same, workspace, forces, inForce },
    head: head ? { seq: head.seq, hash: head.hash } : GENESIS,
    connection: connection?.id === inForce?.settings.connectionId ? connection : null,
    request: found?.is === "intact" ? found.request : null,
    last: request?.last ?? null,
    was: request?.version ?? null,
    broken: brokenHead ?? lost ?? (found?.is === "broken" ? found.broken : null),
    look: look && { ...look, sightings: seen },
  };
}
