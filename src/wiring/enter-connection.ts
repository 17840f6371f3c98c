import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { WorkspaceSettings } from "../config/workspace-settings.ts";
import { isKeyMissing } from "../platform/database/is-key-missing.ts";
import type { Database } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import { listedClients } from "../platform/rail-api/listed-clients.ts";
import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import { isTokenKept } from "../request/queries/companies.ts";
import type { Store } from "../request/queries/store-port.ts";
import type { Transaction } from "../request/queries/transaction-port.ts";
import type { Connection } from "../request/rules/change.ts";
import { lastFourOf } from "../workspace/connection/last-four.ts";
import { proveOwner } from "../workspace/connection/prove-owner.ts";
import { wakeForToken } from "../workspace/connection/wake-for-token.ts";
import { afterSetupChange } from "../workspace/set-up/keep-setup.ts";
import type { Applied, Moment } from "./apply-policy.ts";

/** The Rail connection that the environment names: whose token it is, and what becomes of the connection before. */

interface Deps {
  db: Kysely<Database>;
  seal: Seal;
  store: Pick<Store, "listConnectionsAt" | "latestRailId" | "isConnectionBlank">;
  /** As the operator lists them. */
  railServices: readonly { baseUrl: string }[];
}

type NamedRail = NonNullable<WorkspaceSettings["rail"]>;

export interface Owned {
  connection: Connection;
  /** By the token that is kept there, or by a Rail that is known there; nobody knows without either. */
  proof: "kept" | "sees-a-rail" | "none";
}

/**
 * The connection to which the token belongs. A token whose owner cannot be proven gets a connection of its own, which
 * inherits nothing. Throws an Error in words for the operator where the Rail service does not say.
 */
export async function ownerOfToken(
  deps: Deps,
  workspaceId: string,
  rail: NamedRail,
): Promise<Owned> {
  const { baseUrl, environment, token } = rail;
  const found = await deps.store.listConnectionsAt(workspaceId, baseUrl, environment);
  for (const connection of found) {
    if (await isKeptAt(deps, workspaceId, connection, token)) return owned(connection, "kept");
  }
  const proven = await provenOwner(deps, rail, found);
  if (proven) return owned(proven, "sees-a-rail");
  for (const connection of found) {
    if (await deps.store.isConnectionBlank(connection.id)) return owned(connection, "none");
  }
  const usual = connectionId(workspaceId, baseUrl, environment);
  const isTaken = found.some(({ id }) => id === usual);
  const id = isTaken ? connectionId(workspaceId, baseUrl, environment, token) : usual;
  return owned({ id, baseUrl, environment }, "none");
}

const owned = ({ id, baseUrl, environment }: Connection, proof: Owned["proof"]): Owned => ({
  connection: { id, baseUrl, environment },
  proof,
});

/** A former connection whose token no key opens proves nothing; that of the current one is opened before. */
async function isKeptAt(
  { db, seal }: Deps,
  workspaceId: string,
  connection: Connection,
  token: string,
): Promise<boolean> {
  try {
    return await isTokenKept(db, seal, workspaceId, connection, token);
  } catch (error) {
    if (isKeyMissing(error)) return false;
    throw error;
  }
}

async function provenOwner(
  { store, railServices }: Deps,
  { baseUrl, token }: NamedRail,
  connections: readonly Connection[],
): Promise<Connection | null> {
  try {
    return await proveOwner(store, listedClients(railServices)({ baseUrl, token }), connections);
  } catch (cause) {
    if (!(cause instanceof RailApiError)) throw cause;
    throw new Error(
      "RAIL_API_TOKEN has changed, and the Rail service does not confirm that the new one belongs to the same company. Check RAIL_API_URL and RAIL_API_TOKEN, and start again.",
      { cause },
    );
  }
}

/** Several replicas that start at once open the same connection: nothing of the id is chosen by chance. */
function connectionId(...identity: string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(identity)).digest("hex");
  return `con_${hash.slice(0, 20)}`;
}

/**
 * Makes it current, in this transaction; the set-up is locked. Without proof the connection before holds what waits.
 * Undefined where it is the one that is kept. `used-since`, and nothing is done, where the connection was used since it
 * was found blank.
 */
export async function enterConnection(
  tx: Transaction,
  { id: workspaceId, at }: Moment,
  { name, token }: NamedRail,
  { connection, proof }: Owned,
): Promise<Applied | "used-since" | undefined> {
  const lastFour = lastFourOf(token);
  const { connection: before } = await tx.setupOf(workspaceId);
  const isRotation = before?.id === connection.id;
  if (isRotation && proof === "kept") return undefined;
  if (isRotation && proof === "none" && !(await tx.isConnectionBlank(connection.id))) {
    return "used-since";
  }
  await tx.keepToken(workspaceId, { ...connection, name, lastFour }, token, at);
  if (!isRotation) {
    const isSameService =
      before?.baseUrl === connection.baseUrl && before.environment === connection.environment;
    // A token that is kept elsewhere proves nothing about the connection before; only going back to that ends a hold.
    const isBack = await tx.isHeld(workspaceId, connection.id);
    if (isSameService && proof !== "sees-a-rail" && !isBack) {
      await tx.succeedConnection(workspaceId, before.id, connection.id);
    }
    await tx.makeConnectionCurrent(workspaceId, connection.id);
  }
  await wakeForToken(tx, workspaceId, connection.id);
  await afterSetupChange(tx, workspaceId, "change-connection");
  const { id: connectionId, baseUrl, environment } = connection;
  const facts = { connectionId, baseUrl, environment, lastFour, proof, from: before?.id ?? null };
  if (isRotation) {
    return { action: "token-applied", facts, tell: { is: "token", at, lastFour } };
  }
  const tell = before && ({ is: "connection", at, from: before.baseUrl, to: baseUrl } as const);
  return { action: "connection-applied", facts, tell };
}
