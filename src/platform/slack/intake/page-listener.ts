import { readPage } from "../blocks/pages.ts";
import type { Message } from "../message.ts";
import { workspaceOf } from "./delivery.ts";
import type { ButtonListener } from "./listeners.ts";
import { inItsPlace } from "./privately.ts";

/** A page button redraws the private list in which it stands. */
export function pageListener(
  answer: (workspaceId: string, page: number) => Promise<Message>,
): ButtonListener {
  return async ({ action, body, respond }) => {
    await respond(inItsPlace(await answer(workspaceOf(body), readPage(action.value) ?? 1)));
  };
}
