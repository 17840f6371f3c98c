import type {
  AllMiddlewareArgs,
  BlockAction,
  BlockButtonAction,
  Middleware,
  RespondArguments,
  RespondFn,
  SlackActionMiddlewareArgs,
} from "@slack/bolt";
import type { KnownBlock } from "@slack/types";
import { slackSaid } from "../../process/error-facts.ts";
import { answerModal, readPlace } from "../blocks/answer-modal.ts";
import { checkedView } from "../blocks/checked.ts";
import { callback } from "../blocks/ids.ts";
import { isHighest } from "./over-form.ts";
import { updateView } from "./update-view.ts";

type Client = AllMiddlewareArgs["client"];
type Pressed = Pick<BlockAction, "user" | "channel" | "view" | "trigger_id">;

/**
 * In the Home, and in the modals that it opens, Slack gives a listener no way to answer: there an answer is a modal, and a
 * direct message where it comes too late for one. In a form it is a direct message.
 */
export function answering({
  body,
  client,
  respond,
}: {
  body: object;
  client: Client;
  respond?: RespondFn;
}): { respond?: RespondFn } {
  if (respond || !isPress(body)) return {};
  return {
    async respond(answer) {
      await answerInView(client, body, typeof answer === "string" ? { text: answer } : answer);
      return new Response();
    },
  };
}

function isPress(body: object): body is Pressed {
  return "type" in body && body.type === "block_actions";
}

/** For presses to which Slack gives no way to answer. */
export function answerable<Args extends SlackActionMiddlewareArgs<BlockButtonAction>>(
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
): Middleware<Args> {
  return (args) => listener({ ...args, ...answering(args) });
}

/** The conversation to which what someone asks for by a button belongs. */
export function askedInOf({ channel, view, user }: Pressed): string {
  return channel?.id ?? readPlace(view) ?? user.id;
}

async function answerInView(
  client: Client,
  body: Pressed,
  answer: RespondArguments,
): Promise<void> {
  const { view, trigger_id } = body;
  const text = answer.text ?? "";
  const blocks = "blocks" in answer ? (answer.blocks as KnownBlock[]) : [];
  const directly = () => client.chat.postMessage({ channel: body.user.id, text, blocks });
  const isForm = view?.type === "modal" && view.callback_id !== callback.answer;
  if (!view || isForm) return void (await directly());

  const modal = checkedView(answerModal({ blocks }, askedInOf(body)));
  const isAnswer = view.type === "modal";
  if (isAnswer && (answer.replace_original || isHighest(view))) {
    return void (await updateView(client, view.id, modal));
  }
  try {
    if (isAnswer) await client.views.push({ trigger_id, view: modal });
    else await client.views.open({ trigger_id, view: modal });
  } catch (error) {
    // Three seconds after a press no modal opens for it any more.
    if (slackSaid(error) !== "expired_trigger_id") throw error;
    await directly();
  }
}
