import type {
  AllMiddlewareArgs,
  BlockAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { refusalModal } from "../../platform/slack/blocks/refusal-modal.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { tellPrivately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { ListenerDeps } from "../../request/context.ts";
import { installerWhoMaySetUp, setupRight } from "./may-set-up.ts";
import { noSetupRight } from "./set-up-messages.ts";

type Deps = Pick<ListenerDeps, "store" | "people" | "command" | "setup">;

/** Why someone may not set the workspace up; undefined where they may. */
export async function whyNoSetup(
  { store, people, command, setup }: Deps,
  workspaceId: string,
  userId: string,
): Promise<Message | undefined> {
  const right = await setupRight({ store, people, ...setup }, workspaceId, userId);
  if (right === "may") return undefined;
  const installer = await installerWhoMaySetUp({ store, ...setup }, workspaceId);
  return noSetupRight(right, { installer, command });
}

/** For what only those may press who set the workspace up: everyone else is told who can. */
export function forAdministrators<Args extends SlackActionMiddlewareArgs<BlockAction>>(
  deps: Deps,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
): Middleware<Args> {
  return async (args) => {
    const { body } = args;
    const why = await whyNoSetup(deps, workspaceOf(body), body.user.id);
    if (why) await tellPrivately(args, why);
    else await listener(args);
  };
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** For what only they may submit: the right may be gone since the form was opened. */
export function submittedByAdministrators(
  deps: Deps,
  listener: (args: SubmitArgs & AllMiddlewareArgs) => Promise<void>,
): Middleware<SubmitArgs> {
  return async (args) => {
    const { body } = args;
    const message = await whyNoSetup(deps, workspaceOf(body), body.user.id);
    if (!message) return listener(args);
    const view = checkedView(refusalModal({ title: "Not changed", message }));
    await args.ack({ response_action: "update", view });
  };
}
