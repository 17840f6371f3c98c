import { readKeyNames } from "../platform/database/check-start.ts";
import { date, type Line } from "../platform/slack/blocks/rich-text.ts";
import { counted } from "../platform/text/times.ts";
import { joined } from "../request/card/people.ts";
import type { Context } from "../request/engine/context.ts";
import type { Ground } from "../request/store/ground.ts";
import { readRequests } from "../request/store/requests.ts";
import { readChecked } from "../request/store/signed-rows.ts";
import { type Finding, fine } from "./finding.ts";

/** The newest ones that are checked here. */
const MOST_CHECKED = 1_000;

/** Whether the newest requests, and all else that is signed, are as we wrote them. */
export async function records(
  { db }: Context,
  workspace: string,
  ground: Ground | null,
): Promise<readonly Finding[]> {
  const missing = (await readKeyNames(db)).filter((name) => !db.keys.has(name));
  if (missing.length > 0) {
    const says = `ENCRYPTION_KEYS lacks ${joined(missing, "and")}. Operator: add what is missing.`;
    return [["🔴", [says]]];
  }
  const { broken, requests } = await readRequests(db, workspace, {}, MOST_CHECKED);
  const faults = broken.map(({ found }) => (found ? `R-${found.number}` : "a request"));
  if (ground?.broken && ground.broken.row !== "request") faults.push(`the ${ground.broken.row}`);
  if (faults.length === 0) {
    const { at, isLate } = await readChecked(db, workspace);
    const now = `${counted(requests.length, "request")} checked now, intact`;
    const checked: Line = [
      now,
      at !== null && "; everything was last checked ",
      at !== null && date(at),
    ];
    if (!isLate) return [fine(...checked)];
    return [["⚠️", [...checked, ". The daily check does not run. Operator: look at the log."]]];
  }
  const says = `changed outside Signalbox: ${joined(faults.slice(0, 10), "and")}.`;
  const mend = " Operator: find out who can write to the database, and compare with a backup.";
  return [["🔴", [says, mend]]];
}
