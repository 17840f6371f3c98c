import type { Roster } from "../authority/roster.ts";
import { NOBODY_KNOWN } from "../authority/roster.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Rail } from "../platform/rail-api/rules/rail.ts";
import { kindOf } from "./change-kind.ts";
import type { Context } from "./context.ts";
import { findInForce } from "./queries/companies.ts";
import { findConnection } from "./queries/connections.ts";
import { hasRailInto } from "./queries/count-requests.ts";
import {
  findDestinationByDetails,
  findDestinationByServiceId,
  rowOfDestination,
} from "./queries/destinations.ts";
import { findRequestsByRailIds } from "./queries/find-requests.ts";
import { findFreeze } from "./queries/freezes.ts";
import { findSeenDestination, listRailsSeenBefore } from "./queries/rails/seen-rails.ts";
import { listEvents } from "./queries/requests.ts";
import type { SignedRow } from "./queries/row-macs.ts";
import { connectionRow, freezeRow, policyRow } from "./queries/row-macs.ts";
import { findApprovalsChannel } from "./queries/setups.ts";
import { isHeld } from "./queries/successions.ts";
import { namedAnywhere, policyNow } from "./rules/approval/policy.ts";
import { isNewDestination, isSetupChange } from "./rules/change.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import type { Command } from "./rules/decide.ts";
import type { Circumstances, RegisterEntry, SetupNow } from "./rules/decision.ts";
import { NO_SETUP } from "./rules/decision.ts";
import type { Destination } from "./rules/destination.ts";
import {
  detailsKey,
  detailsOf,
  holdsItsId,
  serviceIdOf,
  whyUnusable,
} from "./rules/destination.ts";
import type { Freeze } from "./rules/freeze.ts";
import { subjectOf } from "./rules/kind-rules.ts";
import { ruledOutIn } from "./rules/outcome/candidate.ts";

/**
 * Reads everything that decides about a request now, and the rows that say it. `db` is a transaction, or the database
 * if nothing will be saved. `roster` was looked up before, and `freeze` if it is held.
 */
export async function circumstances(
  { db, pins, freeze: held }: Pick<Context, "db" | "pins"> & { freeze?: Freeze | undefined },
  request: ChangeRequest,
  now: string,
  command?: Command,
  roster: Roster = NOBODY_KNOWN,
): Promise<Circumstances & { decidedBy: readonly SignedRow[] }> {
  const { workspaceId, connectionId, content } = request;
  const { change } = content;
  const isDecidedNow = command?.type === "carry-out" || command?.type === "approve";
  const newId = command === undefined ? null : newIdIn(command, request);
  const railIds = railIdsIn(command);
  const [freeze, inForce, found, setup, overtaken, isTaken, named, isIdHeld, seen] =
    await Promise.all([
      // First: a change of the policy or the connection holds the freeze, so the others wait for it.
      held ?? findFreeze(db, workspaceId),
      inForceFor(db, request),
      foundInRegister(db, request, now),
      setupNow({ db, pins }, request),
      isDecidedNow
        ? kindOf(change).whyOvertaken?.(db, change, { workspaceId, connectionId, now })
        : undefined,
      isRailTaken(db, request, railIds),
      railIds.length > 0 && command?.type !== "scanned" ? seenAs(db, request, railIds) : undefined,
      newId !== null && isIdTaken(db, request, newId),
      newId === null ? undefined : findSeenDestination(db, connectionId, newId),
    ]);
  const { policy, connection, isHeld } = inForce;
  return {
    now,
    isFrozen: freeze.frozen !== null,
    policy: policyNow(request, policy),
    approvers: namedAnywhere(policy),
    connection,
    isHeld,
    setup,
    overtaken,
    roster,
    isRailTaken: isTaken,
    ...named,
    register: found.register,
    isIdTaken: isIdHeld,
    seen: seen ?? null,
    decidedBy: [freezeRow(freeze), policyRow(policy), connectionRow(connection), ...found.rows],
  };
}

/** A request of a former connection may be held until people decide about that connection. */
async function inForceFor(db: Db, { workspaceId, connectionId }: ChangeRequest) {
  const inForce = await findInForce(db, workspaceId);
  const isFormer = inForce.connection.id !== connectionId;
  return { ...inForce, isHeld: isFormer && (await isHeld(db, workspaceId, connectionId)) };
}

async function foundInRegister(db: Db, request: ChangeRequest, now: string) {
  const entry = await registerEntry(db, request);
  const rows = entry ? [rowOfDestination(entry)] : [];
  return { register: await toRegisterEntry(db, request, entry, now), rows };
}

/** Read only where the change is about it. */
async function setupNow(
  { db, pins }: Pick<Context, "db" | "pins">,
  { workspaceId, content: { change } }: ChangeRequest,
): Promise<SetupNow> {
  if (!isSetupChange(change)) return NO_SETUP;
  const approvalsChannel = await findApprovalsChannel(db, workspaceId);
  const without = { ...NO_SETUP, pins, approvalsChannel };
  if (change.kind !== "change-connection") return without;
  const to = await findConnection(db, workspaceId, change.to.id);
  const kept = await findConnection(db, workspaceId, change.tokenAt);
  if (!to || !kept || kept.lastFour === null) return without;
  const { id, baseUrl, environment } = to;
  const { lastFour } = kept;
  return { ...without, connection: { to: { id, baseUrl, environment }, lastFour } };
}

async function isIdTaken(db: Db, request: ChangeRequest, newId: string): Promise<boolean> {
  const found = await findDestinationByServiceId(db, request.connectionId, newId);
  const subject = subjectOf(request);
  return found !== undefined && subject !== null && holdsItsId(found, subject.details);
}

async function isRailTaken(
  db: Db,
  { id, connectionId }: ChangeRequest,
  railIds: readonly string[],
): Promise<boolean> {
  const found = await findRequestsByRailIds(db, connectionId, railIds);
  return found.some((each) => each.id !== id);
}

/** What is known of a Rail that a person or the answer to a POST names. */
async function seenAs(
  db: Db,
  { workspaceId, id: requestId }: ChangeRequest,
  railIds: readonly string[],
): Promise<Pick<Circumstances, "isRailOlder" | "isRailRuledOut">> {
  const ref = { workspaceId, requestId };
  const [before, events] = await Promise.all([
    listRailsSeenBefore(db, ref, railIds),
    listEvents(db, ref),
  ]);
  const isRailRuledOut = ruledOutIn(events).some((each) => railIds.includes(each));
  return { isRailOlder: before.length > 0, isRailRuledOut };
}

/** The ids of Rails that belong to the request, by the word of a command. */
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

/** The id under which a command would register a destination. */
function newIdIn(command: Command, { content }: ChangeRequest): string | null {
  switch (command.type) {
    case "record":
      return command.outcome.type === "whitelisted" ? command.outcome.serviceId : null;
    case "propose-remedy":
    case "confirm-remedy":
      return command.remedy.type === "enter-id" ? command.remedy.serviceId : null;
    case "carry-out":
      return content.change.kind === "import-destination" ? content.change.serviceId : null;
    case "approve":
    case "deny":
    case "ask":
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
      return null;
  }
}

/** The service's id finds Rails and retirements; the address or IBAN finds new destinations. */
async function registerEntry(db: Db, request: ChangeRequest): Promise<Destination | undefined> {
  const subject = subjectOf(request);
  if (!subject) return undefined;
  const { details, serviceId } = subject;
  const { connectionId } = request;
  if (isNewDestination(request.content.change) || serviceId === null) {
    return findDestinationByDetails(db, connectionId, details);
  }
  const found = await findDestinationByServiceId(db, connectionId, serviceId);
  // A retired destination may have released its id to another address: people approved the former one.
  return found && detailsKey(detailsOf(found)) === detailsKey(details) ? found : undefined;
}

async function toRegisterEntry(
  db: Db,
  request: ChangeRequest,
  found: Destination | undefined,
  now: string,
): Promise<RegisterEntry> {
  if (!found || (isNewDestination(request.content.change) && found.retiredAt !== null))
    return { is: "absent" };
  return {
    is: "present",
    addedBy: found.addedBy,
    whyUnusable: whyUnusable(found, now),
    isUnused: !(await hasRailInto(db, request.connectionId, serviceIdOf(found))),
  };
}
