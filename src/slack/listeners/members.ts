import type {
  AllMiddlewareArgs,
  BlockAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { checkedView } from "../checked.ts";
import { guestMessage, guestSentence } from "../messages/refusals.ts";
import { noticeModal } from "../views/notice-modal.ts";
import { workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { tellPrivately } from "./privately.ts";

type Deps = Pick<ListenerDeps, "people" | "command">;

/** For what only members may press: guests, bots and people of other organisations are told why not. */
export function forMembers<Args extends SlackActionMiddlewareArgs<BlockAction>>(
  { people, command }: Deps,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
): Middleware<Args> {
  return async (args) => {
    const { body } = args;
    const standing = await people.standingOf(workspaceOf(body), body.user.id);
    if (standing === "active") await listener(args);
    else await tellPrivately(args, guestMessage(standing, command));
  };
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** For what only members may submit: the reason why not takes the form's place. */
export function submittedByMembers(
  { people }: Pick<Deps, "people">,
  listener: (args: SubmitArgs & AllMiddlewareArgs) => Promise<void>,
): Middleware<SubmitArgs> {
  return async (args) => {
    const { body } = args;
    const standing = await people.standingOf(workspaceOf(body), body.user.id);
    if (standing === "active") return listener(args);
    const notice = noticeModal({ title: "Not asked for", sentences: [guestSentence(standing)] });
    await args.ack({ response_action: "update", view: checkedView(notice) });
  };
}
