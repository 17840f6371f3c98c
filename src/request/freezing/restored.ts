import type { Context } from "../context.ts";
import { everyWorkspace } from "../each-workspace.ts";
import type { Mark } from "../marker.ts";
import { findLastEntry, hasEntry } from "../queries/audit.ts";
import { freezeByItself } from "./freeze.ts";

type Guarding = Pick<Context, "db" | "transaction" | "seal" | "clock" | "marker" | "logger">;

/**
 * Freezes if the database lacks a mark that is kept outside it: it was restored, so nobody knows what was sent or
 * denied since. Then all cards and instructions are redrawn. Throws if the marker cannot be read.
 */
export async function freezeIfRestored(context: Guarding, workspaceId: string): Promise<void> {
  const { marks, isRestored } = await examineMarks(context, workspaceId);
  if (isRestored) await renewMark(context, workspaceId, marks);
}

/**
 * Keeps the last entry outside. False if the mark before it shows a restored database. Throws if it cannot be read or
 * written.
 */
export async function keepMarker(context: Guarding, workspaceId: string): Promise<boolean> {
  const { marks, isRestored } = await examineMarks(context, workspaceId);
  await renewMark(context, workspaceId, marks);
  return !isRestored;
}

async function examineMarks(context: Guarding, workspaceId: string) {
  const marks = await context.marker.read(workspaceId);
  const known = await Promise.all(marks.map((mark) => hasEntry(context.db, workspaceId, mark)));
  const lost = marks.filter((_, index) => !known[index]);
  if (lost.length > 0) await freezeRestored(context, workspaceId, lost);
  return { marks, isRestored: lost.length > 0 };
}

async function renewMark(
  { db, marker }: Pick<Context, "db" | "marker">,
  workspaceId: string,
  marks: readonly Mark[],
): Promise<void> {
  const last = await findLastEntry(db, workspaceId);
  const isKept = marks.length === 1 && marks[0]?.hash === last?.hash;
  if (last && !isKept) await marker.replace(workspaceId, marks, last);
}

async function freezeRestored(
  context: Guarding,
  workspaceId: string,
  lost: readonly Mark[],
): Promise<void> {
  const marked = Math.max(...lost.map(({ sequence }) => sequence));
  const last = (await findLastEntry(context.db, workspaceId))?.sequence ?? 0;
  context.logger.error({ workspaceId, marked, last }, "the database is an older one: frozen");
  // The same words at each check, until the mark is renewed: another reason would freeze anew.
  const reason = `The database was restored to an earlier moment: it has lost entry ${marked} of the audit.`;
  await freezeByItself(context, workspaceId, reason);
}

/** Freezes after a database was restored from a dump, however much it contains. */
export async function freezeAfterRestore(context: Guarding, workspaceId: string): Promise<void> {
  context.logger.error({ workspaceId }, "the database was put back from a dump: frozen");
  const reason =
    "The database was put back from a dump or moved to another server: what was sent since the dump is not known.";
  await freezeByItself(context, workspaceId, reason);
}

/** Freezes every served workspace. Throws at the first that fails: none may continue without. */
export async function freezeAllAfterRestore(context: Guarding): Promise<void> {
  const all = everyWorkspace(context.db, "are-served");
  for await (const workspaceId of all) await freezeAfterRestore(context, workspaceId);
}
