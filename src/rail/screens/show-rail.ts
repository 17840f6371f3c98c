import type { Db } from "../../platform/database/schema.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApis } from "../../platform/rail-api/rail-api.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import { requestOfRail } from "../creating/request-of-rail.ts";
import { railOrNull, readBack } from "../creating/verify-rail.ts";
import type { RailFacts } from "./rail-facts.ts";
import { railFacts } from "./rail-facts.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  messenger: Pick<Messenger, "linkTo">;
  railApis: RailApis;
}

export type ShownRail =
  | { kind: "rail"; facts: RailFacts }
  /** Not checked yet, or no longer what was approved: its instructions stay with us. */
  | { kind: "withheld"; request: ChangeRequest }
  /** The service said once that it had made it, and answers 404 now. */
  | { kind: "not-shown"; request: ChangeRequest }
  | { kind: "absent" };

/** Reads a Rail afresh, and judges it again where it was approved here. Throws a `RailApiError`. */
export async function showRail(
  deps: Deps,
  workspaceId: string,
  railId: string,
): Promise<ShownRail> {
  const { id: connectionId } = await findCurrentConnection(deps.db, workspaceId);
  const request = await requestOfRail(deps.db, connectionId, railId);
  const isJudged = request?.state.status === "verified" || request?.state.status === "done";
  if (request && !isJudged) return { kind: "withheld", request };
  if (!request) {
    const rail = await railOrNull(await deps.railApis(workspaceId, connectionId), railId);
    if (!rail) return { kind: "absent" };
    const asker = await taggedRequest(deps.db, workspaceId, rail);
    return asker
      ? { kind: "withheld", request: asker }
      : shown(deps, workspaceId, connectionId, rail);
  }
  const ref = { workspaceId, requestId: request.id };
  const { rail, applied } = await readBack(deps, ref, connectionId, railId);
  if (rail === null) return { kind: "not-shown", request };
  return applied.ok && applied.request.state.status !== "quarantined"
    ? shown(deps, workspaceId, connectionId, rail)
    : { kind: "withheld", request: applied.ok ? applied.request : request };
}

async function shown(
  deps: Deps,
  workspaceId: string,
  connectionId: string,
  rail: Parameters<typeof railFacts>[3],
): Promise<ShownRail> {
  return { kind: "rail", facts: await railFacts(deps, workspaceId, connectionId, rail) };
}

/** The request whose tag a Rail carries: where that does not know the Rail, nobody has judged it yet. */
async function taggedRequest(
  db: Db,
  workspaceId: string,
  { metadata }: Rail,
): Promise<ChangeRequest | undefined> {
  const tag = readTag(metadata);
  return tag && findRequest(db, { workspaceId, requestId: tag.requestId });
}
