import { type Db, statement } from "../../platform/database/db.ts";
import type { Forces } from "../rules/entry.ts";
import { readEntries } from "./chain.ts";
import { isEntryIntact } from "./entry-hash.ts";
import { type SettingsRow, toSettings } from "./settings-row.ts";

const NEWEST_SETTINGS = statement<SettingsRow>(
  "select workspace, version, body, mac from signalbox.settings where workspace = $1 order by version desc limit 1",
);

const SLICE = 100;

/**
 * What is in force by the newest intact entry before `seq`; or by a newer intact version of the settings, since one that we
 * wrote was once in force.
 */
export async function intactForces(q: Db, workspace: string, seq: number): Promise<Forces> {
  const { macs } = q.keys;
  const [newest] = await q.query(NEWEST_SETTINGS, [workspace]);
  const version = (newest && toSettings(newest, macs)?.version) ?? 0;
  for (let to = seq - 1; to > 0; to -= SLICE) {
    const slice = await readEntries(q, workspace, Math.max(1, to - SLICE + 1), to);
    const last = slice.findLast((entry) => isEntryIntact(workspace, entry, macs));
    if (last) return { settings: Math.max(last.settings, version), frozen: last.frozen };
  }
  return { settings: version, frozen: null };
}
