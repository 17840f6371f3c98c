import type { ModalView } from "@slack/types";
import type { RailType } from "../../platform/rail-api/rules/rail.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { ageOf, counted, utcText } from "../../platform/text/times.ts";
import type { NewDraft } from "../../request/change-kind.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection, findPolicy } from "../../request/queries/companies.ts";
import {
  findDestinationByServiceId,
  listDestinations,
} from "../../request/queries/destinations.ts";
import { listAwaitedDestinations } from "../../request/queries/find-requests.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { CreateRail } from "../../request/rules/change.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { numberOf, railIdOf } from "../../request/rules/change-request.ts";
import type { Destination, Unusable } from "../../request/rules/destination.ts";
import { destinationIdOf, destinationKind, whyUnusable } from "../../request/rules/destination.ts";
import { madeRailOf } from "../../request/rules/evolve.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import { endedInVain } from "../../request/rules/status.ts";
import { awaitedIn } from "./destination-options.ts";
import { chosenDestination, draftRail } from "./draft-rail.ts";
import type { NewRailValues } from "./new-rail-form.ts";
import { CHOICE_BLOCKS, faultsIn, readNewRailDraft, readNewRailForm } from "./new-rail-form.ts";
import type { SimilarRail } from "./new-rail-modal.ts";
import { newRailModal } from "./new-rail-modal.ts";
import { reviewDraftView } from "./review-draft-modal.ts";

export interface NewRailForm {
  draftId: string;
  askedIn: string;
  type: RailType;
  values: NewRailValues;
  /** The request that is like the one in the form. */
  similarId?: string | undefined;
  /** When it was last changed, where it is a draft that was closed. */
  keptAt?: string;
  isEmptied?: boolean | undefined;
}

/** The New Rail form, with what may be chosen now. */
export async function newRailView(
  { db, clock, catalogue }: Pick<Context, "db" | "clock" | "catalogue">,
  workspaceId: string,
  { similarId, ...form }: NewRailForm,
): Promise<ModalView> {
  const now = clock();
  const { id, environment } = await findCurrentConnection(db, workspaceId);
  const kind = destinationKind(form.type);
  const similar =
    similarId === undefined
      ? undefined
      : await findRequest(db, { workspaceId, requestId: similarId });
  const awaited = await listAwaitedDestinations(db, id);
  return newRailModal({
    ...form,
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
  const { change } = request.content;
  // An adopted Rail is older than its request.
  const adopted = change.kind === "adopt-rail" ? change : undefined;
  const railId = adopted?.railId ?? railIdOf(request) ?? null;
  return {
    requestId: request.id,
    name: change.name,
    ageText: adopted ? null : ageOf(request.requestedAt, now),
    railId,
    status: railId === null && madeRailOf(request.state) === null ? "asked-for" : "exists",
  };
}

/** The form with the former request. A destination that is no longer registered has to be chosen again. */
export async function newRailAgain(
  context: Context,
  { name, reason, reference, spec }: CreateRail,
  { workspaceId, ...draft }: NewDraft,
): Promise<ModalView> {
  const { id } = await findCurrentConnection(context.db, workspaceId);
  const found = await findDestinationByServiceId(context.db, id, destinationIdOf(spec));
  const { type, source, destination } = spec;
  const assets =
    type === "ON_RAMP"
      ? { fiatAsset: source.asset, stablecoin: destination.asset }
      : { stablecoin: source.asset, network: source.network, fiatAsset: destination.asset };
  const values = { name, reason, reference, ...assets, destinationId: found?.id };
  return newRailView(context, workspaceId, { ...draft, type, values });
}

/** Why nothing can go to the chosen destination, and from when it can. */
async function whyNotUsable(
  { db, clock }: Pick<Context, "db" | "clock">,
  workspaceId: string,
  chosen: string,
): Promise<string> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const destination = await chosenDestination(db, { workspaceId, connectionId }, chosen);
  const requestId = awaitedIn(chosen);
  if (destination || requestId === undefined) return unusableSentence(destination, clock());
  const request = await findRequest(db, { workspaceId, requestId });
  const { coolDownHours } = await findPolicy(db, workspaceId);
  return awaitedSentence(request, coolDownHours);
}

/** Review: keeps the draft and shows, in full, what would be asked for. */
export async function submitNewRail(context: Context, { view, body, ack }: SubmitArgs) {
  const workspaceId = workspaceOf(body);
  const form = readNewRailForm(view);
  const refuse = (faults: Record<string, string>) =>
    ack({ response_action: "errors", errors: faultsIn(view, faults) });
  if (!form.ok) return refuse(form.errors);
  const { answers } = form;
  const drafted = await draftRail(context, workspaceId, body.user.id, answers);
  if (drafted.ok) {
    const review = checkedView(await reviewDraftView(context, drafted));
    return ack({ response_action: "push", view: review });
  }
  switch (drafted.because) {
    case "similar-exists": {
      const again = { ...readNewRailDraft(view), similarId: drafted.similar.id };
      const warned = await newRailView(context, workspaceId, again);
      return ack({ response_action: "update", view: checkedView(warned) });
    }
    case "destination-not-usable": {
      const why = await whyNotUsable(context, workspaceId, answers.destinationId);
      return refuse({ [CHOICE_BLOCKS[answers.type].destinationId]: why });
    }
    case "asset-not-offered": {
      return refuse({ [CHOICE_BLOCKS[answers.type].stablecoin]: NOT_OFFERED });
    }
  }
}

const NOT_OFFERED = "These assets or this network are not offered here. Choose again.";

/** Why no Rail may deliver yet into a requested destination, and what it waits for. */
export function awaitedSentence(request: ChangeRequest | undefined, coolDownHours: number): string {
  if (!request) return CHOOSE_ANOTHER;
  const from = coolDownHours === 0 ? "as soon as" : `${counted(coolDownHours, "hour")} after`;
  const next = `It can be used ${from} it is whitelisted. Choose another, or close this form: a message then brings your draft back.`;
  const number = numberOf(request);
  const { status } = request.state;
  if (status === "pending") return `${number} is still pending approval. ${next}`;
  if (status === "in-force")
    return `${number} led to a destination that can no longer be used. Choose another.`;
  if (endedInVain(request) || status === "quarantined")
    return `${number} did not lead to a destination: its card says why. Choose another.`;
  return `${number} is approved but not done yet: its card shows its status. ${next}`;
}

/** Why no Rail may deliver into a destination now, and from when it may. */
export function unusableSentence(destination: Destination | undefined, now: string): string {
  const why = destination && whyUnusable(destination, now);
  return destination && why ? sentence(why, destination) : CHOOSE_ANOTHER;
}

function sentence(why: Unusable, { usableFrom }: Destination): string {
  switch (why) {
    case "cooling-down":
      return `This destination was whitelisted only recently. It may be used from ${utcText(usableFrom)}. Choose another until then.`;
    case "contradicted":
      return "The Rail service has shown this destination with another address or IBAN than the register. Choose another, and tell an administrator.";
    case "retired":
      return "This destination has been retired. Choose another.";
  }
}

const CHOOSE_ANOTHER = "This destination can no longer be used. Choose another.";
