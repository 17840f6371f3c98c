import type { Uninstalling } from "./app-removed.ts";
import { endWaiting } from "./app-removed.ts";
import type { Departure } from "./installations.ts";

interface Forgetting extends Uninstalling {
  /** How long the data of a workspace is kept after the app was removed from it, at least. */
  dataKeptDays: number;
}

const ROWS_AT_ONCE = 500;
/** In one run; the rest waits for the next run. */
const BATCHES = 100;
const DEPARTURES = 100;

/**
 * Ends requests made while a workspace was removing the app, and deletes everything of workspaces that removed it long
 * enough ago. A workspace that is back loses only its earlier audit.
 */
export async function forgetLeft(context: Forgetting): Promise<void> {
  const { installations, dataKeptDays } = context;
  for (const workspaceId of await installations.leftWithWaiting()) {
    await endWaiting(context, workspaceId);
  }
  await installations.noteLateEntries();
  let batches = BATCHES;
  for (const departure of await installations.departuresDue(dataKeptDays, DEPARTURES)) {
    const more = batchesOf(context, departure);
    while (await more()) {
      batches -= 1;
      if (batches === 0) return;
    }
    context.logger.info({ ...departure }, "the data of a workspace that was left is deleted");
  }
}

/** Deletes some with each call; false once there is nothing more. */
function batchesOf(
  { installations }: Pick<Forgetting, "installations">,
  { workspaceId, ...departure }: Departure,
) {
  // It may have removed the app once more, more recently.
  let { isForgotten } = departure;
  return async (): Promise<boolean> => {
    if (isForgotten) return installations.forgetHistory(workspaceId, ROWS_AT_ONCE);
    isForgotten = !(await installations.forgetSome(workspaceId, ROWS_AT_ONCE));
    return true;
  };
}
