import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import type { Context } from "../context.ts";
import { sent } from "../posting/tell-each.ts";
import { forgetClick, listLostClicks, takeLostClick } from "../queries/acknowledged-clicks.ts";
import { lostClick } from "./lost-click.ts";

/** After five missing signs of life, its process has died. */
const DEAD_AFTER_MS = 15_000;
const AT_MOST = 200;

/**
 * Tells people about clicks whose process died between the acknowledgement and the answer. It takes each click first,
 * so that one reported as not saved can never be saved later.
 */
export async function tellLostClicks({
  db,
  clock,
  messenger,
  logger,
  command,
}: Pick<Context, "db" | "clock" | "logger" | "command"> & {
  messenger: Pick<Messenger, "post" | "directMessageWith">;
}) {
  const now = clock();
  const before = new Date(Date.parse(now) - DEAD_AFTER_MS).toISOString();
  const lost = await listLostClicks(db, before, AT_MOST);
  for (const { delivery, workspaceId, userId, what } of lost) {
    const { wasSaved } = await takeLostClick(db, delivery, now);
    try {
      await sent(messenger, { workspaceId }, userId, lostClick(what, wasSaved, command));
    } catch (error) {
      if (!(error instanceof MessengerError)) throw error;
      logger.warn({ err: error, workspaceId, userId, what }, "a lost click was not told");
      if (error.mayPass) continue;
    }
    await forgetClick(db, delivery);
  }
}
