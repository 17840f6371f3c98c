import { sql } from "kysely";
import type { Db } from "../platform/database/schema.ts";
import { isKeyMissing } from "../platform/database/store-error.ts";
import type { Chore, Job } from "../platform/queue/job.ts";
import { WALK_SECONDS } from "../platform/queue/job.ts";
import { header } from "../platform/slack/blocks/blocks.ts";
import { bold, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { messageWith } from "../platform/slack/message.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import type { JobContext } from "../request/capability.ts";
import type { Context } from "../request/context.ts";
import { eachWorkspace } from "../request/each-workspace.ts";
import { freezeByItself } from "../request/freezing/freeze.ts";
import { ensureFreeze, findPolicy } from "../request/queries/companies.ts";
import type { RowMark, RowRef, SignedRow } from "../request/queries/row-macs.ts";
import { isAsWritten, lastMarks, rowKey, trustIn } from "../request/queries/row-macs.ts";
import { statusesThat } from "../request/rules/status.ts";
import { signedRows } from "../request/sign-rows.ts";
import { tellApprovers } from "../request/tell-approvers.ts";
import { everyoneNamed } from "../request/who-is.ts";
import type { WatchNote } from "./watch-notes.ts";
import { changeNotes, findNotes, isNoted, newNote } from "./watch-notes.ts";

export type CheckingRows = Pick<
  JobContext,
  "db" | "transaction" | "seal" | "clock" | "logger" | "people" | "messenger" | "approvalsChannelOf"
>;

/**
 * Holds the rows of a workspace against their codes. A row that is not as it was written stops all sending, and the approvers
 * are told once of what it says. Throws a `StoreError` `cannot-unseal` where the key of a code is missing, once all other rows
 * were checked: that row freezes nothing.
 */
export async function checkRows(
  context: CheckingRows,
  workspaceId: string,
  which: "open" | "all",
): Promise<void> {
  const { db, seal } = context;
  const isFreezeGone = await ensureFreeze(db, workspaceId);
  const { found, unread } = await doubtedRows(context, workspaceId, which);
  const notes = await findNotes(db, workspaceId);
  const untold = found.filter(
    ({ key, as }) => !isNoted(seal, workspaceId, aboutRow(key), as, notes),
  );
  const gone = isFreezeGone ? [{ key: "freezes", name: "the freeze was deleted" }] : [];
  if (gone.length + untold.length > 0) await alarm(context, workspaceId, [...gone, ...untold]);
  const [still, now] = [found, untold].map((rows) => rows.map(({ key }) => aboutRow(key)));
  // What was put right may be changed again.
  const isOver = ({ about }: WatchNote) =>
    now?.includes(about) ||
    (which === "all" && !unread && about.startsWith(aboutRow("")) && !still?.includes(about));
  if (untold.length > 0 || notes.some(isOver)) {
    await changeNotes(context.transaction, workspaceId, (kept) => [
      ...kept.filter((note) => !isOver(note)),
      ...untold.map(({ key, as }) => newNote(seal, workspaceId, aboutRow(key), as)),
    ]);
  }
  if (unread) throw unread;
}

const aboutRow = (key: string) => `row ${key}`;

async function alarm(
  context: CheckingRows,
  workspaceId: string,
  rows: readonly Pick<DoubtedRow, "key" | "name">[],
): Promise<void> {
  const { db, logger } = context;
  const names = rows.map(({ name }) => name);
  logger.error({ workspaceId, rows: rows.map(({ key }) => key) }, "rows were changed: frozen");
  const reason = `The database holds something that Signalbox did not write: ${named(names)}.`;
  await freezeByItself(context, workspaceId, reason);
  const policy = await findPolicy(db, workspaceId);
  await tellApprovers(context, workspaceId, {
    message: () => rowsChanged(names),
    people: () => everyoneNamed(context, workspaceId, policy),
  });
}

/** After a decision found a row in doubt. */
export const checkRowsJob: Job<CheckingRows, "check-rows"> = {
  name: "check-rows",
  does: "checking what the database holds",
  expireInSeconds: 300,
  work: (context, { workspaceId }) => checkRows(context, workspaceId, "open"),
};

/** Checks the rows that can still decide, while something waits; the daily check of the audit takes all rows. */
export const verifyRowsChore: Chore<CheckingRows> = {
  name: "verify-rows",
  everySeconds: 300,
  expireInSeconds: WALK_SECONDS,
  work: (context) =>
    eachWorkspace(
      context,
      { that: "have-open-requests", atOnce: 4, what: "verify-rows" },
      (workspaceId) => checkRows(context, workspaceId, "open"),
    ),
};

const MOST_NAMED = 8;

function named(names: readonly DoubtedRow["name"][]): string {
  const first = names.slice(0, MOST_NAMED).map((name) => shortened(name, 60));
  const further = names.length - first.length;
  return `${first.join(", ")}${further > 0 ? ` and ${further} more` : ""}`;
}

export function rowsChanged(names: readonly string[]): Message {
  const title = "The database was changed";
  return messageWith(
    `${title}: ${counted(names.length, "row")}`,
    header(title),
    richText(
      [bold("Not as Signalbox wrote it: "), `${named(names)}.`],
      ["Somebody changed, copied or deleted rows in the database."],
      ["Signalbox stopped all sending."],
      [
        bold("Next: "),
        "the operator finds out who could write to the database, and restores the rows. Then approvers resume sending.",
      ],
    ),
  );
}

interface DoubtedRow {
  key: string;
  /** For people. */
  name: string;
  /** What it says, and the version of its last code: once that is another one, the same edit is a new one. */
  as: { columns: SignedRow["columns"] | null; after: number };
}

const OPEN = statusesThat(({ phase }) => phase !== "over");

/**
 * The rows of a workspace that are not as they were written last, and those that were deleted; none where its rows are not
 * signed yet. All is read as it was at one moment: a row and its code are saved together. `unread`: a code whose key is missing.
 */
function doubtedRows(
  { transaction, seal }: Pick<Context, "transaction" | "seal">,
  workspaceId: string,
  which: "open" | "all",
): Promise<{ found: DoubtedRow[]; unread?: Error }> {
  return transaction(async ({ db: trx }) => {
    await sql`set transaction isolation level repeatable read`.execute(trx);
    const { isEnforced } = await trustIn(trx, seal, workspaceId, []);
    if (!isEnforced) return { found: [] };
    const found: DoubtedRow[] = [];
    let unread: Error | undefined;
    const isChanged = (row: SignedRow, marks: ReadonlyMap<string, RowMark>) => {
      try {
        return !isAsWritten(seal, workspaceId, row, marks);
      } catch (error) {
        if (!isKeyMissing(error)) throw error;
        unread ??= error;
        return false;
      }
    };
    for await (const rows of signedRows(trx, workspaceId, which === "open" ? OPEN : undefined)) {
      const marks = await lastMarks(trx, workspaceId, rows);
      const changed = rows.filter((row) => isChanged(row, marks));
      found.push(
        ...changed.map((row) => {
          const after = marks.get(rowKey(row))?.version ?? 0;
          return { key: rowKey(row), name: nameOf(row), as: { columns: row.columns, after } };
        }),
      );
    }
    const deleted = await deletedRows(trx, workspaceId);
    found.push(
      ...deleted.map(({ after, ...ref }) => {
        return { key: rowKey(ref), name: deletedName(ref), as: { columns: null, after } };
      }),
    );
    return { found, ...(unread && { unread }) };
  });
}

/** Signed since the workspace was left last, and not there any more. */
async function deletedRows(db: Db, workspaceId: string): Promise<(RowRef & { after: number })[]> {
  const { rows } = await sql<RowRef & { after: number }>`
    select table_name as "table", row_id as id, max(version) as after from row_macs
    where workspace_id = ${workspaceId}
      and sequence > coalesce((
        select max(last_audit_sequence) from departures where workspace_id = ${workspaceId}
      ), 0)
      and (
        table_name = 'requests' and not exists (
          select from requests where id = row_id and workspace_id = ${workspaceId}
        )
        or table_name = 'destinations' and not exists (
          select from destinations where id = row_id and workspace_id = ${workspaceId}
        )
      )
    group by table_name, row_id`.execute(db);
  return rows;
}

const deletedName = ({ table, id }: RowRef) =>
  `a deleted ${table === "requests" ? "request" : "destination"} (${id})`;

function nameOf({ table, columns: { number, name } }: SignedRow): string {
  switch (table) {
    case "requests":
      return `request R-${number}`;
    case "destinations":
      return `destination ${name}`;
    case "policies":
      return "the policy";
    case "connections":
      return "the Rail connection";
    case "freezes":
      return "the freeze";
  }
}
