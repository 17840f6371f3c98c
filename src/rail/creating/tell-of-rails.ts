import type { Db } from "../../platform/database/schema.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import { applyCommand } from "../../request/apply-command.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import type { PassedRail } from "./walk-rails.ts";
import { shownRail } from "./walk-rails.ts";

export interface TellDeps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
}

const AT_ONCE = 500;

/**
 * A Rail with the tag of a request that does not know it is told to that request, whatever has become of it: it may have
 * appeared late, twice, or after somebody gave up. `shown` is of a list that was read as a whole.
 */
export async function tellOfRails(
  deps: TellDeps,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  shown: ReadonlyMap<string, readonly PassedRail[]>,
): Promise<void> {
  for (const [requestId, matches] of await unsettled(deps.db, connectionId, [...shown])) {
    const ref = { workspaceId, requestId };
    const request = await findRequest(deps.db, ref);
    if (request?.connectionId !== connectionId || !isNews(request, matches)) continue;
    const found = matches.map(shownRail);
    await applyCommand(deps, ref, { type: "scanned", matches: found, candidates: [] });
  }
}

type Shown = readonly [requestId: string, matches: readonly PassedRail[]];

/** Most Rails are the only one of a request that has it: those are passed over by the hundred. */
async function unsettled(db: Db, connectionId: string, shown: readonly Shown[]): Promise<Shown[]> {
  const others: Shown[] = [];
  for (let from = 0; from < shown.length; from += AT_ONCE) {
    const part = shown.slice(from, from + AT_ONCE);
    const ids = part.flatMap(([, matches]) => matches.flatMap(({ id }) => id ?? []));
    const requests = await findRequestsByRailIds(db, connectionId, ids);
    const known = new Map(requests.map((request) => [request.id, request]));
    others.push(
      ...part.filter(([requestId, matches]) => {
        const request = known.get(requestId);
        return !request || isNews(request, matches);
      }),
    );
  }
  return others;
}

function isNews(request: ChangeRequest, matches: readonly PassedRail[]): boolean {
  if (!isRailRequest(request)) return false;
  const { state } = request;
  const [only] = matches;
  return !("railId" in state) || matches.length > 1 || only?.id !== state.railId;
}
