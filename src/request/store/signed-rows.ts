import { type Db, statement } from "../../platform/database/db.ts";
import type { InForce } from "../rules/settings.ts";
import { ENTRY } from "./chain.ts";
import { isEntryIntact, type StoredEntry } from "./entry-hash.ts";
import { type Broken, type SettingsRow, toSettings } from "./stored-rows.ts";

const LOST = statement<{ id: string; version: number }>(`
  select request as id, max(version) as version from signalbox.audit a
  where workspace = $1 and version is not null and not exists (select from signalbox.requests r
    where r.workspace = $1 and r.id = a.request)
  group by request`);

const SETTINGS = statement<Omit<SettingsRow, "workspace"> | { version: number; body: null }>(`
  select named as version, body, mac
  from generate_series(1, (select max(settings) from signalbox.audit where workspace = $1)) named
  left join signalbox.settings s on s.workspace = $1 and s.version = named
  order by named`);

/**
 * Requests that the audit names and that have no row, and versions of the settings that are gone or
 * not as we wrote them.
 */
export async function readLost(q: Db, workspace: string): Promise<Broken[]> {
  const { macs } = q.keys;
  const settings = await q.query(SETTINGS, [workspace]);
  const isBroken = (row: (typeof settings)[number]) =>
    row.body === null || toSettings({ workspace, ...row }, macs) === null;
  return [
    ...(await q.query(LOST, [workspace])).map(
      (row) => ({ row: "request", found: null, ...row }) as const,
    ),
    ...settings.filter(isBroken).map(({ version }) => ({ row: "settings", version }) as const),
  ];
}

const SET_UP = statement<{ is: boolean }>(`
  select exists (select from signalbox.settings where workspace = $1)
    or exists (select from signalbox.requests where workspace = $1 and kind <> 'resume')
    or exists (select from signalbox.audit where workspace = $1 and settings > 0) as is`);

/** Whether anything was ever set or requested: what is left of it is enough, intact or not. */
export async function wasSetUp(q: Db, workspace: string): Promise<boolean> {
  return (await q.query(SET_UP, [workspace]))[0]?.is !== false;
}

const RECORDED = statement<StoredEntry>(`
  select ${ENTRY} from signalbox.audit
  where workspace = $1 and action = 'settings' order by seq desc limit 1`);

/**
 * The settings as their entry in the audit has them; null where that is not as we wrote it. They
 * say whom to tell where somebody changed their row, and decide nothing.
 */
export async function readRecorded(
  q: Db,
  workspace: string,
  version: number,
): Promise<InForce | null> {
  const [entry] = await q.query(RECORDED, [workspace]);
  if (!entry || !isEntryIntact(workspace, entry, q.keys.macs)) return null;
  // A boundary: under its mac the entry is as we wrote it.
  const made = JSON.parse(entry.facts) as { version: number; settings: string };
  return made.version === version ? { version, settings: JSON.parse(made.settings) } : null;
}

const SAVE = statement(
  "update signalbox.workspaces set checked_at = signalbox.clock() where id = $1",
);

/** All that is signed has been checked. */
export async function saveChecked(q: Db, workspace: string): Promise<void> {
  await q.query(SAVE, [workspace]);
}

const READ = statement<{ at: string | null; isLate: boolean }>(`
  select signalbox.iso(checked_at) as at,
    coalesce(checked_at < signalbox.clock() - interval '2 days', false) as "isLate"
  from signalbox.workspaces where id = $1`);

/** When all that is signed was last checked, ISO 8601; null before the first time. */
export async function readChecked(q: Db, workspace: string) {
  const [row] = await q.query(READ, [workspace]);
  return row ?? { at: null, isLate: false };
}
