import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Store } from "../../request/queries/store-port.ts";
import type { Connection } from "../../request/rules/change.ts";

/**
 * The connection to whose company a token is proven to belong; null where none is. The document shows no owner of a
 * token, so the only proof is that it sees a Rail that we know. Throws a `RailApiError` where the service does not say.
 */
export async function proveOwner(
  { latestRailId }: Pick<Store, "latestRailId">,
  rails: Pick<RailApi, "getRail">,
  connections: readonly Connection[],
): Promise<Connection | null> {
  for (const connection of connections) {
    const known = await latestRailId(connection.id);
    if (known !== undefined && (await sees(rails, known))) return connection;
  }
  return null;
}

/** Whether a token sees a Rail. Throws a `RailApiError` where that is not said. */
export async function sees(rails: Pick<RailApi, "getRail">, railId: string): Promise<boolean> {
  try {
    await rails.getRail(railId);
    return true;
  } catch (error) {
    if (error instanceof RailApiError && error.code === "not-found") return false;
    throw error;
  }
}
