import type { WorkspaceSettings } from "../config/workspace-settings.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import { type ListedService, listedClients } from "../platform/rail-api/listed-clients.ts";
import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import type { Context } from "../request/context.ts";
import { keepToken, listConnectionsAt } from "../request/queries/connections.ts";
import { findSetup } from "../request/queries/setups.ts";
import { isConnectionBlank, makeConnectionCurrent } from "../request/queries/successions.ts";
import type { Connection } from "../request/rules/change.ts";
import { digestOf } from "../request/rules/digest.ts";
import { hasToHold, type Owner, ownerOfToken } from "../workspace/connection/prove-owner.ts";
import { lastFourOf } from "../workspace/connection/token-text.ts";
import { afterSetupChange, wakeForToken } from "../workspace/set-up/setup-kind.ts";
import type { Applied, Moment } from "./apply-policy.ts";

/** The Rail connection that the environment names: the token's owner, and what becomes of the former connection. */

export interface Listed {
  /** As the operator lists them. */
  railServices: readonly ListedService[];
}

type NamedRail = NonNullable<WorkspaceSettings["rail"]>;

export interface Owned extends Owner {
  connection: Connection;
}

/**
 * The connection to which the token belongs. A token of unproven owner gets a connection of its own, which inherits
 * nothing. Throws an Error in words for the operator if the Rail service does not say.
 */
export async function ownedBy(
  { db, seal, railServices }: Pick<Context, "db" | "seal"> & Listed,
  workspaceId: string,
  { baseUrl, environment, token }: NamedRail,
): Promise<Owned> {
  const found = await listConnectionsAt(db, workspaceId, baseUrl, environment);
  const rails = listedClients(railServices)({ baseUrl, environment, token });
  try {
    const { connection, proof } = await ownerOfToken({ db, seal }, rails, {
      workspaceId,
      token,
      found,
    });
    if (connection) return { connection, proof };
  } catch (cause) {
    if (!(cause instanceof RailApiError)) throw cause;
    throw new Error(
      "RAIL_API_TOKEN has changed, and the Rail service does not confirm that the new one belongs to the same company. Check RAIL_API_URL and RAIL_API_TOKEN, and start again.",
      { cause },
    );
  }
  const usual = connectionId(workspaceId, baseUrl, environment);
  const isTaken = found.some(({ id }) => id === usual);
  // The same token may have opened one before, which keeps another token by now.
  const another = [workspaceId, baseUrl, environment, token, String(found.length)];
  const id = isTaken ? connectionId(...another) : usual;
  return { connection: { id, baseUrl, environment }, proof: "none" };
}

/** Several replicas that start at once open the same connection: no part of the id is random. */
const connectionId = (...identity: string[]) =>
  `con_${digestOf(JSON.stringify(identity)).slice(0, 20)}`;

/**
 * Makes it current, in this transaction; the set-up is locked. Without proof the former connection holds its waiting
 * requests. Undefined if it is the kept one. `used-since`, and nothing is done, if the connection was used since it
 * was found blank.
 */
export async function enterConnection(
  tx: Tx,
  seal: Seal,
  { id: workspaceId, at }: Moment,
  { name, token }: NamedRail,
  { connection, proof }: Owned,
): Promise<Applied | "used-since" | undefined> {
  const lastFour = lastFourOf(token);
  const { connection: before } = await findSetup(tx.db, workspaceId);
  const isRotation = before?.id === connection.id;
  if (isRotation && proof === "kept") return undefined;
  if (isRotation && proof === "none" && !(await isConnectionBlank(tx.db, connection.id))) {
    return "used-since";
  }
  await keepToken(tx.db, seal, workspaceId, { ...connection, name, lastFour }, token, at);
  if (!isRotation) {
    const isHolding = await hasToHold(tx.db, workspaceId, connection, proof);
    await makeConnectionCurrent(tx.db, workspaceId, connection.id, isHolding);
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
