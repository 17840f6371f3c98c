import type { WebClient } from "@slack/web-api";
import type { Entered } from "../../services/enter-token.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import { tokenKeptNote } from "../messages/set-up.ts";
import { connectedSentence } from "./connect.ts";
import { redrawSetup, tellWhole } from "./set-up.ts";

type Deps = Pick<ListenerDeps, "store" | "messenger" | "setup" | "command" | "logger">;

/** Shows in Slack what came of a token that was entered on our page: in the set-up, and to whoever asked for the link. */
export async function tellEntered(
  deps: Deps,
  clientOf: (workspaceId: string) => WebClient,
  { link, connected }: Extract<Entered, { ok: true }>,
): Promise<void> {
  const { messenger, logger } = deps;
  const { workspaceId, userId, viewId, connectionName } = link;
  const said = connectedSentence(connected);
  try {
    const direct = await messenger.directMessageWith(workspaceId, userId);
    const kept = tokenKeptNote(connectionName, said, connected.lastFour);
    await messenger.post(workspaceId, direct, kept);
    const on = { viewId, askedIn: userId, said };
    await redrawSetup(deps, clientOf(workspaceId), workspaceId, on);
    if (connected.how !== "asked-for" && connected.isWholeNow) {
      await tellWhole(deps, workspaceId, userId);
    }
  } catch (error) {
    // It is kept all the same, and the page says so.
    logger.warn({ err: error, workspaceId }, "Slack does not show that a token was entered");
  }
}
