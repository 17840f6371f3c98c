import type { Db } from "../platform/database/schema.ts";
import type { Context } from "../request/context.ts";
import { draftDigest } from "../request/draft-digest.ts";
import { findCurrentConnection } from "../request/queries/companies.ts";
import {
  findDestination,
  findDestinationByDetails,
  findDestinationByServiceId,
} from "../request/queries/destinations.ts";
import type { Draft } from "../request/queries/drafts.ts";
import { saveDraft } from "../request/queries/drafts.ts";
import { findOpenRequestAbout } from "../request/queries/find-requests.ts";
import { findSeenDestination } from "../request/queries/seen-rails.ts";
import type {
  DestinationChange,
  ImportDestination,
  RetireDestination,
  WhitelistDestination,
} from "../request/rules/change.ts";
import type { DestinationRequest } from "../request/rules/change-request.ts";
import { isContradiction } from "../request/rules/decide-destination.ts";
import type { Destination } from "../request/rules/destination.ts";
import {
  destinationFacts,
  detailsOf,
  holdsItsId,
  serviceIdOf,
} from "../request/rules/destination.ts";
import type { ValueFacts } from "./values/value-facts.ts";
import { valueFacts } from "./values/value-facts.ts";

/** A form about a destination as it was answered, texts without the blanks around them, values as they will be kept. */
export type DestinationAnswers = { draftId: string; askedIn: string } & Answered;

type Answered =
  | WhitelistDestination
  | ImportDestination
  /** `destinationId` is ours, in the register. */
  | { kind: "retire-destination"; destinationId: string; reason: string };

export type DraftedDestination =
  | {
      ok: true;
      draft: Draft & { change: DestinationChange };
      digest: string;
      facts: ValueFacts;
    }
  | DestinationObstacle;

export type DestinationObstacle =
  | { ok: false; because: "network-not-offered" | "destination-gone" }
  /** This very account, or address on this network; a retired one may be asked for anew. */
  | { ok: false; because: "already-registered"; destination: Destination }
  /** The service's id stands in the register already, with another address or IBAN. */
  | { ok: false; because: "id-taken"; destination: Destination }
  | { ok: false; because: "already-asked"; request: DestinationRequest }
  /** The service has shown this id with another address or IBAN. */
  | { ok: false; because: "contradicted"; shown: string | null };

/** Keeps what a person filled in about a destination, so that what they are shown of it is what is asked for. */
export async function draftDestination(
  {
    db,
    draftsPerPerson,
    clock,
    catalogue,
  }: Pick<Context, "db" | "draftsPerPerson" | "clock" | "catalogue">,
  workspaceId: string,
  createdBy: string,
  answers: DestinationAnswers,
): Promise<DraftedDestination> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const { draftId: id, askedIn, ...asked } = answers;
  const change = await changeOf({ db, catalogue }, workspaceId, connectionId, asked);
  if (!change) {
    const isRetirement = asked.kind === "retire-destination";
    return { ok: false, because: isRetirement ? "destination-gone" : "network-not-offered" };
  }
  const obstacle = await obstacleTo(db, connectionId, change);
  if (obstacle) return obstacle;

  const draft = { id, workspaceId, connectionId, createdBy, askedIn, change };
  await saveDraft(db, draft, clock(), draftsPerPerson);
  const facts = await valueFacts(db, connectionId, change.details);
  return { ok: true, draft, digest: draftDigest(draft), facts };
}

/** Undefined where the form names a network that is not offered, or a destination that is not there. */
async function changeOf(
  { db, catalogue }: Pick<Context, "db" | "catalogue">,
  workspaceId: string,
  connectionId: string,
  asked: Answered,
): Promise<DestinationChange | undefined> {
  if (asked.kind === "retire-destination") {
    const found = await findDestination(db, workspaceId, asked.destinationId);
    if (found?.connectionId !== connectionId || found.retiredAt !== null) return undefined;
    return retirementOf(found, asked.reason);
  }
  const { details } = asked;
  const isOffered =
    details.kind === "bank-account" || catalogue.networks.some(({ id }) => id === details.network);
  return isOffered ? asked : undefined;
}

export function retirementOf(destination: Destination, reason: string): RetireDestination {
  return {
    kind: "retire-destination",
    name: destinationFacts(destination).name,
    reason,
    details: detailsOf(destination),
    destinationId: destination.id,
    serviceId: serviceIdOf(destination),
  };
}

async function obstacleTo(
  db: Db,
  connectionId: string,
  change: DestinationChange,
): Promise<DestinationObstacle | undefined> {
  const request = await findOpenRequestAbout(db, connectionId, change.details);
  if (request) return { ok: false, because: "already-asked", request };
  if (change.kind === "retire-destination") return undefined;
  const destination = await findDestinationByDetails(db, connectionId, change.details);
  if (destination?.retiredAt === null) {
    return { ok: false, because: "already-registered", destination };
  }
  if (change.kind === "whitelist-destination") return undefined;

  const taken = await findDestinationByServiceId(db, connectionId, change.serviceId);
  if (taken && holdsItsId(taken, change.details)) {
    return { ok: false, because: "id-taken", destination: taken };
  }
  const seen = await findSeenDestination(db, connectionId, change.serviceId);
  return seen && isContradiction(change.details, seen)
    ? { ok: false, because: "contradicted", shown: seen.detail?.value ?? null }
    : undefined;
}
