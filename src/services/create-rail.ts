import type { RailRequest } from "../domain/change-request.ts";
import { isRailRequest } from "../domain/change-request.ts";
import type { Outcome } from "../domain/outcome.ts";
import { tagText } from "../domain/tag.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import { outcomeOf } from "./outcome-of.ts";
import type { People, RailApi, RailApis, RequestRef, Store } from "./ports.ts";
import { RailApiError } from "./rail-api-error.ts";
import { StandingsNotKnown, standingsOf } from "./standings.ts";
import { taggedRails } from "./tagged-rails.ts";

interface Deps extends ApplyDeps {
  store: Pick<Store, "transaction" | "findRequest">;
  railApis: RailApis;
  people: People;
}

/**
 * The only way to `POST /rails`. It first makes sure that no Rail carries the tag; then a claim moves the request to
 * `sending` in a transaction of its own, and only whoever made that claim posts, once. Whoever finds `sending` on
 * arrival has missed the outcome, and says so instead of posting again.
 */
export async function createRail(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await deps.store.findRequest(ref);
  if (!request || !isRailRequest(request)) return;
  const { state } = request;
  if (state.status === "sending") {
    await applyCommand(deps, ref, { type: "interrupted" });
    return;
  }
  const isWaiting = state.status === "approved" || state.status === "blocked";
  if (!isWaiting || deps.clock() < state.nextTryAt) return;

  const rails = await deps.railApis(ref.workspaceId, request.connectionId);
  if (!(await isCertainlyAbsent(deps, ref, rails))) return;

  const standings = await standingsOf(deps.people, request);
  const claimed = await applyCommand(deps, ref, { type: "claim", standings });
  if (!claimed.ok && claimed.refusal === "below-quorum") throw new StandingsNotKnown();
  if (!claimed.ok || claimed.request.state.status !== "sending") return;

  // The claimed one, and no other reading: the claim is what held its bytes against the digest.
  if (!isRailRequest(claimed.request)) return;
  const outcome = await post(rails, claimed.request);
  await applyCommand(deps, ref, { type: "record", attempt: claimed.request.attempt, outcome });
}

/** A database restored from a backup may say `approved` of a Rail that exists: so look before every POST. */
async function isCertainlyAbsent(deps: Deps, ref: RequestRef, rails: RailApi): Promise<boolean> {
  try {
    const matches = await taggedRails(rails, ref.requestId);
    if (matches.length === 0) return true;
    await applyCommand(deps, ref, { type: "scanned", matches });
    return false;
  } catch (error) {
    if (!(error instanceof RailApiError)) throw error;
    const because = error.code === "unauthenticated" ? "token-refused" : "unreachable";
    await applyCommand(deps, ref, { type: "could-not-look", because });
    return false;
  }
}

async function post(rails: RailApi, request: RailRequest): Promise<Outcome> {
  const { spec, reference } = request.content.change;
  const tag = tagText({ requestId: request.id, digest: request.digest });
  try {
    const rail = await rails.createRail(spec, reference === null ? [tag] : [tag, reference]);
    return { type: "created", rail };
  } catch (error) {
    return outcomeOf(error);
  }
}
