import type { Db } from "../../platform/database/schema.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";

/**
 * The request to which a Rail belongs, or ever did, whatever has become of either; undefined where it was made elsewhere.
 * Of several, one in which it is not as it should be.
 */
export async function requestOfRail(
  db: Db,
  connectionId: string,
  railId: string,
): Promise<ChangeRequest | undefined> {
  const owners = await findRequestsByRailIds(db, connectionId, [railId]);
  return owners.find(({ state }) => state.status === "quarantined") ?? owners[0];
}
