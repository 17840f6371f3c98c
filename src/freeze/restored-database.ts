import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "../platform/database/schema.ts";
import { fileNameOf, keepFile, namesIn } from "../platform/process/kept-files.ts";
import type { Context } from "../request/context.ts";
import { atATime, inPages } from "../request/each-workspace.ts";
import { keepMarker } from "../request/freezing/restored.ts";
import type { Mark, Marker } from "../request/marker.ts";
import type { LastEntry } from "../request/queries/list-workspaces.ts";
import { listLastEntries } from "../request/queries/list-workspaces.ts";

/**
 * The marker as empty files with telling names, in a directory that no backup restores. Replicas may share it: nothing
 * overwrites a mark. The files survive a power failure.
 */
export async function openMarkerFiles(directory: string): Promise<Marker> {
  const marks = join(directory, "audit-marks");
  await mkdir(marks, { recursive: true });
  const of = (workspaceId: string) => join(marks, `of-${fileNameOf(workspaceId)}`);

  return {
    read: async (workspaceId) => (await namesIn(of(workspaceId))).map(markOf),
    async replace(workspaceId, former, by) {
      const place = of(workspaceId);
      await keepFile(place, nameOf(by));
      for (const mark of former) {
        if (mark.hash !== by.hash) await rm(join(place, nameOf(mark)), { force: true });
      }
    },
  };
}

const nameOf = ({ sequence, hash }: Mark) => `${sequence}-${hash}`;

function markOf(name: string): Mark {
  const [, sequence = "", hash = ""] = /^(\d{1,15})-([0-9a-f]{64})$/.exec(name) ?? [];
  if (hash === "") throw new Error("The restore marker cannot be read");
  return { sequence: Number(sequence), hash };
}

/** The numbers of the server, the database and a table, which a dump does not contain. */
async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws('/', system_identifier, (
      select oid from pg_database where datname = current_database()
    ), 'requests'::regclass::oid) as identity from pg_control_system()`.execute(db);
  return rows[0]?.identity ?? "";
}

/** True once after a database was restored from a dump or moved to another server; false for a new one. */
export async function isPutBack(db: Db): Promise<boolean> {
  const row = await db.selectFrom("installation").select("identity").executeTakeFirst();
  return row !== undefined && row.identity !== (await identityOf(db));
}

export async function rememberIdentity(db: Db): Promise<void> {
  const identity = await identityOf(db);
  await db
    .insertInto("installation")
    .values({ id: 1, identity })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ identity }))
    .execute();
}

const PAGE = 1_000;
const AT_ONCE = 8;

/**
 * Keeps the last entry of every workspace outside the database. One query covers a thousand workspaces; only changed
 * entries need more. A workspace that fails is tried again next time.
 */
export function markerKeeping(
  context: Pick<Context, "db" | "transaction" | "seal" | "clock" | "marker" | "logger">,
): () => Promise<void> {
  const kept = new Map<string, string | null>();
  return async () => {
    const all = inPages((last: LastEntry | null) =>
      listLastEntries(context.db, last?.workspaceId ?? null, PAGE),
    );
    await atATime(all, AT_ONCE, async ({ workspaceId, hash }) => {
      if (kept.get(workspaceId) === hash) return;
      try {
        await keepMarker(context, workspaceId);
        kept.set(workspaceId, hash);
      } catch (error) {
        context.logger.error(
          { err: error, workspaceId },
          "what has happened could not be counted outside",
        );
      }
    });
  };
}
