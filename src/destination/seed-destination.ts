import type { Context } from "../request/context.ts";
import { findCurrentConnection } from "../request/queries/companies.ts";
import {
  addDestination,
  findDestinationByDetails,
  rowOfDestination,
} from "../request/queries/destinations.ts";
import { trustIn } from "../request/queries/row-macs.ts";
import type { DestinationDetails } from "../request/rules/change.ts";
import { withDetails } from "../request/rules/destination.ts";
import { keepMarks } from "../request/sign-rows.ts";
import { whitelistAtService } from "./post-destination.ts";

/** A destination that needs no approval, because it is not real. */
export interface SeededDestination {
  name: string;
  details: DestinationDetails;
}

/**
 * Whitelists a destination with the Rail service and registers it, unless it is registered already. For the sandbox's
 * start alone: in Slack, whitelisting needs approval. Throws a `RailApiError`.
 */
export async function seedDestination(
  {
    db,
    seal,
    railApis,
    clock,
    newId,
  }: Pick<Context, "db" | "seal" | "railApis" | "clock" | "newId">,
  workspaceId: string,
  { name, details }: SeededDestination,
): Promise<void> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  if (await findDestinationByDetails(db, connectionId, details)) return;

  const rails = await railApis(workspaceId, connectionId);
  const { serviceId } = await whitelistAtService(rails, name, details);
  if (serviceId === null) throw new Error("The Rail service gave the destination no id");
  const now = clock();
  const registered = {
    id: newId(),
    workspaceId,
    connectionId,
    addedBy: "sandbox",
    approvedBy: [],
    addedAt: now,
    usableFrom: now,
    retiredAt: null,
    provenAt: now,
    contradictedAt: null,
    requestId: null,
  };
  const destination = withDetails(registered, details, { id: serviceId, name });
  await db.transaction().execute(async (trx) => {
    await addDestination(trx, destination);
    const row = rowOfDestination(destination);
    const marks = (await trustIn(trx, seal, workspaceId, [row])).sign([row], "written-anew");
    await keepMarks(trx, workspaceId, { at: now, actor: "sandbox" }, marks);
  });
}
