import type { Obstacle } from "../request/change-kind.ts";
import { kindOf } from "../request/change-kind.ts";
import type { Context } from "../request/context.ts";
import { findCurrentConnection } from "../request/queries/companies.ts";
import { findDestination } from "../request/queries/destinations.ts";
import type { Draft } from "../request/queries/drafts.ts";
import { saveDraft } from "../request/queries/drafts.ts";
import { valueFacts } from "../request/queries/values/known-values.ts";
import type {
  DestinationChange,
  ImportDestination,
  RetireDestination,
  WhitelistDestination,
} from "../request/rules/change.ts";
import type { Destination } from "../request/rules/destination.ts";
import { destinationFacts, detailsOf, serviceIdOf } from "../request/rules/destination.ts";
import type { ValueFacts } from "../request/rules/known-value.ts";

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

export type DestinationObstacle = { ok: false } & (
  | { because: "network-not-offered" | "destination-gone" }
  | Obstacle
);

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
  const around = { workspaceId, connectionId, now: clock() };
  const obstacle = await kindOf(change).obstacle(db, change, around);
  if (obstacle) return { ok: false, ...obstacle };

  const draft = { id, workspaceId, connectionId, createdBy, askedIn, change };
  const digest = await saveDraft(db, draft, clock(), draftsPerPerson);
  const facts = await valueFacts(db, connectionId, change.details);
  return { ok: true, draft, digest, facts };
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
