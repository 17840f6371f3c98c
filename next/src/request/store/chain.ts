import { type Db, statement } from "../../platform/database/db.ts";
import { GENESIS, isEntryIntact, type StoredEntry } from "./entry-hash.ts";

const COLUMNS = `seq, signalbox.iso(at) as at, by, action, request, version, attempt, delivery,
  facts, settings, frozen, prev, hash, mac`;

const ENTRIES = statement<StoredEntry>(`
  select ${COLUMNS} from signalbox.audit
  where workspace = $1 and seq between $2 and $3 order by seq`);

/** The entries of a workspace with these numbers, both included. */
export function readEntries(
  q: Db,
  workspace: string,
  from: number,
  to: number,
): Promise<StoredEntry[]> {
  return q.query(ENTRIES, [workspace, from, to]);
}

const HISTORY = statement<StoredEntry>(`
  select ${COLUMNS} from signalbox.audit
  where workspace = $1 and request = $2 order by seq desc limit $3`);

/** What happened to a request, newest first. */
export function readHistory(
  q: Db,
  workspace: string,
  request: string,
  limit: number,
): Promise<StoredEntry[]> {
  return q.query(HISTORY, [workspace, request, limit]);
}

export type ChainCheck =
  | { ok: true }
  /** The first entry that is missing, changed, or does not follow the one before. */
  | { ok: false; seq: number };

const SLICE = 500;

/** Checks that entries `from` to `to` are all there, as they were written, each behind the one before. */
export async function checkChain(
  q: Db,
  workspace: string,
  from: number,
  to: number,
): Promise<ChainCheck> {
  let seq = from;
  let before = seq === 1 ? GENESIS : (await readEntries(q, workspace, seq - 1, seq - 1))[0]?.hash;
  while (seq <= to) {
    const slice = await readEntries(q, workspace, seq, Math.min(to, seq + SLICE - 1));
    if (slice.length === 0) return { ok: false, seq };
    for (const entry of slice) {
      const follows = entry.seq === seq && entry.prev === before;
      if (!follows || !isEntryIntact(workspace, entry, q.keys.macs)) return { ok: false, seq };
      before = entry.hash;
      seq += 1;
    }
  }
  return { ok: true };
}

/** An entry that is remembered outside the database. */
export interface Mark {
  workspace: string;
  seq: number;
  hash: string;
}

const MISSING = statement<Mark>(`
  select m.workspace, m.seq, m.hash
  from json_to_recordset($1::json) as m (workspace text, seq integer, hash text)
  where not exists (select from signalbox.audit a
    where a.workspace = m.workspace and a.seq = m.seq and a.hash = m.hash)`);

/** Those of the marks whose entry is not in the audit: the database is an older one, or another. */
export function missingMarks(q: Db, marks: readonly Mark[]): Promise<Mark[]> {
  return q.query(MISSING, [JSON.stringify(marks)]);
}

const HEADS = statement<Mark>(`
  select w.id as workspace, h.seq, h.hash from signalbox.workspaces w
  cross join lateral (select seq, hash from signalbox.audit a
    where a.workspace = w.id order by seq desc limit 1) h`);

/** The last entry of each workspace that has one. */
export function readHeads(q: Db): Promise<Mark[]> {
  return q.query(HEADS);
}
