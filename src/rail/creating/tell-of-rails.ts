import type { Db } from "../../platform/database/schema.ts";
import { applyCommand } from "../../request/apply-command.ts";
import type { Context } from "../../request/context.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import type { PassedRail } from "./walk-rails.ts";
import { shownRail } from "./walk-rails.ts";

const AT_ONCE = 500;

/** Tells each request of a Rail with its tag, even when it has ended: the Rail may come late, twice, or after a give-up. */
export async function tellOfRails(
  context: Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock">,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  shown: ReadonlyMap<string, readonly PassedRail[]>,
): Promise<void> {
  for (const [requestId, matches] of await unsettled(context.db, connectionId, [...shown])) {
    const ref = { workspaceId, requestId };
    const request = await findRequest(context.db, ref);
    if (request?.connectionId !== connectionId || !isNews(request, matches)) continue;
    const found = matches.map(shownRail);
    await applyCommand(context, ref, { type: "scanned", matches: found, candidates: [] });
  }
}

type Shown = readonly [requestId: string, matches: readonly PassedRail[]];

/** Passes over the many Rails that are the only one of a request that has it. */
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
