import type { WhitelistDestination } from "../domain/change.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import { outcomeOf } from "./outcome-of.ts";
import type { People, RailApi, RailApis, RequestRef, Store } from "./ports.ts";
import { StandingsNotKnown, standingsOf } from "./standings.ts";
import { whitelistAtService } from "./whitelist-at-service.ts";

interface Deps extends ApplyDeps {
  store: Pick<Store, "transaction" | "findRequest">;
  railApis: RailApis;
  people: People;
}

/**
 * The only way to `POST /wallets` and `POST /bank-accounts`. As for a Rail, a claim moves the request to `sending` in a
 * transaction of its own, and only whoever made that claim posts, once. There is no list in which to look for what came
 * of it: an outcome that is not known goes to a person.
 */
export async function whitelistDestination(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await deps.store.findRequest(ref);
  if (request?.content.change.kind !== "whitelist-destination") return;
  const { state } = request;
  if (state.status === "sending") {
    await applyCommand(deps, ref, { type: "interrupted" });
    return;
  }
  const isWaiting = state.status === "approved" || state.status === "blocked";
  if (!isWaiting || deps.clock() < state.nextTryAt) return;

  const rails = await deps.railApis(ref.workspaceId, request.connectionId);
  const standings = await standingsOf(deps.people, request);
  const claimed = await applyCommand(deps, ref, { type: "claim", standings });
  if (!claimed.ok && claimed.refusal === "below-quorum") throw new StandingsNotKnown();
  if (!claimed.ok || claimed.request.state.status !== "sending") return;

  // The claimed one, and no other reading: the claim is what held its bytes against the digest.
  const { attempt, content } = claimed.request;
  if (content.change.kind !== "whitelist-destination") return;
  const outcome = await post(rails, content.change);
  await applyCommand(deps, ref, { type: "record", attempt, outcome });
}

async function post(rails: RailApi, { name, details }: WhitelistDestination): Promise<Outcome> {
  try {
    return { type: "whitelisted", ...(await whitelistAtService(rails, name, details)) };
  } catch (error) {
    return outcomeOf(error);
  }
}
