import type { MessageShortcut, Middleware, SlackShortcutMiddlewareArgs } from "@slack/bolt";
import { checkAnswer } from "../answers/check.ts";
import { guestMessage } from "../messages/refusals.ts";
import { textOfMessage } from "../text-of-message.ts";
import { workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { privately } from "./privately.ts";

type Args = SlackShortcutMiddlewareArgs<MessageShortcut>;

/** Check payment details, on any message: answered privately beside it, also where the app is no member. */
export function checkMessage(deps: ListenerDeps): Middleware<Args> {
  return async ({ shortcut, respond }) => {
    const workspaceId = workspaceOf(shortcut);
    const standing = await deps.people.standingOf(workspaceId, shortcut.user.id);
    const answer =
      standing === "active"
        ? await checkAnswer(deps, workspaceId, textOfMessage(shortcut.message))
        : guestMessage(standing, deps.command);
    await respond(privately(answer));
  };
}
