import type { Db } from "../../platform/database/schema.ts";
import type { Catalogue } from "../../platform/rail-api/rail-api.ts";
import type { RailSpec, RailType } from "../../platform/rail-api/rules/rail.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { findDestination, findDestinationByDetails } from "../../request/queries/destinations.ts";
import type { Draft } from "../../request/queries/drafts.ts";
import { saveDraft } from "../../request/queries/drafts.ts";
import { findRequest, findSimilarRequest } from "../../request/queries/requests.ts";
import type { Connection, CreateRail } from "../../request/rules/change.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationKind, isUsable } from "../../request/rules/destination.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import { awaitedIn } from "./destination-options.ts";

/** The form as it was answered, texts without the blanks around them. `destinationId` is ours, in the register. */
export interface RailAnswers {
  draftId: string;
  askedIn: string;
  type: RailType;
  name: string;
  reason: string;
  reference: string | null;
  fiatAsset: string;
  stablecoin: string;
  network: string | null;
  destinationId: string;
  /** Confirms another Rail for exactly these choices, although one like it exists or is requested. */
  wantsAnother: boolean;
}

export type Drafted =
  | {
      ok: true;
      draft: Draft & { change: CreateRail };
      digest: string;
      connection: Connection;
      destination: Destination;
    }
  | { ok: false; because: "asset-not-offered" | "destination-not-usable" }
  | { ok: false; because: "similar-exists"; similar: ChangeRequest };

/** Saves the filled-in form with the full destination, so that the request equals the review. */
export async function draftRail(
  {
    db,
    draftsPerPerson,
    clock,
    catalogue,
  }: Pick<Context, "db" | "draftsPerPerson" | "clock" | "catalogue">,
  workspaceId: string,
  createdBy: string,
  answers: RailAnswers,
): Promise<Drafted> {
  if (!isOffered(catalogue, answers)) return { ok: false, because: "asset-not-offered" };
  const connection = await findCurrentConnection(db, workspaceId);
  const around = { workspaceId, connectionId: connection.id };
  const destination = await chosenDestination(db, around, answers.destinationId);
  const spec = destination && toSpec(answers, destination);
  const isOurs = destination?.connectionId === connection.id && isUsable(destination, clock());
  if (!destination || !spec || !isOurs) return { ok: false, because: "destination-not-usable" };

  const similar = await findSimilarRequest(db, connection.id, spec);
  if (similar && !answers.wantsAnother) return { ok: false, because: "similar-exists", similar };

  const { name, reason, reference, draftId: id, askedIn } = answers;
  const isAnother = similar ? { isAnother: true as const } : {};
  const change: CreateRail = { kind: "create-rail", ...isAnother, name, reason, reference, spec };
  const draft = { id, workspaceId, connectionId: connection.id, createdBy, askedIn, change };
  const digest = await saveDraft(db, draft, clock(), draftsPerPerson);
  return { ok: true, draft, digest, connection, destination };
}

/** The destination of an option, even if it was only requested when the form was drawn and is registered by now. */
export async function chosenDestination(
  db: Db,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  chosen: string,
): Promise<Destination | undefined> {
  const requestId = awaitedIn(chosen);
  if (requestId === undefined) return findDestination(db, workspaceId, chosen);
  const request = await findRequest(db, { workspaceId, requestId });
  const subject = request && subjectOf(request);
  const found = subject && (await findDestinationByDetails(db, connectionId, subject.details));
  return found?.requestId === requestId ? found : undefined;
}

/** A form can be forged: only what it offers may be requested. */
function isOffered(
  { fiatAssets, stablecoins, networks }: Catalogue,
  { type, fiatAsset, stablecoin, network }: RailAnswers,
): boolean {
  const isNetworkOffered = type === "ON_RAMP" || networks.some(({ id }) => id === network);
  return fiatAssets.includes(fiatAsset) && stablecoins.includes(stablecoin) && isNetworkOffered;
}

/** Undefined unless this type delivers into destinations of this kind. */
function toSpec(
  answers: Pick<RailAnswers, "type" | "fiatAsset" | "stablecoin" | "network">,
  destination: Destination,
): RailSpec | undefined {
  const { type, fiatAsset, stablecoin, network } = answers;
  if (destination.kind !== destinationKind(type)) return undefined;
  if (destination.kind === "wallet") {
    return {
      type: "ON_RAMP",
      source: { asset: fiatAsset },
      destination: { asset: stablecoin, wallet: destination.wallet },
    };
  }
  if (network === null) return undefined;
  return {
    type: "OFF_RAMP",
    source: { asset: stablecoin, network },
    destination: { asset: fiatAsset, bankAccount: destination.bankAccount },
  };
}
