import type { Db } from "../platform/database/schema.ts";
import { isLastWord } from "./queries/audit.ts";
import { findCurrentConnection, findPolicy } from "./queries/companies.ts";
import { findDestinationRow } from "./queries/destinations.ts";
import type { RowMark, SignedRow, Trust } from "./queries/row-macs.ts";
import { connectionRow, policyRow, requestRow } from "./queries/row-macs.ts";
import { toRequestRow } from "./queries/rows.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import type { Command } from "./rules/decide.ts";
import type { RequestEvent } from "./rules/request-event.ts";

/** Commands by which something is agreed to, sent or put into force: never on rows that are not as we wrote them. */
const DECIDES: ReadonlySet<Command["type"]> = new Set([
  "approve",
  "claim",
  "carry-out",
  "propose-remedy",
  "confirm-remedy",
  "link-rail",
]);

/** At the claim, also where the audit was cut or changed since the request was saved last. */
export async function isDoubtful(
  db: Db,
  { type }: Command,
  { workspaceId, policy }: ChangeRequest,
  row: SignedRow,
  trust: Trust,
): Promise<boolean> {
  if (!trust.isEnforced || !DECIDES.has(type)) return false;
  if (trust.doubted.length > 0) return true;
  if (type !== "claim") return false;
  const mark = trust.markOf(row);
  const { version } = await findPolicy(db, workspaceId);
  return !mark || version < policy.version || !(await isLastWord(db, workspaceId, mark, trust));
}

/** The codes of the request, and of the rows that its effect has changed: none on the word of a row that is in doubt. */
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
    const connection = await findCurrentConnection(db, workspaceId);
    rows.push(policyRow(await findPolicy(db, workspaceId)), connectionRow(connection));
  }
  if (events.some(({ type }) => type === "in-force")) {
    const which = change.kind === "retire-destination" ? change.destinationId : id;
    const destination = await findDestinationRow(db, workspaceId, which);
    if (destination) rows.push(destination);
  }
  return rows;
}
