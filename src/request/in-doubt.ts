import type { Db } from "../platform/database/schema.ts";
import { isLastWord } from "./queries/audit.ts";
import { makeAuditDue } from "./queries/audit-checks.ts";
import { findInForce } from "./queries/companies.ts";
import { findDestinationRow } from "./queries/destinations.ts";
import type { RowMark, SignedRow, Trust } from "./queries/row-macs.ts";
import { connectionRow, policyRow, requestRow, rowKey } from "./queries/row-macs.ts";
import { toRequestRow } from "./queries/rows.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import type { Command } from "./rules/decide.ts";
import type { Circumstances, Decision } from "./rules/decision.ts";
import { accept } from "./rules/decision.ts";
import type { RequestEvent } from "./rules/request-event.ts";

/** Commands that agree to something, send it or carry it out: never on rows that are not as we wrote them. */
const DECIDES: ReadonlySet<Command["type"]> = new Set([
  "approve",
  "claim",
  "carry-out",
  "propose-remedy",
  "confirm-remedy",
  "link-rail",
]);

/** Nobody decides about it afterwards. */
export const isLast = ({ type }: Command) => type === "claim" || type === "carry-out";

/** Closing sends nothing, so people can always do it. */
const isToClose = (command: Command) => "remedy" in command && command.remedy.type === "close";

/**
 * The row that stops a command: the request itself, or another row that decides about it. A claim or carry-out is also
 * stopped by an audit that was cut or changed since the request was saved.
 */
export async function doubtAbout(
  db: Db,
  command: Command,
  { workspaceId, policy }: ChangeRequest,
  row: SignedRow,
  trust: Trust,
  { policy: now }: Pick<Circumstances, "policy">,
): Promise<"none" | "request" | "others"> {
  if (!trust.isEnforced || !DECIDES.has(command.type) || isToClose(command)) return "none";
  if (trust.doubted.some((each) => rowKey(each) === rowKey(row))) return "request";
  if (trust.doubted.length > 0) return "others";
  if (!isLast(command)) return "none";
  const mark = trust.markOf(row);
  const isLastHere = mark !== undefined && (await isLastWord(db, workspaceId, mark, trust));
  if (isLastHere && now.version >= policy.version) return "none";
  await makeAuditDue(db, workspaceId);
  return "others";
}

/** Its approvals no longer count, and people look into it. */
export const giveUp = (around: Circumstances): Decision =>
  accept(around, {
    type: "gave-up",
    question: "tampered",
    because: "The stored request is not as Signalbox wrote it. Nothing was sent.",
  });

/** The codes of the request and of the rows that its effect changed: none on the word of a row in doubt. */
export async function newMarks(
  db: Db,
  request: ChangeRequest,
  events: readonly RequestEvent[],
  trust: Trust,
): Promise<RowMark[]> {
  if (!trust.isEnforced) return [];
  const saved = requestRow(toRequestRow(request));
  return trust.sign([
    saved,
    ...(trust.doubted.length > 0 ? [] : await written(db, request, events)),
  ]);
}

async function written(
  db: Db,
  { id, workspaceId, content: { change } }: ChangeRequest,
  events: readonly RequestEvent[],
): Promise<SignedRow[]> {
  const rows: SignedRow[] = [];
  if (events.some(({ type }) => type === "set-up-changed")) {
    const { policy, connection } = await findInForce(db, workspaceId);
    rows.push(policyRow(policy), connectionRow(connection));
  }
  if (events.some(({ type }) => type === "in-force")) {
    const which = "destinationId" in change ? change.destinationId : id;
    const destination = await findDestinationRow(db, workspaceId, which);
    if (destination) rows.push(destination);
  }
  return rows;
}
