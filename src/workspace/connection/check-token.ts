import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Store } from "../../request/queries/store-port.ts";

/**
 * Is a new token of the company that this connection belongs to? The document shows no owner of a token, so the proof is
 * that it sees a Rail that we know. Throws an Error in words for the operator where it is not, or where that cannot be
 * found out: destinations and approvals must never be carried over to another company.
 */
export async function checkToken(
  { store, rails }: { store: Pick<Store, "latestRailId">; rails: Pick<RailApi, "getRail"> },
  connectionId: string,
): Promise<void> {
  const known = await store.latestRailId(connectionId);
  if (known === undefined) return;
  try {
    await rails.getRail(known);
  } catch (cause) {
    if (!(cause instanceof RailApiError)) throw cause;
    throw new Error(
      cause.code === "not-found"
        ? "RAIL_API_TOKEN has changed, and the new one does not see a Rail that is known here: it belongs to another company. Put the former company's token back, or use another database for this one."
        : "RAIL_API_TOKEN has changed, and the Rail service does not confirm that the new one belongs to the same company. Check RAIL_API_URL and RAIL_API_TOKEN, and start again.",
      { cause },
    );
  }
}
