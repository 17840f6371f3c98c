import type { Db } from "../../platform/database/schema.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection, findRailsReadAt } from "../../request/queries/companies.ts";
import { listDestinations } from "../../request/queries/destinations.ts";
import {
  findOpenRequestAbout,
  listAwaitedDestinations,
} from "../../request/queries/find-requests.ts";
import type { RailInto } from "../../request/queries/rails/known-rails.ts";
import { listRailsInto } from "../../request/queries/rails/known-rails.ts";
import { listUnregistered } from "../../request/queries/values/known-values.ts";
import type { DestinationRequest } from "../../request/rules/change-request.ts";
import { detailsOf } from "../../request/rules/destination.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import type { RegisterEntry } from "./register-entries.ts";
import { refOf, registerEntries } from "./register-entries.ts";

type Entry<Is extends RegisterEntry["is"]> = Extract<RegisterEntry, { is: Is }>;

/** An entry with its history. `openRequest` is the number of the open request about it. */
export type RegisterRow =
  | (Entry<"registered"> & { railsInto: readonly RailInto[]; openRequest: number | null })
  | Entry<"waiting">
  | (Entry<"unregistered"> & { openRequest: number | null });

async function readEntries(db: Db, workspaceId: string) {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const awaited = await listAwaitedDestinations(db, connectionId);
  const entries = registerEntries(
    await listDestinations(db, connectionId, {}),
    awaited,
    await listUnregistered(db, connectionId),
  );
  return { connectionId, awaited, entries };
}

/** Everywhere that money may go, is to go, or goes by Rails made elsewhere; those are known until `railsReadAt`. */
export async function readRegister(db: Db, workspaceId: string) {
  const { connectionId, entries } = await readEntries(db, workspaceId);
  return { entries, railsReadAt: await findRailsReadAt(db, connectionId) };
}

/** Undefined where it is not in the register any more. */
export async function findRegisterRow(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  ref: string,
): Promise<RegisterRow | undefined> {
  const { connectionId, awaited, entries } = await readEntries(db, workspaceId);
  const entry = entries.find((each) => refOf(each) === ref);
  return entry && rowOf(db, connectionId, entry, awaited);
}

async function rowOf(
  db: Db,
  connectionId: string,
  entry: RegisterEntry,
  awaited: readonly DestinationRequest[],
): Promise<RegisterRow> {
  switch (entry.is) {
    case "registered": {
      const { destination } = entry;
      const about = await findOpenRequestAbout(db, connectionId, detailsOf(destination));
      return {
        ...entry,
        railsInto: await listRailsInto(db, connectionId, destination),
        openRequest: about?.number ?? null,
      };
    }
    case "waiting":
      return entry;
    case "unregistered": {
      const { serviceId } = entry.end;
      const about = awaited.find(
        (request) => serviceId !== null && subjectOf(request).serviceId === serviceId,
      );
      return { ...entry, openRequest: about?.number ?? null };
    }
  }
}
