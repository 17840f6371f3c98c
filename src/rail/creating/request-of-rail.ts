import type { Store } from "../../request/queries/store-port.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";

/**
 * The request to which a Rail belongs, or ever did, whatever has become of either; undefined where it was made elsewhere.
 * Of several, one in which it is not as it should be.
 */
export async function requestOfRail(
  store: Pick<Store, "findRequestsByRailIds">,
  connectionId: string,
  railId: string,
): Promise<ChangeRequest | undefined> {
  const owners = await store.findRequestsByRailIds(connectionId, [railId]);
  return owners.find(({ state }) => state.status === "quarantined") ?? owners[0];
}
