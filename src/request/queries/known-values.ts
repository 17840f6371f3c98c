import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { DestinationDetails } from "../rules/change.ts";
import { isContradiction } from "../rules/decide-destination.ts";
import type { Destination } from "../rules/destination.ts";
import { detailsOf, paymentDetailOf, serviceIdOf } from "../rules/destination.ts";
import { subjectOfChange } from "../rules/kind-rules.ts";
import type { KnownValue, ValueFacts } from "../rules/known-value.ts";
import { factsOfValue, knownDestination, railOwner } from "../rules/known-value.ts";
import type { SeenRail } from "../rules/outcome/seen-rail.ts";
import { listDestinations } from "./destinations.ts";
import { listAwaitedDestinations } from "./find-requests.ts";
import { fromRailKey, toOwner, toSeenRail } from "./rows.ts";

export async function listUnregistered(db: Db, connectionId: string): Promise<SeenRail[]> {
  const rails = await listSeenRails(db, connectionId, HAS_NOT_AGREED);
  const serviceIds = [...new Set(rails.flatMap(({ destination }) => destination.serviceId ?? []))];
  const registered = await listDestinations(db, connectionId, { serviceIds });
  return rails.filter(isUnregistered(registered));
}

export async function listKnownValues(db: Db, connectionId: string): Promise<KnownValue[]> {
  const registered = await listDestinations(db, connectionId, {});
  const rails = await listSeenRails(db, connectionId);
  const awaited = await listAwaitedDestinations(db, connectionId);
  const owners = await railOwners(db, connectionId);
  const ids = new Set(registered.map(serviceIdOf));
  const owned = rails.map((rail) => ({
    rail,
    owner: railOwner(owners.get(rail.railId) ?? [], rail),
  }));
  const elsewhere = new Set(rails.filter(isUnregistered(registered)));
  const used = new Set(
    owned.flatMap(({ rail, owner }) =>
      owner?.standing === "approved" && !elsewhere.has(rail) ? [rail.destination.serviceId] : [],
    ),
  );
  return [
    ...registered.map((each) => knownDestination(each, used.has(serviceIdOf(each)))),
    ...owned.flatMap(knownEntryPoint),
    ...[...elsewhere].flatMap((rail) =>
      knownDelivery(rail, ids.has(rail.destination.serviceId ?? "")),
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

interface OwnedRail {
  rail: SeenRail;
  owner: ReturnType<typeof railOwner>;
}

function knownEntryPoint({ rail, owner }: OwnedRail): KnownValue[] {
  const { detail, network, displayName } = rail.source;
  if (detail === null) return [];
  return [{ ...detail, network, name: owner?.name ?? displayName, is: "entry-point", rail, owner }];
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
  which = sql<boolean>`true`,
): Promise<SeenRail[]> {
  const rows = await db
    .selectFrom("seen_rails")
    .select(["facts", "dispute"])
    .where("connection_id", "=", connectionId)
    .where(which)
    .orderBy("rail_id")
    .execute();
  return rows.map(toSeenRail);
}

type Owner = Parameters<typeof railOwner>[0][number];

/** The requests to which Rails were ever known to belong, whatever became of them. */
async function railOwners(db: Db, connectionId: string): Promise<Map<string, Owner[]>> {
  const rows = await db
    .selectFrom("request_rails")
    .innerJoin("requests", "requests.id", "request_rails.request_id")
    .select([
      "request_rails.rail_id as key",
      "requests.number",
      "requests.canonical",
      "requests.state",
    ])
    .where("request_rails.connection_id", "=", connectionId)
    .execute();
  const owners = rows.map((row) => ({ ...toOwner(row), railId: fromRailKey(row.key) }));
  return Map.groupBy(owners, ({ railId }) => railId);
}

export async function valueFacts(
  db: Db,
  connectionId: string,
  details: DestinationDetails,
): Promise<ValueFacts> {
  return factsOfValue(paymentDetailOf(details), await listKnownValues(db, connectionId));
}
