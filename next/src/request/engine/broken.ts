import type { Db } from "../../platform/database/db.ts";
import { SIGNALBOX } from "../rules/request.ts";
import { checkChain, readHistory } from "../store/chain.ts";
import type { Ground } from "../store/ground.ts";
import type { Broken } from "../store/stored-rows.ts";
import type { Context } from "./context.ts";
import { stop } from "./stop.ts";

const BROKEN =
  "A record in the database was changed outside Signalbox. Compare Slack with your records.";

/**
 * Freezes sending when a row is met that we did not write, or that was put back; once for each row
 * and version.
 */
export async function noticeBroken(
  context: Context,
  workspace: string,
  broken: Broken,
): Promise<void> {
  const named = nameOf(broken);
  const entry = {
    action: "broken",
    by: SIGNALBOX,
    request: null,
    version: null,
    attempt: null,
    facts: { named },
  } as const;
  await context.db.transaction(workspace, (tx) =>
    stop(context, tx, workspace, { by: SIGNALBOX, reason: BROKEN }, [entry], `broken:${named}`),
  );
  context.log.error({ workspace, named }, "a record was changed outside Signalbox");
}

function nameOf(broken: Broken): string {
  switch (broken.row) {
    case "request":
      return `request ${broken.id} ${broken.version}`;
    case "settings":
      return `settings ${broken.version}`;
    case "audit":
      return `audit ${broken.seq}`;
  }
}

/**
 * Whether the audit is whole from a request's last entry on. Read before the lock: it may be long.
 */
export async function brokenSince(
  db: Db,
  { workspace, head, request }: Ground,
): Promise<Broken | null> {
  const [last] = request ? await readHistory(db, workspace, request.id, 1) : [];
  return last ? brokenBetween(db, workspace, last.seq, head.seq) : null;
}

/** Whether the audit is whole between two entries, both included. */
export async function brokenBetween(
  db: Db,
  workspace: string,
  from: number,
  to: number,
): Promise<Broken | null> {
  const checked = await checkChain(db, workspace, from, to);
  return checked.ok ? null : { row: "audit", seq: checked.seq };
}
