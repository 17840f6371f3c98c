import type { RowMac } from "../platform/database/row-mac.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import { parsedJson } from "../platform/process/json.ts";
import type { InTransaction, Tx } from "../platform/queue/transaction.ts";
import { canonicalJson } from "../request/rules/digest.ts";

/**
 * What the watch over a workspace remembers: what it has checked, signed and told. Each note carries a code, so that nobody
 * who writes to the database can keep the watch quiet: a note without our code counts for nothing.
 */
export interface WatchNote extends RowMac {
  about: string;
  /** Absent where the note is about something that is read elsewhere. */
  says?: unknown;
}

/** The notes in a text of the database. A former release wrote names without a code: those count for nothing. */
export function notesIn(text: string | null | undefined): readonly WatchNote[] {
  const notes = parsedJson(text ?? "[]");
  return Array.isArray(notes) ? notes.filter(isNote) : [];
}

const isNote = (note: unknown): note is WatchNote =>
  typeof note === "object" &&
  note !== null &&
  ["about", "key", "mac"].every(
    (field) => field in note && typeof note[field as never] === "string",
  );

/** No code of a row fits this text: rows have no `watch`. */
const textOf = (workspaceId: string, about: string, content: unknown) =>
  canonicalJson({ workspaceId, watch: about, content });

export function newNote(
  { rows }: Seal,
  workspaceId: string,
  about: string,
  content: unknown,
): WatchNote {
  return { about, ...rows.mac(textOf(workspaceId, about, content)) };
}

/** Whether one of these notes is ours, and about this very content: none under a lost key, and none that cannot be read. */
export function isNoted(
  { rows }: Seal,
  workspaceId: string,
  about: string,
  content: unknown,
  notes: readonly WatchNote[],
): boolean {
  return notes.some((note) => {
    if (note.about !== about) return false;
    try {
      return rows.isOurs(textOf(workspaceId, about, content), note);
    } catch {
      return false;
    }
  });
}

/** What the note about something says; undefined where there is none of ours. */
export function saidIn(
  seal: Seal,
  workspaceId: string,
  about: string,
  notes: readonly WatchNote[],
): unknown {
  return notes.find((note) => isNoted(seal, workspaceId, about, note.says, [note]))?.says;
}

export async function findNotes(db: Db, workspaceId: string): Promise<readonly WatchNote[]> {
  const row = await db
    .selectFrom("row_checks")
    .select("told")
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return notesIn(row?.told);
}

/** Under the first key, so that what people were told stays told. A note about a row says nothing, and ends with its key. */
export function renewNotes(db: Db, seal: Seal, workspaceId: string): Promise<void> {
  const renewed = (note: WatchNote): WatchNote => {
    const { about, says } = note;
    if (says === undefined || !isNoted(seal, workspaceId, about, says, [note])) return note;
    return { ...newNote(seal, workspaceId, about, says), says };
  };
  return changeNotes(
    (work) => db.transaction().execute((trx) => work({ db: trx })),
    workspaceId,
    (notes) => notes.map(renewed),
  );
}

/** Others may note something at the same moment. */
export async function changeNotes(
  transaction: (work: (tx: Pick<Tx, "db">) => Promise<void>) => Promise<void>,
  workspaceId: string,
  change: (notes: readonly WatchNote[]) => readonly WatchNote[],
): Promise<void> {
  await transaction(async ({ db: trx }) => {
    await trx
      .insertInto("row_checks")
      .values({ workspace_id: workspaceId, told: "[]" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { told } = await trx
      .selectFrom("row_checks")
      .select("told")
      .where("workspace_id", "=", workspaceId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("row_checks")
      .set({ told: JSON.stringify(change(notesIn(told))) })
      .where("workspace_id", "=", workspaceId)
      .execute();
  });
}

/** Replaces the note about the same thing. */
export function saySo(
  { transaction, seal }: { transaction: InTransaction; seal: Seal },
  workspaceId: string,
  about: string,
  says: unknown,
): Promise<void> {
  return changeNotes(transaction, workspaceId, (notes) => [
    ...notes.filter((note) => note.about !== about),
    { ...newNote(seal, workspaceId, about, says), says },
  ]);
}
