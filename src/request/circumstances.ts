import type { Roster } from "../authority/roster.ts";
import { NOBODY_KNOWN } from "../authority/roster.ts";
import { holdsItsId, serviceIdOf, whyUnusable } from "../destination/rules/destination.ts";
import type { Rail } from "../platform/rail-api/rules/rail.ts";
import type { RegisterReader } from "./queries/transaction-port.ts";
import { namedAnywhere, policyNow } from "./rules/approval/policy.ts";
import { isSetupChange } from "./rules/change.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import type { Command } from "./rules/decide.ts";
import { isContradiction } from "./rules/decide-destination.ts";
import type { Circumstances, RegisterEntry, SetupNow } from "./rules/decision.ts";
import { NO_SETUP } from "./rules/decision.ts";
import { subjectOf } from "./rules/subject.ts";

/**
 * What is true around a request now. `reader` is a transaction, or the store where nothing will be saved; `roster` was
 * looked up before.
 */
export async function circumstances(
  reader: RegisterReader,
  request: ChangeRequest,
  now: string,
  command?: Command,
  roster: Roster = NOBODY_KNOWN,
): Promise<Circumstances> {
  const { workspaceId } = request;
  const newId = command === undefined ? null : newIdIn(command, request);
  // First: whoever changes the policy or the connection holds the freeze, and is waited for.
  const { frozen } = await reader.currentFreeze(workspaceId);
  const inForce = await reader.policyInForce(workspaceId);
  const connection = await reader.currentConnection(workspaceId);
  return {
    now,
    isFrozen: frozen !== null,
    policy: policyNow(request, inForce),
    approvers: namedAnywhere(inForce),
    connection,
    isHeld:
      connection.id !== request.connectionId &&
      (await reader.isHeld(workspaceId, request.connectionId)),
    setup: await setupNow(reader, request),
    roster,
    isRailTaken: await isRailTaken(reader, request, railIdsIn(command)),
    register: await registerEntry(reader, request, now),
    isIdTaken: newId !== null && (await isIdTaken(reader, request, newId)),
    isIdContradicted: newId !== null && (await isIdContradicted(reader, request, newId)),
  };
}

/** Read only where the change is about it. */
async function setupNow(
  reader: Pick<RegisterReader, "pins" | "setupOf" | "findConnection">,
  { workspaceId, content: { change } }: ChangeRequest,
): Promise<SetupNow> {
  if (!isSetupChange(change)) return NO_SETUP;
  const { pins } = reader;
  const { approvalsChannel } = await reader.setupOf(workspaceId);
  const without = { ...NO_SETUP, pins, approvalsChannel };
  if (change.kind !== "change-connection") return without;
  const to = await reader.findConnection(workspaceId, change.to.id);
  const kept = await reader.findConnection(workspaceId, change.tokenAt);
  if (!to || !kept || kept.lastFour === null) return without;
  const { id, baseUrl, environment } = to;
  const { lastFour } = kept;
  return { ...without, connection: { to: { id, baseUrl, environment }, lastFour } };
}

async function isIdTaken(
  reader: Pick<RegisterReader, "findDestinationByServiceId">,
  request: ChangeRequest,
  newId: string,
): Promise<boolean> {
  const found = await reader.findDestinationByServiceId(request.connectionId, newId);
  const subject = subjectOf(request);
  return found !== undefined && subject !== null && holdsItsId(found, subject.details);
}

async function isRailTaken(
  reader: Pick<RegisterReader, "findRequestsByRailIds">,
  { id, connectionId }: ChangeRequest,
  railIds: readonly string[],
): Promise<boolean> {
  const found = await reader.findRequestsByRailIds(connectionId, railIds);
  return found.some((each) => each.id !== id);
}

/** The ids of Rails that a command says are the request's. */
function railIdsIn(command: Command | undefined): readonly string[] {
  switch (command?.type) {
    case "link-rail":
      return [command.railId];
    case "record":
      return command.outcome.type === "created" ? idsOf([command.outcome.rail]) : [];
    case "scanned":
      return idsOf(command.matches);
    default:
      return [];
  }
}

const idsOf = (rails: readonly Rail[]) => rails.flatMap(({ id }) => id ?? []);

async function isIdContradicted(
  reader: Pick<RegisterReader, "findSeenDestination">,
  request: ChangeRequest,
  newId: string,
): Promise<boolean> {
  const seen = await reader.findSeenDestination(request.connectionId, newId);
  const subject = subjectOf(request);
  return seen !== undefined && subject !== null && isContradiction(subject.details, seen);
}

/** The id under which a command would put a destination into the register. */
function newIdIn(command: Command, { content }: ChangeRequest): string | null {
  switch (command.type) {
    case "record":
      return command.outcome.type === "whitelisted" ? command.outcome.serviceId : null;
    case "propose-remedy":
    case "confirm-remedy":
      return command.remedy.type === "enter-id" ? command.remedy.serviceId : null;
    case "keep-register":
      return content.change.kind === "import-destination" ? content.change.serviceId : null;
    case "approve":
    case "deny":
    case "withdraw":
    case "expire":
    case "void":
    case "claim":
    case "interrupted":
    case "could-not-look":
    case "wake":
    case "scanned":
    case "link-rail":
    case "read-back":
    case "posted":
    case "undeliverable":
    case "contradict":
    case "prove":
    case "keep-setup":
      return null;
  }
}

/** For Rails and retirements by the service's id, for new destinations by the address or IBAN itself. */
async function registerEntry(
  reader: RegisterReader,
  request: ChangeRequest,
  now: string,
): Promise<RegisterEntry> {
  const subject = subjectOf(request);
  if (!subject) return { is: "absent" };
  const { details, serviceId } = subject;
  const { connectionId, content } = request;
  const isNew =
    content.change.kind === "whitelist-destination" || content.change.kind === "import-destination";
  const found =
    isNew || serviceId === null
      ? await reader.findDestinationByDetails(connectionId, details)
      : await reader.findDestinationByServiceId(connectionId, serviceId);
  if (!found || (isNew && found.retiredAt !== null)) return { is: "absent" };
  return {
    is: "present",
    addedBy: found.addedBy,
    whyUnusable: whyUnusable(found, now),
    isUnused: (await reader.countRailsInto(connectionId, serviceIdOf(found))) === 0,
  };
}
