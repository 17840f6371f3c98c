import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import type { People, RequestRef, Store } from "./ports.ts";
import { StandingsNotKnown, standingsOf } from "./standings.ts";

interface Deps extends ApplyDeps {
  store: Pick<Store, "transaction" | "findRequest">;
  people: People;
}

/** Brings an approved change of the set-up into force: nothing is sent. Throws a `StandingsNotKnown`. */
export async function applySetupChange(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await deps.store.findRequest(ref);
  if (request?.state.status !== "approved") return;
  const standings = await standingsOf(deps.people, request);
  const applied = await applyCommand(deps, ref, { type: "keep-setup", standings });
  if (!applied.ok && applied.refusal === "below-quorum") throw new StandingsNotKnown();
}
