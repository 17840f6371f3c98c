import { entryPointOf } from "../platform/rail-api/rail.ts";
import type { RailApi } from "../platform/rail-api/rail-api.ts";
import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import type { Context } from "../request/engine/context.ts";
import { changedFields } from "../request/rules/attest.ts";
import { type IssuedRail, issuedRail } from "../request/rules/request.ts";
import { type Account, readConnectionsAt } from "../request/store/connections.ts";
import { readRequests } from "../request/store/requests.ts";

/** The newest Rails of each connection at that address; more would prove no more. */
const MOST_READ = 3;

/**
 * The connection whose Rails a token reads by their ids, with the same entry points: one that is or
 * was in use. `another`: it reads none of those that we created there. `unknown`: there are none.
 * Keeps nothing of what the service shows. Throws a `RailApiError`.
 */
export async function ownerOf(
  context: Context,
  account: Account,
): Promise<Account | "another" | "unknown"> {
  const api = context.railApi(account);
  if (!api) throw new RailApiError("not-sent", "The operator does not list this address");
  const { db } = context;
  const { workspace } = account;
  let isAnyKnown = false;
  for (const known of await readConnectionsAt(db, workspace, account)) {
    const filter = { kinds: ["create-rail"], statuses: ["done"], connection: known.id } as const;
    const { requests } = await readRequests(db, workspace, filter, MOST_READ);
    for (const request of requests) {
      const made = issuedRail(request);
      if (!made) continue;
      isAnyKnown = true;
      if (await isShown(api, made)) return known;
    }
  }
  // A token that was not tried yet is tried all the same.
  await read(api, "signalbox");
  return isAnyKnown ? "another" : "unknown";
}

async function isShown(api: RailApi, { railId, issued }: IssuedRail): Promise<boolean> {
  const shown = await read(api, railId);
  const [was, is] = [issued, shown].map((rail) => Date.parse(rail?.createdAt ?? ""));
  if (shown?.id !== railId || !Object.is(was, is)) return false;
  const changed = changedFields(issued, shown);
  const isSame = !changed.some((path) => path === "type" || path.startsWith("source."));
  return isSame && entryPointOf(issued) !== null;
}

/** Null for a Rail that the token does not show. */
async function read(api: RailApi, id: string) {
  try {
    return await api.getRail(id);
  } catch (error) {
    if (error instanceof RailApiError && error.code === "not-found") return null;
    throw error;
  }
}
