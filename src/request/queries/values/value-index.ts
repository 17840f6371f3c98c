import { sql } from "kysely";
import type { Db } from "../../../platform/database/schema.ts";
import { lookAlikeKeys, lookAlikes } from "../../../platform/payment-details/look-alike.ts";
import type { PaymentDetail } from "../../../platform/payment-details/payment-detail.ts";
import { destinationKey } from "../../../platform/payment-details/payment-detail.ts";
import { fromJson, toSeenRail, valueDigest } from "../rows.ts";

/** The digests of all values, in the register and of Rails, that are this one or look like it. */
export async function findNearDigests(
  db: Db,
  connectionId: string,
  detail: PaymentDetail,
): Promise<string[]> {
  await indexValues(db, connectionId);
  const rows = await db
    .selectFrom("known_values")
    .select(["digest", "detail"])
    .where("connection_id", "=", connectionId)
    .where(sql<boolean>`keys && ${keysOf(connectionId, detail)}::integer[]`)
    .execute();
  const known = rows.map((row) => ({ ...fromJson<PaymentDetail>(row.detail), digest: row.digest }));
  const { same, lookAlikes: alike } = lookAlikes(detail, known);
  // A look-alike is told once, and may have several spellings.
  const near = new Set([...same, ...alike.map((each) => each.known)].map(destinationKey));
  return known.flatMap((each) => (near.has(destinationKey(each)) ? each.digest : []));
}

/** Numbers of a connection's own. Two that are equal by chance cost one comparison. */
function keysOf(connectionId: string, detail: PaymentDetail): number[] {
  return [...lookAlikeKeys(detail)].map((key) => hash(`${connectionId} ${detail.kind} ${key}`));
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum;
}

/** Few enough that nobody else waits for them. */
const AT_ONCE = 50;

/** Adds what became known since the last look, also what code of a former release has kept. */
export async function indexValues(db: Db, connectionId: string): Promise<void> {
  while (await isBehind(db, connectionId)) {
    const found = [
      ...(await unindexedDestinations(db, connectionId)),
      ...(await unindexedRails(db, connectionId)),
    ];
    await keepValues(db, connectionId, found);
    for (const { mark } of found) await mark.execute();
  }
}

interface Unindexed {
  workspaceId: string;
  details: readonly (PaymentDetail | null)[];
  /** Once its values are kept. */
  mark: { execute(): Promise<unknown> };
}

async function isBehind(db: Db, connectionId: string): Promise<boolean> {
  const { is } = await db
    .selectNoFrom((eb) => [
      eb
        .exists(destinationsBehind(db, connectionId))
        .or(eb.exists(railsBehind(db, connectionId)))
        .as("is"),
    ])
    .executeTakeFirstOrThrow();
  return is === true;
}

const destinationsBehind = (db: Db, connectionId: string) =>
  db
    .selectFrom("destination_values")
    .innerJoin("destinations", "destinations.id", "destination_id")
    .select(["id", "destinations.workspace_id", "kind", "value"])
    .where("destination_values.connection_id", "=", connectionId)
    .where("digest", "is", null);

const railsBehind = (db: Db, connectionId: string) =>
  db
    .selectFrom("seen_rails")
    .select(["rail_id", "workspace_id", "facts"])
    .where("connection_id", "=", connectionId)
    // Spelled out: a plan for either value could not use the index of those that are left.
    .where(sql<boolean>`not is_indexed`);

async function unindexedDestinations(db: Db, connectionId: string): Promise<Unindexed[]> {
  const rows = await destinationsBehind(db, connectionId).limit(AT_ONCE).execute();
  return rows.map(({ id, workspace_id, kind, value }) => {
    const detail = { kind: kind === "wallet" ? "address" : "iban", value } as const;
    const digest = valueDigest(detail);
    const mark = db.updateTable("destination_values").set({ digest });
    return {
      workspaceId: workspace_id,
      details: [detail],
      mark: mark.where("destination_id", "=", id),
    };
  });
}

async function unindexedRails(db: Db, connectionId: string): Promise<Unindexed[]> {
  const rows = await railsBehind(db, connectionId).limit(AT_ONCE).execute();
  return rows.map(({ rail_id, workspace_id, facts }) => {
    const { source, destination } = toSeenRail({ facts });
    const mark = db.updateTable("seen_rails").set({
      source_digest: valueDigest(source.detail),
      destination_digest: valueDigest(destination.detail),
      is_indexed: true,
    });
    return {
      workspaceId: workspace_id,
      details: [source.detail, destination.detail],
      // Another process may have seen it with another value meanwhile.
      mark: mark
        .where("connection_id", "=", connectionId)
        .where("rail_id", "=", rail_id)
        .where("facts", "=", facts),
    };
  });
}

async function keepValues(db: Db, connectionId: string, found: readonly Unindexed[]) {
  const rows = new Map(
    found.flatMap(({ workspaceId: workspace_id, details }) =>
      details.flatMap((detail) => {
        if (detail === null) return [];
        const digest = valueDigest(detail);
        const keys = keysOf(connectionId, detail);
        const text = JSON.stringify(detail);
        return [
          [digest, { connection_id: connectionId, workspace_id, digest, detail: text, keys }],
        ] as const;
      }),
    ),
  );
  if (rows.size === 0) return;
  // In one order: two at once could wait for each other.
  const inOrder = [...rows.values()].sort((one, other) => (one.digest < other.digest ? -1 : 1));
  await db
    .insertInto("known_values")
    .values(inOrder)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
