import type { AllMiddlewareArgs, AnyMiddlewareArgs, RespondArguments } from "@slack/bolt";
import { checkedMessage } from "../blocks/checked.ts";
import type { Message } from "../message.ts";

/** Only for the person who asked, beside the present message. */
export function privately(message: Message): RespondArguments {
  return { response_type: "ephemeral", replace_original: false, ...checkedMessage(message) };
}

/** Replaces the private message whose button was pressed. */
export function inItsPlace(message: Message): RespondArguments {
  return { response_type: "ephemeral", replace_original: true, ...checkedMessage(message) };
}

/** For the person who pressed something, beside it; by direct message from a form, which has no place for it. */
export async function tellPrivately(
  args: AnyMiddlewareArgs & Pick<AllMiddlewareArgs, "client">,
  message: Message,
): Promise<void> {
  if ("respond" in args && args.respond !== undefined) {
    await args.respond(privately(message));
  } else if (args.body.type === "block_actions") {
    await args.client.chat.postMessage({ channel: args.body.user.id, ...checkedMessage(message) });
  }
}
