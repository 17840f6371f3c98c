import { randomUUID } from "node:crypto";
import type {
  DestinationAnswers,
  DraftedDestination,
} from "../../src/destination/draft-destination.ts";
import { draftDestination } from "../../src/destination/draft-destination.ts";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import type { Rail, RailSpec } from "../../src/platform/rail-api/rules/rail.ts";
import type { Applied } from "../../src/request/apply-command.ts";
import { confirmRemedy, proposeRemedy } from "../../src/request/decide-request.ts";
import {
  findDestinationByDetails,
  listDestinations,
} from "../../src/request/queries/destinations.ts";
import { findSeenRail } from "../../src/request/queries/disputes.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import type { Requested } from "../../src/request/request-change.ts";
import { requestChange } from "../../src/request/request-change.ts";
import type { AdoptRail, DestinationDetails } from "../../src/request/rules/change.ts";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import { askedNow } from "../../src/request/rules/decide-remedy.ts";
import type { Destination } from "../../src/request/rules/destination.ts";
import { destinationFacts, detailsOf, serviceIdOf } from "../../src/request/rules/destination.ts";
import type { TwoPersonRemedy } from "../../src/request/rules/remedy.ts";
import { ANA, BEN, CAL, TREASURY, VIRTUAL_IBAN } from "../support/builders.ts";
import { bothApprove, delivery, must, refOf } from "./steps.ts";
import type { World } from "./world.ts";

export const NEW_ADDRESS = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
export const OTHER_ADDRESS = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
export const NEW_WALLET = {
  kind: "wallet",
  network: "SOLANA_DEVNET",
  address: NEW_ADDRESS,
} as const;
export const NEW_ACCOUNT = { kind: "bank-account", iban: VIRTUAL_IBAN } as const;

const form = () => ({ draftId: randomUUID(), askedIn: TREASURY, reason: "Salaries" });

export function whitelisting(
  details: Extract<DestinationAnswers, { kind: "whitelist-destination" }>["details"] = NEW_WALLET,
  name = "Payroll",
): DestinationAnswers {
  return { ...form(), kind: "whitelist-destination", name, details, isFormatChecked: true };
}

export function importing(
  serviceId: string,
  details: Extract<DestinationAnswers, { kind: "import-destination" }>["details"] = NEW_WALLET,
): DestinationAnswers {
  const asked = { name: "Payroll", details, isFormatChecked: true, serviceId };
  return { ...form(), kind: "import-destination", ...asked };
}

export function retiring({ id }: Pick<Destination, "id">): DestinationAnswers {
  return { ...form(), kind: "retire-destination", destinationId: id };
}

export async function drafting(
  { deps, workspaceId }: Pick<World, "deps" | "workspaceId">,
  answers: DestinationAnswers,
  by = ANA,
): Promise<DraftedDestination> {
  return draftDestination(deps, workspaceId, by, answers);
}

export async function submitting(
  { deps, workspaceId }: Pick<World, "deps" | "workspaceId">,
  { draft, digest }: Extract<DraftedDestination, { ok: true }>,
  by = ANA,
): Promise<Requested> {
  const submission = { workspaceId, draftId: draft.id, digest, by, delivery: delivery() };
  return requestChange(deps, submission);
}

export async function askedFor(
  world: World,
  answers: DestinationAnswers,
  by = ANA,
): Promise<ChangeRequest> {
  const drafted = must(await drafting(world, answers, by));
  return must(await submitting(world, drafted, by)).request;
}

/** Requested by Ana, and approved by Ben and Cal. */
export async function approvedChange(
  world: World,
  answers: DestinationAnswers,
): Promise<RequestRef> {
  const request = await askedFor(world, answers);
  await bothApprove(world, request);
  return refOf(request);
}

/** Proposed by Ben, agreed to by Cal. */
export async function remedied(
  world: World,
  ref: RequestRef,
  remedy: TwoPersonRemedy,
): Promise<Applied> {
  must(await proposing(world, ref, BEN, remedy));
  return confirming(world, ref, CAL, remedy);
}

/** About what is asked now, unless the person saw something else. */
const deciding =
  (decide: typeof proposeRemedy) =>
  async ({ deps }: World, ref: RequestRef, by: string, remedy: TwoPersonRemedy, saw?: string) => {
    const request = await findRequest(deps.db, ref);
    const asked = saw ?? (request ? askedNow(request) : "");
    return decide(deps, { ...ref, by, remedy, asked, delivery: delivery() });
  };

export const proposing = deciding(proposeRemedy);
export const confirming = deciding(confirmRemedy);

/** As the store has it now. */
export async function registered(
  { deps, connectionId }: World,
  details: DestinationDetails = NEW_WALLET,
): Promise<Destination | undefined> {
  return findDestinationByDetails(deps.db, connectionId, details);
}

/** What the service itself knows under an id of its own, apart from everything that we know. */
export async function whitelistedElsewhere(
  { deps, workspaceId, connectionId }: World,
  address: string,
): Promise<string> {
  const rails = await deps.railApis(workspaceId, connectionId);
  const network = "SOLANA_DEVNET";
  const { id } = await rails.whitelistWallet({ name: "Elsewhere", network, address });
  if (id === null) throw new Error("The service gave no id");
  return id;
}

/** Makes a Rail into this wallet past us, as somebody with the token could. */
export async function railElsewhere(
  world: World,
  walletId: string,
  metadata: readonly string[] = [],
): Promise<Rail> {
  const { deps, workspaceId, connectionId } = world;
  const rails = await deps.railApis(workspaceId, connectionId);
  const wallet = { id: walletId, name: "", network: "SOLANA_DEVNET", address: "" };
  const spec: RailSpec = {
    type: "ON_RAMP",
    source: { asset: "GBP" },
    destination: { asset: "GBPA", wallet },
  };
  return rails.createRail(spec, metadata);
}

/** What would be asked about a Rail into the registered wallet that somebody made by hand. */
export async function toAdopt(world: World): Promise<AdoptRail> {
  const { deps, connectionId } = world;
  const [into] = await listDestinations(deps.db, connectionId, { kind: "wallet" });
  if (!into) throw new Error("A wallet is registered");
  const { id } = await railElsewhere(world, serviceIdOf(into));
  await readAll(world);
  const seen = await findSeenRail(deps.db, connectionId, id ?? "");
  if (!seen) throw new Error("The service has shown it");
  const { railId, type, sourceAsset, destinationAsset, source, destination } = seen;
  return {
    ...{ kind: "adopt-rail", name: "Old payroll", reason: "Made by hand" },
    ...{ railId, type, sourceAsset, destinationAsset, source, destination },
    details: detailsOf(into),
    destinationId: serviceIdOf(into),
    destinationName: destinationFacts(into).name,
  };
}

/** Reads the list of all Rails, as the chore does. */
export async function readAll({ deps, workspaceId, connectionId }: World): Promise<void> {
  const rails = await deps.railApis(workspaceId, connectionId);
  for await (const _ of rails.listRails()) {
    // Remembered on the way.
  }
}
