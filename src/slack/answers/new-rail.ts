import type { ChangeRequest } from "../../domain/change-request.ts";
import { railIdOf } from "../../domain/change-request.ts";
import { destinationKind } from "../../domain/destination.ts";
import type { RailType } from "../../domain/rail.ts";
import type { NewRailValues } from "../forms/new-rail-form.ts";
import type { SimilarRail } from "../forms/new-rail-modal.ts";
import { newRailModal } from "../forms/new-rail-modal.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import { ageOf } from "../times.ts";

type Deps = Pick<ListenerDeps, "store" | "clock" | "catalogue">;

export interface NewRailForm {
  draftId: string;
  askedIn: string;
  type: RailType;
  values: NewRailValues;
  similar?: ChangeRequest;
}

/** The New Rail form, with what may be chosen now. */
export async function newRailView(
  { store, clock, catalogue }: Deps,
  workspaceId: string,
  { similar, ...form }: NewRailForm,
) {
  const now = clock();
  const { id, environment } = await store.currentConnection(workspaceId);
  const kind = destinationKind(form.type);
  return newRailModal({
    ...form,
    ...catalogue,
    environment,
    destinations: await store.listDestinations(id, { kind, isUsableAt: now }),
    similar: similar && similarRail(similar, now),
  });
}

function similarRail(request: ChangeRequest, now: string): SimilarRail {
  const railId = railIdOf(request) ?? null;
  return {
    name: request.content.change.name,
    ageText: ageOf(request.requestedAt, now),
    railId,
    status: railId === null ? "asked-for" : "exists",
  };
}
