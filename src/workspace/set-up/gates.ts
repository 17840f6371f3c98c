import type {
  AllMiddlewareArgs,
  BlockAction,
  MessageShortcut,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { roleFor } from "../../authority/judge.ts";
import type { Act, GateDeed } from "../../authority/kinds.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { tellPrivately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { guestMessage } from "../../request/screens/refusals.ts";
import type { NoRight } from "./may-set-up.ts";
import { installerWhoMaySetUp, whyNoRight } from "./may-set-up.ts";
import { noAuditRight, noSetupRight, notSetUp } from "./set-up-messages.ts";
import { isSetUp } from "./setup-facts.ts";

type Gating = Pick<Context, "people" | "command" | "db" | "setup">;

interface Gate {
  /** It opens while Slack is silent. */
  isUrgent?: boolean;
  /** It changes nothing: at most it shows something, or opens a form whose submission asks anew. */
  isReading?: boolean;
}

/** Why somebody may not do something, in words for them; undefined if they may. */
export async function whyRefused(
  context: Gating,
  workspaceId: string,
  userId: string,
  deeds: Act,
  { isUrgent = false, isReading = false }: Gate = {},
): Promise<Message | undefined> {
  const judging = { ...context, ...context.setup };
  for (const deed of [deeds].flat()) {
    const age = deed === "look" ? "of-an-hour" : "of-a-minute";
    const freshness = isReading ? age : "of-the-deed";
    const found = await whyNoRight(judging, workspaceId, userId, deed, freshness);
    // A form that stops something opens while Slack is silent: its submission decides.
    const isLetIn = isUrgent && found?.because === "standing-not-known";
    if (found && !isLetIn) return noRightMessage(context, workspaceId, deed, found);
  }
  return undefined;
}

async function noRightMessage(
  { db, setup, command }: Gating,
  workspaceId: string,
  deed: GateDeed,
  { because, standing }: NoRight,
): Promise<Message> {
  if (because === "no-right" && roleFor(deed, true) === "auditor") return noAuditRight(command);
  if (because === "no-right" || because === "right-not-known") {
    const installer = await installerWhoMaySetUp({ db, ...setup }, workspaceId);
    return noSetupRight(because, { installer, command });
  }
  return guestMessage(standing, command);
}

/** Undefined if the workspace is set up. */
export async function whyNotYet(
  { db, command }: Pick<Context, "db" | "command">,
  workspaceId: string,
): Promise<Message | undefined> {
  return isSetUp(await findSetup(db, workspaceId)) ? undefined : notSetUp(command);
}

/** Everything but the set-up itself waits for the set-up. */
async function whyNotNow(
  context: Gating,
  workspaceId: string,
  userId: string,
  deeds: Act,
  gate?: Gate,
): Promise<Message | undefined> {
  const why = await whyRefused(context, workspaceId, userId, deeds, gate);
  const isOfSetUp = [deeds].flat().some((deed) => roleFor(deed, false) === "administrator");
  return why ?? (isOfSetUp ? undefined : whyNotYet(context, workspaceId));
}

type PressArgs =
  | SlackActionMiddlewareArgs<BlockAction>
  | SlackShortcutMiddlewareArgs<MessageShortcut>;

/** Guards a button or a shortcut: tells a person who may not use it why. */
export function pressed<Args extends PressArgs>(
  context: Gating,
  deeds: Act,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
  gate?: Gate,
): Middleware<Args> {
  return async (args) => {
    const { body } = args;
    const why = await whyNotNow(context, workspaceOf(body), body.user.id, deeds, gate);
    if (why) await tellPrivately(args, why);
    else await listener(args);
  };
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** Guards a form: the reason replaces it, because the right may be gone since it was opened. */
export function submitted(
  context: Gating,
  deeds: Act,
  listener: (args: SubmitArgs & AllMiddlewareArgs) => Promise<void>,
): Middleware<SubmitArgs> {
  return async (args) => {
    const { body } = args;
    const message = await whyNotNow(context, workspaceOf(body), body.user.id, deeds);
    if (!message) return listener(args);
    const view = checkedView(refusalModal({ title: "Nothing was done", message }));
    await args.ack({ response_action: "update", view });
  };
}
