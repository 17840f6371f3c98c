import type { Db } from "../../platform/database/schema.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApis } from "../../platform/rail-api/rail-api.ts";
import { isShortId } from "../../platform/rail-api/rules/service-id.ts";
import type { People } from "../../platform/slack/slack.ts";
import type { Applied, ApplyDeps } from "../../request/apply-command.ts";
import { applyCommand } from "../../request/apply-command.ts";
import type { Click } from "../../request/decide-request.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { rosterFor } from "../../request/who-is.ts";
import { railOrNull } from "./verify-rail.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  people: People;
  railApis: RailApis;
}

/**
 * An approver says which Rail a request's outcome is. It is read first, so that a wrong one is refused with a reason,
 * and read back again like any other once it is linked. Throws a `RailApiError` where the service cannot be asked.
 */
export async function linkRail(
  deps: Deps,
  { by, delivery, railId, ...ref }: Click & { railId: string },
): Promise<Applied> {
  const request = await findRequest(deps.db, ref);
  if (!request || !isRailRequest(request)) return { ok: false, refusal: "not-found" };
  const roster = await rosterFor(deps, request, [by]);
  const standing = roster.standings.get(by) ?? "not-known";
  const rails = await deps.railApis(ref.workspaceId, request.connectionId);
  const rail = isShortId(railId) ? await railOrNull(rails, railId) : null;
  const command = { type: "link-rail", by, standing, railId, rail } as const;
  return applyCommand(deps, ref, command, delivery, roster);
}
