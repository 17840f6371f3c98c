import type { MessageShortcut, Middleware, SlackShortcutMiddlewareArgs } from "@slack/bolt";
import { whyMayNot } from "../authority/judge.ts";
import { NOBODY_KNOWN } from "../authority/roster.ts";
import { workspaceOf } from "../platform/slack/intake/delivery.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Context } from "../request/context.ts";
import { guestMessage } from "../request/screens/refusals.ts";
import { checkAnswer } from "./check-answer.ts";
import { textOfMessage } from "./text-of-message.ts";

type Args = SlackShortcutMiddlewareArgs<MessageShortcut>;

/** Check payment details, on any message: answered privately beside it, also where the app is no member. */
export function checkMessage(deps: Context): Middleware<Args> {
  return async ({ shortcut, respond }) => {
    const workspaceId = workspaceOf(shortcut);
    const by = shortcut.user.id;
    const standing = await deps.people.standingOf(workspaceId, by);
    const refusal = whyMayNot("look", { by, standing }, { roster: NOBODY_KNOWN });
    const answer = refusal
      ? guestMessage(standing, deps.command)
      : await checkAnswer(deps, workspaceId, textOfMessage(shortcut.message));
    await respond(privately(answer));
  };
}
