import type {
  AllMiddlewareArgs,
  BlockAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { setupRight } from "../../services/may-set-up.ts";
import { checkedView } from "../checked.ts";
import type { Message } from "../message.ts";
import { noSetupRight } from "../messages/set-up.ts";
import { refusalModal } from "../views/refusal-modal.ts";
import { workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";
import { tellPrivately } from "./privately.ts";

type Deps = Pick<ListenerDeps, "people" | "command" | "setup">;

/** Why someone may not set the workspace up; undefined where they may. */
export async function whyNoSetup(
  { people, command, setup }: Deps,
  workspaceId: string,
  userId: string,
): Promise<Message | undefined> {
  const right = await setupRight({ people, ...setup }, workspaceId, userId);
  if (right === "may") return undefined;
  return noSetupRight(right, { installer: await setup.installerOf(workspaceId), command });
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
