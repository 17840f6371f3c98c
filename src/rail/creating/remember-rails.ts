import { endWhatWaits } from "../../destination/register-change.ts";
import { overOneConnection } from "../../platform/database/at-once.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { applyCommand } from "../../request/apply-command.ts";
import type { Context } from "../../request/context.ts";
import { lockWorkspace } from "../../request/queries/audit.ts";
import { saveRailsReadAt } from "../../request/queries/companies.ts";
import { listDestinations, markDestination } from "../../request/queries/destinations.ts";
import { rememberRails } from "../../request/queries/rails/seen-rails.ts";
import { isUnregistered } from "../../request/queries/values/known-values.ts";
import { isContradiction } from "../../request/rules/decide-destination.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { detailsOf, serviceIdOf } from "../../request/rules/destination.ts";
import type { SeenEnd } from "../../request/rules/outcome/seen-rail.ts";
import { seenRail } from "../../request/rules/outcome/seen-rail.ts";
import { nameOf } from "./walk-rails.ts";

type Remembering = Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock">;

/**
 * A client that keeps the ends of Rails that the service shows. They are the only proof that an id of the register
 * stands for the address or IBAN beside it.
 */
export function rememberingRails(
  context: Remembering,
  workspaceId: string,
  connectionId: string,
  rails: RailApi,
): RailApi {
  const remember = (shown: readonly Rail[]) =>
    rememberShown(context, workspaceId, connectionId, shown);
  return {
    ...rails,
    async getRail(id) {
      const rail = await rails.getRail(id);
      await remember([rail]);
      return rail;
    },
    async readPage(address) {
      const page = await rails.readPage(address);
      await remember(page.rails);
      return page;
    },
    async *listRails() {
      const startedAt = context.clock();
      const names = new Set<string>();
      let most = 0;
      for await (const page of rails.listRails()) {
        await remember(page.rails);
        for (const rail of page.rails) names.add(nameOf(rail));
        most = Math.max(most, page.total);
        yield page;
      }
      // A list that leaves some out does not show that they are gone.
      if (names.size >= most) await saveRailsReadAt(context.db, connectionId, startedAt);
    },
  };
}

async function rememberShown(
  context: Remembering,
  workspaceId: string,
  connectionId: string,
  rails: readonly Rail[],
): Promise<void> {
  const at = context.clock();
  const seen = rails.flatMap((rail) => seenRail(rail, at) ?? []);
  if (seen.length === 0) return;
  const serviceIds = seen.flatMap(({ destination }) => destination.serviceId ?? []);
  const registered = await overOneConnection(context.db, async (db) => {
    const isElsewhere = isUnregistered(await listDestinations(db, connectionId, { serviceIds }));
    const agreed = seen.flatMap((rail) => (isElsewhere(rail) ? [] : rail.railId));
    await rememberRails(db, workspaceId, connectionId, seen, new Set(agreed));
    // Again: what is registered from now on finds what is remembered, but what was in between has not.
    return listDestinations(db, connectionId, { serviceIds });
  });
  // A retired one may have the same id as the one that took its place.
  const byServiceId = Map.groupBy(registered, serviceIdOf);
  for (const { destination } of seen) {
    if (destination.serviceId === null) continue;
    for (const known of byServiceId.get(destination.serviceId) ?? []) {
      await compare(context, known, destination, at);
    }
  }
}

/** The service shows the id of a registered destination: with its value that is the proof, with another one an alarm. */
async function compare(
  context: Remembering,
  known: Destination,
  seen: SeenEnd,
  at: string,
): Promise<void> {
  if (seen.detail === null) return;
  const { id, workspaceId, connectionId, requestId } = known;
  const ref = requestId === null ? undefined : { workspaceId, requestId };
  if (!isContradiction(detailsOf(known), seen)) {
    if (known.provenAt !== null || known.retiredAt !== null) return;
    if (ref) await applyCommand(context, ref, { type: "prove", seen });
    else await context.transaction((tx) => markDestination(tx.db, connectionId, id, "proven", at));
    return;
  }
  if (known.contradictedAt !== null) return;
  // The command marks it as well: a mark of our own before it could leave nobody alarmed after a kill.
  if (ref && (await applyCommand(context, ref, { type: "contradict", seen })).ok) return;
  await context.transaction(async (tx) => {
    // A claim that read the register before commits before.
    await lockWorkspace(tx.db, workspaceId);
    await markDestination(tx.db, connectionId, id, "contradicted", at);
    await endWhatWaits(tx, connectionId, serviceIdOf(known));
  });
}
