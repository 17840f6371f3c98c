import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { SlackClients } from "../../platform/slack/web-client.ts";
import type { Context } from "../../request/context.ts";
import { tokenKeptNote } from "../set-up/set-up-messages.ts";
import { setupView, tellWhole } from "../set-up/set-up-view.ts";
import type { Entered } from "./enter-token.ts";
import { connectedSentence } from "./set-up-connection.ts";

/** Shows in Slack the result of a token entered on our page: in the set-up, and to the person who asked for the link. */
export async function tellEntered(
  context: Context,
  { as, usual }: Pick<SlackClients, "as" | "usual">,
  { link, connected }: Extract<Entered, { ok: true }>,
): Promise<void> {
  const { messenger, logger } = context;
  const { workspaceId, userId, viewId, connectionName } = link;
  const said = connectedSentence(connected);
  try {
    const direct = await messenger.directMessageWith(workspaceId, userId);
    const kept = tokenKeptNote(connectionName, said, connected.lastFour);
    await messenger.post(workspaceId, direct, kept);
    if (viewId !== null) {
      const view = await setupView(context, workspaceId, { askedIn: userId, said });
      await updateView(usual, viewId, view, await as(workspaceId));
    }
    if (connected.how !== "asked-for" && connected.isWholeNow) {
      await tellWhole(context, workspaceId, userId);
    }
  } catch (error) {
    // The token is kept in any case, and the page says so.
    logger.warn({ err: error, workspaceId }, "Slack does not show that a token was entered");
  }
}
