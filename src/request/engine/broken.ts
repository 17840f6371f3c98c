import { SIGNALBOX } from "../rules/request.ts";
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
  const found = { action: "broken", facts: { named } } as const;
  const noticed = await context.db.transaction(workspace, (tx) =>
    stop(context, tx, workspace, { by: SIGNALBOX, reason: BROKEN }, found, {
      delivery: `broken:${named}`,
    }),
  );
  if (noticed) context.log.error({ workspace, named }, "a record was changed outside Signalbox");
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
