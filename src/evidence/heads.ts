import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "../platform/database/schema.ts";
import { fileNameOf, keepFile, namesIn } from "../platform/process/kept-files.ts";
import type { Context } from "../request/context.ts";
import type { SignedHead } from "./rules/head.ts";
import { inOrder, isSignedAsSaid, noteKey, readHead } from "./rules/head.ts";

export interface Watched {
  id: string;
  /** The last head was signed before this time, or the first entry written before it, or the freeze is another since. */
  isDue: boolean;
  hasHeads: boolean;
  freezeVersion: number;
  notes: string | null;
}

/**
 * Served workspaces with an audit, in the order of their ids, from the one after `after`. What the table says of a time or a
 * freeze to come counts for nothing.
 */
export async function listWatched(
  db: Db,
  { before, now }: { before: string; now: string },
  after: string | null,
  limit: number,
): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select id, coalesce(version, 0) as "freezeVersion", row_checks.told as notes,
      exists (select from audit_heads where audit_heads.workspace_id = id) as "hasHeads",
      coalesce(version, 0) > coalesce(freeze_version, 0) or ${before} > coalesce(
        to_char(signed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        (select at from audit where audit.workspace_id = workspaces.id order by sequence limit 1)
      ) as "isDue"
    from workspaces
    left join freezes on freezes.workspace_id = id
    left join row_checks on row_checks.workspace_id = id
    left join lateral (
      select signed_at, freeze_version from audit_heads
      where audit_heads.workspace_id = id and signed_at <= ${new Date(now)}
        and freeze_version <= coalesce(version, 0)
      order by signed_at desc limit 1
    ) as last on true
    where left_at is null and last_audit_hash is not null and id > ${after ?? ""}
    order by id limit ${limit}`.execute(db);
  return rows;
}

export async function saveHead(
  db: Db,
  { workspaceId, size, hash, at, note }: SignedHead,
  freezeVersion: number,
): Promise<void> {
  const row = { sequence: size, hash, note, freeze_version: freezeVersion };
  await db
    .insertInto("audit_heads")
    .values({ workspace_id: workspaceId, signed_at: new Date(at), ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** In the order of the chain. */
export async function listHeads(db: Db, workspaceId: string): Promise<SignedHead[]> {
  const rows = await db
    .selectFrom("audit_heads")
    .select("note")
    .where("workspace_id", "=", workspaceId)
    .execute();
  return inOrder(rows.flatMap(({ note }) => readHead(note) ?? []));
}

export const noteHeadTold = (db: Db, head: SignedHead, toldAt: string): Promise<void> =>
  update(db, head, { told_at: new Date(toldAt) });

/** Heads signed since this time that have no time stamp yet, the oldest first. */
export async function listUnstamped(db: Db, since: string, limit: number): Promise<SignedHead[]> {
  const rows = await db
    .selectFrom("audit_heads")
    .innerJoin("workspaces", "id", "workspace_id")
    .select("note")
    .where("left_at", "is", null)
    .where("time_stamp", "is", null)
    .where("signed_at", ">=", new Date(since))
    .orderBy("signed_at")
    .limit(limit)
    .execute();
  return rows.flatMap(({ note }) => readHead(note) ?? []);
}

/** `stamp` is the authority's answer as it came, in base64. */
export const saveTimeStamp = (db: Db, head: SignedHead, stamp: string): Promise<void> =>
  update(db, head, { time_stamp: stamp });

async function update(
  db: Db,
  { workspaceId, at }: SignedHead,
  news: { told_at: Date } | { time_stamp: string },
): Promise<void> {
  await db
    .updateTable("audit_heads")
    .set(news)
    .where("workspace_id", "=", workspaceId)
    .where("signed_at", "=", new Date(at))
    .execute();
}

/** By the note that it is for. */
export async function listTimeStamps(db: Db, workspaceId: string): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom("audit_heads")
    .select(["note", "time_stamp"])
    .where("workspace_id", "=", workspaceId)
    .where("time_stamp", "is not", null)
    .execute();
  return new Map(
    rows.map(({ note, time_stamp }) => [note, Buffer.from(time_stamp ?? "", "base64")]),
  );
}

/** Signed heads as files in `DATA_DIR`, which no writer to the database reaches. None is ever written over. */
export function noteFiles(directory: string) {
  const of = (workspaceId: string) => join(directory, "audit-heads", fileNameOf(workspaceId));

  return {
    /** In the order of the chain. Throws where one cannot be read. */
    async read(workspaceId: string): Promise<SignedHead[]> {
      const notes = (await namesIn(of(workspaceId))).filter((name) => name.endsWith(".note"));
      const heads = await Promise.all(
        notes.map(async (name) => {
          const head = readHead(await readFile(join(of(workspaceId), name), "utf8"));
          if (head?.workspaceId !== workspaceId) throw new Error(`${name} is no head of the audit`);
          return head;
        }),
      );
      return inOrder(heads);
    },
    keep: ({ workspaceId, size, at, note }: SignedHead) =>
      keepFile(of(workspaceId), `${size}-${at.replaceAll(":", "")}.note`, note),
  };
}

/** The signed heads of a workspace, from the database and from the files beside it, in the order of the chain. */
export async function keptHeads(context: Keeping, workspaceId: string): Promise<SignedHead[]> {
  return inOrder((await inBothPlaces(context, workspaceId)).flat());
}

type Keeping = Pick<Context, "db" | "evidence">;

const inBothPlaces = ({ db, evidence }: Keeping, workspaceId: string) =>
  Promise.all([listHeads(db, workspaceId), noteFiles(evidence.directory).read(workspaceId)]);

/** Those that were signed with today's key, or with one that signed a head in the files: nobody else writes these. */
export async function ourHeads(
  context: Keeping,
  workspaceId: string,
  signingKey: Uint8Array,
): Promise<SignedHead[]> {
  const [inDatabase, inFiles] = await inBothPlaces(context, workspaceId);
  const keys = new Set([noteKey(signingKey).text, ...inFiles.map(({ key }) => key)]);
  return inOrder([...inDatabase, ...inFiles]).filter(
    (head) => keys.has(head.key) && head.workspaceId === workspaceId && isSignedAsSaid(head),
  );
}
