import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { overOneConnection } from "../../../platform/database/at-once.ts";
import type { Db } from "../../../platform/database/schema.ts";
import type { PaymentDetail } from "../../../platform/payment-details/payment-detail.ts";
import { inPages } from "../../each-workspace.ts";
import type { DestinationDetails } from "../../rules/change.ts";
import { isContradiction } from "../../rules/decide-destination.ts";
import type { Destination } from "../../rules/destination.ts";
import { detailsOf, paymentDetailOf, serviceIdOf } from "../../rules/destination.ts";
import { subjectOfChange } from "../../rules/kind-rules.ts";
import type { KnownValue, SeenAndReported, ValueFacts } from "../../rules/known-value.ts";
import { factsOfValue, isInForce, knownDestination, railOwner } from "../../rules/known-value.ts";
import type { SeenRail } from "../../rules/outcome/seen-rail.ts";
import { listDestinations } from "../destinations.ts";
import { listAwaitedDestinations } from "../find-requests.ts";
import { ownerRows } from "../rails/known-rails.ts";
import { isReported, toOwner, toRailKey, toSeenRail } from "../rows.ts";
import { findNearDigests } from "./value-index.ts";

export async function listUnregistered(db: Db, connectionId: string): Promise<SeenRail[]> {
  const rails = (await listSeenRails(db, connectionId, HAS_NOT_AGREED)).map(({ rail }) => rail);
  const serviceIds = [...new Set(rails.flatMap(({ destination }) => destination.serviceId ?? []))];
  const registered = await listDestinations(db, connectionId, { serviceIds });
  return rails.filter(isUnregistered(registered));
}

/** Everything that this value can be taken for, and a little more. */
export const listKnownValues = (
  db: Db,
  connectionId: string,
  detail: PaymentDetail,
): Promise<KnownValue[]> => overOneConnection(db, (db) => knownValues(db, connectionId, detail));

async function knownValues(
  db: Db,
  connectionId: string,
  detail: PaymentDetail,
): Promise<KnownValue[]> {
  const [near, awaited] = await Promise.all([
    findNearDigests(db, connectionId, detail),
    listAwaitedDestinations(db, connectionId),
  ]);
  const [registered, owned] = await Promise.all([
    listDestinations(db, connectionId, { valueDigests: near }),
    near.length === 0 ? [] : listOwnedRails(db, connectionId, nearRails(near)),
  ]);
  const inUse = registered.filter(isInForce).map(serviceIdOf);
  // One alone tells nobody's own from another's.
  const shared = inUse.length > 1 ? inUse : [];
  const serviceIds = [...owned.flatMap(({ rail }) => rail.destination.serviceId ?? []), ...shared];
  const sameId = await listDestinations(db, connectionId, { serviceIds });
  const isElsewhere = isUnregistered(sameId);
  const ids = new Set(sameId.map(serviceIdOf));
  const used = await listUsed(db, connectionId, shared, isElsewhere);
  return [
    ...registered.map((each) => knownDestination(each, used.has(serviceIdOf(each)))),
    ...owned.flatMap(knownEntryPoint),
    ...owned.flatMap(({ rail }) =>
      isElsewhere(rail) ? knownDelivery(rail, ids.has(rail.destination.serviceId ?? "")) : [],
    ),
    ...awaited.flatMap(({ number, content }): KnownValue[] => {
      const { change } = content;
      const { details } = subjectOfChange(change);
      const network = details.kind === "wallet" ? details.network : null;
      const what = { is: "asked-for", requestNumber: number } as const;
      return [{ ...paymentDetailOf(details), network, name: change.name, ...what }];
    }),
  ];
}

/** Rails that are paid into one of these values, and those that pay into one which the register does not have. */
const nearRails = (digests: readonly string[]) => sql<boolean>`(
  source_digest = any(${digests}::text[])
  or (destination_digest = any(${digests}::text[]) and ${HAS_NOT_AGREED}))`;

const USED_AT_ONCE = 20;

/** Those of these ids into which a Rail delivers that was approved here. */
async function listUsed(
  db: Db,
  connectionId: string,
  serviceIds: readonly string[],
  isElsewhere: (rail: SeenRail) => boolean,
): Promise<Set<string>> {
  const used = new Set<string>();
  for (const serviceId of serviceIds) {
    const into = inPages((last: OwnedRail | null) =>
      listOwnedRails(
        db,
        connectionId,
        sql`destination_service_id = ${toRailKey(serviceId)}
          and rail_id > ${toRailKey(last?.rail.railId ?? "")} and exists (
            select from request_rails as ours
            where ours.connection_id = seen_rails.connection_id
              and ours.rail_id = seen_rails.rail_id)`,
        USED_AT_ONCE,
      ),
    );
    for await (const { rail, owner } of into) {
      if (owner?.standing !== "approved" || isElsewhere(rail)) continue;
      used.add(serviceId);
      break;
    }
  }
  return used;
}

interface OwnedRail extends SeenAndReported {
  owner: ReturnType<typeof railOwner>;
}

function knownEntryPoint(owned: OwnedRail): KnownValue[] {
  const { detail, network, displayName } = owned.rail.source;
  if (detail === null) return [];
  const name = owned.owner?.name ?? displayName;
  return [{ ...detail, network, name, is: "entry-point", ...owned }];
}

function knownDelivery(rail: SeenRail, isIdTaken: boolean): KnownValue[] {
  const { detail, network, displayName: name } = rail.destination;
  return detail === null ? [] : [{ ...detail, network, name, is: "unregistered", rail, isIdTaken }];
}

/** A Rail with an id of the register but another value does not count as that destination. */
export function isUnregistered(registered: readonly Destination[]) {
  const byId = Map.groupBy(registered, serviceIdOf);
  return ({ destination }: SeenRail) =>
    !(byId.get(destination.serviceId ?? "") ?? []).some(
      (each) => !isContradiction(detailsOf(each), destination),
    );
}

/** Leaves out Rails that agreed with the register when last shown: most do, and a registered value does not change. */
const HAS_NOT_AGREED = sql<boolean>`seen_rails.agreed_at is distinct from seen_rails.last_seen_at`;

async function listSeenRails(
  db: Db,
  connectionId: string,
  which: RawBuilder<boolean>,
  limit?: number,
): Promise<SeenAndReported[]> {
  const rows = await db
    .selectFrom("seen_rails")
    .innerJoin("connections", "connections.id", "seen_rails.connection_id")
    .select((eb) => [
      ...(["facts", "dispute"] as const),
      eb("last_seen_at", "<", eb.ref("rails_read_at")).as("is_missing"),
    ])
    .where("connection_id", "=", connectionId)
    .where(which)
    .orderBy("rail_id")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map((row) => ({
    rail: toSeenRail(row),
    isMissing: Boolean(row.is_missing),
    isReported: isReported(row.dispute),
  }));
}

async function listOwnedRails(
  db: Db,
  connectionId: string,
  which: RawBuilder<boolean>,
  limit?: number,
): Promise<OwnedRail[]> {
  const seen = await listSeenRails(db, connectionId, which, limit);
  const keyOf = ({ rail }: SeenAndReported) => toRailKey(rail.railId);
  const rows = await ownerRows(db, connectionId, seen.map(keyOf));
  const owners = Map.groupBy(rows, (row) => row.rail_id);
  return seen.map((each) => {
    const theirs = (owners.get(keyOf(each)) ?? []).map(toOwner);
    return { ...each, owner: railOwner(theirs, each.rail) };
  });
}

export async function valueFacts(
  db: Db,
  connectionId: string,
  details: DestinationDetails,
): Promise<ValueFacts> {
  const detail = paymentDetailOf(details);
  return factsOfValue(detail, await listKnownValues(db, connectionId, detail));
}
