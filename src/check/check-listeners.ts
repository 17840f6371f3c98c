import type { MessageShortcut, Middleware, SlackShortcutMiddlewareArgs } from "@slack/bolt";
import { isMember } from "../authority/roster.ts";
import { workspaceOf } from "../platform/slack/intake/delivery.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { ListenerDeps } from "../request/context.ts";
import { guestMessage } from "../request/screens/refusals.ts";
import { checkAnswer } from "./check-answer.ts";
import { textOfMessage } from "./text-of-message.ts";

type Args = SlackShortcutMiddlewareArgs<MessageShortcut>;

/** Check payment details, on any message: answered privately beside it, also where the app is no member. */
export function checkMessage(deps: ListenerDeps): Middleware<Args> {
  return async ({ shortcut, respond }) => {
    const workspaceId = workspaceOf(shortcut);
    const standing = await deps.people.standingOf(workspaceId, shortcut.user.id);
    const answer = isMember(standing)
      ? await checkAnswer(deps, workspaceId, textOfMessage(shortcut.message))
      : guestMessage(standing, deps.command);
    await respond(privately(answer));
  };
}
