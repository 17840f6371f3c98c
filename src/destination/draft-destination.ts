import type { Db } from "../platform/database/schema.ts";
import type { Clock } from "../platform/process/clock.ts";
import type { Catalogue } from "../platform/rail-api/rail-api.ts";
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
import type { ValueFacts } from "../request/queries/known-values.ts";
import { valueFacts } from "../request/queries/known-values.ts";
import { findSeenDestination } from "../request/queries/seen-rails.ts";
import type {
  DestinationChange,
  DestinationDetails,
  RetireDestination,
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

interface Deps {
  db: Db;
  draftsPerPerson: number;
  clock: Clock;
  catalogue: Catalogue;
}

/** A form about a destination as it was answered, texts without the blanks around them, values as they will be kept. */
export type DestinationAnswers = {
  draftId: string;
  askedIn: string;
  reason: string;
} & (
  | {
      kind: "whitelist-destination";
      name: string;
      details: DestinationDetails;
      isFormatChecked: boolean;
    }
  | {
      kind: "import-destination";
      name: string;
      details: DestinationDetails;
      isFormatChecked: boolean;
      serviceId: string;
    }
  /** `destinationId` is ours, in the register. */
  | { kind: "retire-destination"; destinationId: string }
);

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
  { db, draftsPerPerson, clock, catalogue }: Deps,
  workspaceId: string,
  createdBy: string,
  answers: DestinationAnswers,
): Promise<DraftedDestination> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const change = await changeOf({ db, catalogue }, workspaceId, connectionId, answers);
  if (!change) {
    const isRetirement = answers.kind === "retire-destination";
    return { ok: false, because: isRetirement ? "destination-gone" : "network-not-offered" };
  }
  const obstacle = await obstacleTo({ db }, connectionId, change);
  if (obstacle) return obstacle;

  const { draftId: id, askedIn } = answers;
  const draft = { id, workspaceId, connectionId, createdBy, askedIn, change };
  await saveDraft(db, draft, clock(), draftsPerPerson);
  const facts = await valueFacts(db, connectionId, change.details);
  return { ok: true, draft, digest: draftDigest(draft), facts };
}

/** Undefined where the form names a network that is not offered, or a destination that is not there. */
async function changeOf(
  { db, catalogue }: Pick<Deps, "catalogue"> & { db: Db },
  workspaceId: string,
  connectionId: string,
  answers: DestinationAnswers,
): Promise<DestinationChange | undefined> {
  if (answers.kind === "retire-destination") {
    const { destinationId, reason } = answers;
    const found = await findDestination(db, workspaceId, destinationId);
    if (found?.connectionId !== connectionId || found.retiredAt !== null) return undefined;
    return retirementOf(found, reason);
  }
  const { name, reason, details, isFormatChecked } = answers;
  const isOffered =
    details.kind === "bank-account" || catalogue.networks.some(({ id }) => id === details.network);
  if (!isOffered) return undefined;
  const asked = { name, reason, details, isFormatChecked };
  return answers.kind === "import-destination"
    ? { kind: answers.kind, ...asked, serviceId: answers.serviceId }
    : { kind: answers.kind, ...asked };
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
  { db }: Pick<Deps, "db">,
  connectionId: string,
  change: DestinationChange,
): Promise<DestinationObstacle | undefined> {
  const request = await findOpenRequestAbout(db, connectionId, change.details);
  if (request) return { ok: false, because: "already-asked", request };
  if (change.kind === "retire-destination") return undefined;
  const registered = await findDestinationByDetails(db, connectionId, change.details);
  if (registered && registered.retiredAt === null) {
    return { ok: false, because: "already-registered", destination: registered };
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
