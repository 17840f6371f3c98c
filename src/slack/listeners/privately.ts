import type { RespondArguments } from "@slack/bolt";
import type { Message } from "../message.ts";

/** Only for whoever asked, beside what stands there. */
export function privately({ text, blocks }: Message): RespondArguments {
  return { response_type: "ephemeral", replace_original: false, text, blocks };
}

/** In place of the private message whose button was pressed. */
export function inItsPlace({ text, blocks }: Message): RespondArguments {
  return { response_type: "ephemeral", replace_original: true, text, blocks };
}
