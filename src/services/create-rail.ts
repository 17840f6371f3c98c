import type { Standing } from "../domain/approval-policy.ts";
import type { ChangeRequest } from "../domain/change-request.ts";
import type { Outcome } from "../domain/decide-creation.ts";
import { tagText } from "../domain/tag.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import type { People, RailApi, RailApis, RequestRef, Store } from "./ports.ts";
import { RailApiError } from "./rail-api-error.ts";
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
  if (!request) return;
  const { state } = request;
  if (state.status === "sending") {
    await applyCommand(deps, ref, { type: "interrupted" });
    return;
  }
  const isWaiting = state.status === "approved" || state.status === "blocked";
  if (!isWaiting || deps.clock() < state.nextTryAt) return;

  const rails = await deps.railApis(ref.workspaceId, request.connectionId);
  if (!(await isCertainlyAbsent(deps, ref, rails))) return;

  const standings = await standingsOf(deps, request);
  const claimed = await applyCommand(deps, ref, { type: "claim", standings });
  if (!claimed.ok && claimed.refusal === "below-quorum") {
    throw new Error("Slack could not say whether the approvers are still active; tried again");
  }
  if (!claimed.ok || claimed.request.state.status !== "sending") return;

  const { attempt } = claimed.request;
  const outcome = await post(rails, claimed.request);
  await applyCommand(deps, ref, { type: "record", attempt, outcome });
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

async function standingsOf(
  { people }: Deps,
  { workspaceId, approvals }: ChangeRequest,
): Promise<ReadonlyMap<string, Standing>> {
  const look = async ({ by }: { by: string }) =>
    [by, await people.standingOf(workspaceId, by)] as const;
  return new Map(await Promise.all(approvals.map(look)));
}

async function post(rails: RailApi, request: ChangeRequest): Promise<Outcome> {
  const { spec, reference } = request.content.change;
  const tag = tagText({ requestId: request.id, digest: request.digest });
  try {
    const rail = await rails.createRail(spec, reference === null ? [tag] : [tag, reference]);
    return { type: "created", rail };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Whatever is not a documented refusal or a connection that never opened may have taken effect. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof RailApiError)) return { type: "unknown" };
  switch (error.outcome) {
    case "not-sent":
      return { type: "not-sent" };
    case "unknown":
      return { type: "unknown" };
    case "not-created":
      return error.code === "unauthenticated"
        ? { type: "unauthenticated" }
        : { type: "refused", message: error.message, fieldErrors: error.fieldErrors };
  }
}
