import { endWhatWaits } from "../../destination/register-change.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import { applyCommand } from "../../request/apply-command.ts";
import { saveRailsReadAt } from "../../request/queries/companies.ts";
import { listDestinations, markDestination } from "../../request/queries/destinations.ts";
import { rememberRails } from "../../request/queries/seen-rails.ts";
import { isContradiction } from "../../request/rules/decide-destination.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { detailsOf, serviceIdOf } from "../../request/rules/destination.ts";
import type { SeenEnd } from "../../request/rules/outcome/seen-rail.ts";
import { seenRail } from "../../request/rules/outcome/seen-rail.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
}

/**
 * A client that keeps what the service shows of Rails: their entry points, and into which destinations they deliver. It
 * is the only proof there is that an id of the register stands for the address or IBAN beside it.
 */
export function rememberingRails(
  deps: Deps,
  workspaceId: string,
  connectionId: string,
  rails: RailApi,
): RailApi {
  const remember = (shown: readonly Rail[]) =>
    rememberShown(deps, workspaceId, connectionId, shown);
  return {
    ...rails,
    async getRail(id) {
      const rail = await rails.getRail(id);
      await remember([rail]);
      return rail;
    },
    async *listRails() {
      const startedAt = deps.clock();
      for await (const page of rails.listRails()) {
        await remember(page.rails);
        yield page;
      }
      await saveRailsReadAt(deps.db, connectionId, startedAt);
    },
  };
}

async function rememberShown(
  deps: Deps,
  workspaceId: string,
  connectionId: string,
  rails: readonly Rail[],
): Promise<void> {
  const at = deps.clock();
  const seen = rails.flatMap((rail) => seenRail(rail, at) ?? []);
  if (seen.length === 0) return;
  await rememberRails(deps.db, workspaceId, connectionId, seen);

  const registered = await listDestinations(deps.db, connectionId, {});
  // A retired one may have the same id as the one that took its place.
  const byServiceId = Map.groupBy(registered, serviceIdOf);
  for (const { destination } of seen) {
    if (destination.serviceId === null) continue;
    for (const known of byServiceId.get(destination.serviceId) ?? []) {
      await compare(deps, known, destination, at);
    }
  }
}

/** The service shows the id of a registered destination: with its value that is the proof, with another one an alarm. */
async function compare(deps: Deps, known: Destination, seen: SeenEnd, at: string): Promise<void> {
  if (seen.detail === null) return;
  if (!isContradiction(detailsOf(known), seen)) {
    if (known.provenAt !== null || known.retiredAt !== null) return;
    if (known.requestId !== null) {
      const ref = { workspaceId: known.workspaceId, requestId: known.requestId };
      await applyCommand(deps, ref, { type: "prove", seen });
      return;
    }
    await deps.transaction((tx) =>
      markDestination(tx.db, known.connectionId, known.id, "proven", at),
    );
    return;
  }
  if (known.contradictedAt !== null) return;
  if (known.requestId !== null) {
    const ref = { workspaceId: known.workspaceId, requestId: known.requestId };
    // Marks it as well: were the mark saved first, a kill in between would leave nobody alarmed.
    const applied = await applyCommand(deps, ref, { type: "contradict", seen });
    if (applied.ok) return;
  }
  await deps.transaction(async (tx) => {
    await markDestination(tx.db, known.connectionId, known.id, "contradicted", at);
    await endWhatWaits(tx, known.connectionId, serviceIdOf(known));
  });
}
