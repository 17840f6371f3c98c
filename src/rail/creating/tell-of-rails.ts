import type { Db } from "../../platform/database/schema.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { applyCommand } from "../../request/apply-command.ts";
import type { Context } from "../../request/context.ts";
import { findRequestsByIds } from "../../request/queries/find-requests.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import { railOrNull } from "./verify-rail.ts";
import type { Place } from "./walk-ground.ts";

const tagOf = ({ metadata }: Rail) => readTag(metadata)?.requestId;

/** Rails with the tag of a request here that are not its one Rail. */
export async function newsIn(
  db: Db,
  { workspaceId, connectionId }: Place,
  rails: readonly Rail[],
): Promise<Rail[]> {
  const tags = rails.flatMap((rail) => tagOf(rail) ?? []);
  const requests = await findRequestsByIds(db, workspaceId, tags);
  const known = new Map(requests.map((request) => [request.id, request]));
  return rails.filter((rail) => {
    const request = known.get(tagOf(rail) ?? "");
    return request?.connectionId === connectionId && isNews(request, rail);
  });
}

function isNews(request: ChangeRequest, { id }: Rail): boolean {
  if (!isRailRequest(request)) return false;
  const { state } = request;
  return !("railId" in state) || id !== state.railId;
}

interface Around {
  /** The id of every Rail that the list shows. */
  shown: ReadonlySet<string>;
  rails: Pick<RailApi, "getRail">;
  /** Requests with a single Rail are passed over. */
  only?: "twins";
}

/**
 * Tells each request of the Rails with its tag, even when it has ended: a Rail may come late, twice, or after a give-up.
 * False where one of the requests was never claimed, and yet has a Rail.
 * @param news Each Rail once: two with one tag quarantine both.
 */
export async function tellOfRails(
  context: Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock">,
  { workspaceId, connectionId }: Place,
  news: readonly Rail[],
  { shown, rails, only }: Around,
): Promise<boolean> {
  let isEachClaimed = true;
  for (const [requestId = "", matches] of Map.groupBy(news, tagOf)) {
    const ref = { workspaceId, requestId };
    const request = await findRequest(context.db, ref);
    if (request?.connectionId !== connectionId) continue;
    if (request.attempt === 0) isEachClaimed = false;
    const { state } = request;
    const isKnownShown = "railId" in state && shown.has(state.railId);
    if (only === "twins" && matches.length === 1 && !isKnownShown) continue;
    // One without an id may be the known one, shown without it for once, unless that is shown as well.
    const isCounted = matches.some(({ id }) => id === null);
    const known = isCounted && isKnownShown ? await railOrNull(rails, state.railId) : null;
    const all = known ? [known, ...matches] : matches;
    await applyCommand(context, ref, { type: "scanned", matches: all, candidates: [] });
  }
  return isEachClaimed;
}
