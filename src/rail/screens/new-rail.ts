import type { ModalView } from "@slack/types";
import {
  awaitedSentence,
  unusableSentence,
} from "../../destination/register/unusable-destination.ts";
import type { RailType } from "../../platform/rail-api/rules/rail.ts";
import { ageOf } from "../../platform/text/times.ts";
import type { Command } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection, findPolicy } from "../../request/queries/companies.ts";
import { findDestination, listDestinations } from "../../request/queries/destinations.ts";
import { listAwaitedDestinations } from "../../request/queries/find-requests.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { railIdOf } from "../../request/rules/change-request.ts";
import { destinationKind } from "../../request/rules/destination.ts";
import { madeRailOf } from "../../request/rules/evolve.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import { awaitedIn } from "./destination-options.ts";
import type { NewRailValues } from "./new-rail-form.ts";
import type { SimilarRail } from "./new-rail-modal.ts";
import { newRailModal } from "./new-rail-modal.ts";

const TYPES = new Map<string, RailType>([
  ["", "ON_RAMP"],
  ["on", "ON_RAMP"],
  ["off", "OFF_RAMP"],
]);

export const newCommand: Command<{ type: RailType }> = {
  verb: "new",
  usage: { takes: "[on|off]", does: "asks for a Rail: on-ramp or off-ramp" },
  act: () => "create-rail",
  parse(typed) {
    const type = TYPES.get(typed.toLowerCase());
    return type === undefined ? { ok: false, problem: PROBLEM } : { ok: true, args: { type } };
  },
  answer(context, { type }, { workspaceId, askedIn }) {
    const form = { draftId: context.newId(), askedIn, type, values: {} };
    return newRailView(context, workspaceId, form);
  },
};

const PROBLEM = "new takes nothing after it, or on or off for the type of Rail.";

type Deps = Pick<Context, "db" | "transaction" | "clock" | "catalogue">;

export interface NewRailForm {
  draftId: string;
  askedIn: string;
  type: RailType;
  values: NewRailValues;
  /** The request that is like the one in the form. */
  similarId?: string | undefined;
}

/** The New Rail form, with what may be chosen now. */
export async function newRailView(
  { db, clock, catalogue }: Deps,
  workspaceId: string,
  { draftId, askedIn, type, values, similarId }: NewRailForm,
): Promise<ModalView> {
  const now = clock();
  const { id, environment } = await findCurrentConnection(db, workspaceId);
  const kind = destinationKind(type);
  const similar =
    similarId === undefined
      ? undefined
      : await findRequest(db, { workspaceId, requestId: similarId });
  const awaited = await listAwaitedDestinations(db, id);
  return newRailModal({
    draftId,
    askedIn,
    type,
    values,
    fiatAssets: catalogue.fiatAssets,
    stablecoins: catalogue.stablecoins,
    networks: catalogue.networks.map((each) => each.id),
    environment,
    destinations: await listDestinations(db, id, { kind, isNotEnded: true }),
    awaited: awaited.filter((request) => subjectOf(request).details.kind === kind),
    now,
    similar: similar && similarRail(similar, now),
  });
}

function similarRail(request: ChangeRequest, now: string): SimilarRail {
  const railId = railIdOf(request) ?? null;
  return {
    requestId: request.id,
    name: request.content.change.name,
    ageText: ageOf(request.requestedAt, now),
    railId,
    status: railId === null && madeRailOf(request.state) === null ? "asked-for" : "exists",
  };
}

/** Why nothing can be delivered into what was chosen, and from when it can. */
export async function whyNotUsable(
  { db, clock }: Pick<Deps, "db" | "transaction" | "clock">,
  workspaceId: string,
  chosen: string,
): Promise<string> {
  const requestId = awaitedIn(chosen);
  if (requestId !== undefined) {
    const request = await findRequest(db, { workspaceId, requestId });
    const { coolDownHours } = await findPolicy(db, workspaceId);
    return awaitedSentence(request, coolDownHours);
  }
  const destination = await findDestination(db, workspaceId, chosen);
  return unusableSentence(destination, clock());
}
