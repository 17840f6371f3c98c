import { type Db, statement } from "../../platform/database/db.ts";
import type { Action, Forces } from "../rules/entry.ts";
import { GENESIS, type Head, isEntryIntact, type StoredEntry } from "./entry-hash.ts";
import { type Broken, type SettingsRow, toSettings } from "./stored-rows.ts";

/** As a `StoredEntry` has them. */
export const ENTRY = `seq, signalbox.iso(at) as at, by, action, request, version, attempt, delivery,
  facts, settings, frozen, prev, hash, mac`;

const SLICE = 500;

const ENTRIES = statement<StoredEntry>(`
  select ${ENTRY} from signalbox.audit
  where workspace = $1 and seq between $2 and $3 order by seq`);

/** The entries of a workspace with these numbers, both included. */
export function readEntries(q: Db, workspace: string, from: number, to: number) {
  return q.query(ENTRIES, [workspace, from, to]);
}

/** All entries of a workspace from the first one up to a time, ISO 8601. */
export async function readEntriesUntil(
  q: Db,
  workspace: string,
  until: string,
): Promise<StoredEntry[]> {
  const all: StoredEntry[] = [];
  for (let isMore = true; isMore; ) {
    const slice = await readEntries(q, workspace, all.length + 1, all.length + SLICE);
    const later = slice.findIndex(({ at }) => at >= until);
    all.push(...(later === -1 ? slice : slice.slice(0, later)));
    isMore = later === -1 && slice.length === SLICE;
  }
  return all;
}

const HISTORY = statement<StoredEntry>(`
  select ${ENTRY} from signalbox.audit
  where workspace = $1 and (request = $2 or action in ('reported', 'trusted')) and request in (
    select $2 union all select id from signalbox.requests where workspace = $1
      and (trusts, connection) = (select rail_id, connection from signalbox.requests
        where workspace = $1 and id = $2))
  order by seq desc limit $3`);

/** What happened to a request, newest first; and to its Rail, by requests that trust it since. */
export function readHistory(q: Db, workspace: string, request: string, limit: number) {
  return q.query(HISTORY, [workspace, request, limit]);
}

const LAST = statement<StoredEntry>(`
  select ${ENTRY} from signalbox.audit
  where workspace = $1 and action = $2 and by = $3 order by seq desc limit 1`);

/** The last intact entry of this sort by a person. It reads the whole audit: while that is short. */
export async function readLastBy(q: Db, workspace: string, action: Action, by: string) {
  const [entry] = await q.query(LAST, [workspace, action, by]);
  return entry && isEntryIntact(workspace, entry, q.keys.macs) ? entry : null;
}

/**
 * Checks that entries `from` to `to` are all there, unchanged, each behind the one before. Returns
 * the first one that is not; null if all are.
 */
export async function checkChain(
  q: Db,
  workspace: string,
  from: number,
  to: number,
): Promise<Extract<Broken, { row: "audit" }> | null> {
  let last: Head | null = from === 1 ? GENESIS : null;
  for (let at = Math.max(from - 1, 1); at <= to; at += SLICE) {
    for (const entry of await readEntries(q, workspace, at, Math.min(to, at + SLICE - 1))) {
      const isNext = entry.seq === (last?.seq ?? 0) + 1 && entry.prev === last?.hash;
      if (entry.seq >= from && !(isNext && isEntryIntact(workspace, entry, q.keys.macs))) break;
      last = entry;
    }
  }
  return last?.seq === to ? null : { row: "audit", seq: (last?.seq ?? from - 1) + 1 };
}

/** An entry that is remembered outside the database. */
export type Mark = Head & { workspace: string };

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

const NEWEST_SETTINGS = statement<SettingsRow>(`
  select workspace, version, body, mac from signalbox.settings
  where workspace = $1 order by version desc limit 1`);

/**
 * What is in force by the newest intact entry before `seq`; or by a newer intact version of the
 * settings, since one that we wrote was once in force.
 */
export async function intactForces(q: Db, workspace: string, seq: number): Promise<Forces> {
  const { macs } = q.keys;
  const [newest] = await q.query(NEWEST_SETTINGS, [workspace]);
  const version = (newest && toSettings(newest, macs)?.version) ?? 0;
  for (let to = seq - 1; to > 0; to -= SLICE) {
    const slice = await readEntries(q, workspace, to - SLICE + 1, to);
    const last = slice.findLast((entry) => isEntryIntact(workspace, entry, macs));
    if (last) return { settings: Math.max(last.settings, version), frozen: last.frozen };
  }
  return { settings: version, frozen: null };
}
