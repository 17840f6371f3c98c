import type {
  AllMiddlewareArgs,
  BlockAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { isMember } from "../../authority/roster.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { noticeModal } from "../../platform/slack/blocks/notice-modal.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { tellPrivately } from "../../platform/slack/intake/privately.ts";
import type { ListenerDeps } from "../../request/context.ts";
import { guestMessage, guestSentence } from "../../request/screens/refusals.ts";
import { whyNotYet } from "./not-set-up.ts";

type Deps = Pick<ListenerDeps, "people" | "command" | "store">;

/** For what only members may press: guests, bots and people of other organisations are told why not. */
export function forMembers<Args extends SlackActionMiddlewareArgs<BlockAction>>(
  deps: Deps,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
  { isUrgent = false } = {},
): Middleware<Args> {
  return async (args) => {
    const { body } = args;
    const workspaceId = workspaceOf(body);
    const standing = await deps.people.standingOf(workspaceId, body.user.id);
    // A form that stops something opens while Slack is silent: its submission decides.
    const isIn = isMember(standing) || (isUrgent && standing === "not-known");
    const why = isIn ? await whyNotYet(deps, workspaceId) : guestMessage(standing, deps.command);
    if (why) await tellPrivately(args, why);
    else await listener(args);
  };
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** For what only members may submit: the reason why not takes the form's place. */
export function submittedByMembers(
  deps: Deps,
  listener: (args: SubmitArgs & AllMiddlewareArgs) => Promise<void>,
): Middleware<SubmitArgs> {
  return async (args) => {
    const { body } = args;
    const workspaceId = workspaceOf(body);
    const standing = await deps.people.standingOf(workspaceId, body.user.id);
    const why = isMember(standing)
      ? (await whyNotYet(deps, workspaceId))?.text
      : guestSentence(standing);
    if (why === undefined) return listener(args);
    const notice = noticeModal({ title: "Not asked for", sentences: [why] });
    await args.ack({ response_action: "update", view: checkedView(notice) });
  };
}
