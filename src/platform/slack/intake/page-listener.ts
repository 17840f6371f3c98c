import { readPage } from "../blocks/pages.ts";
import type { Message } from "../message.ts";
import { workspaceOf } from "./delivery.ts";
import type { ButtonListener } from "./listeners.ts";
import { inItsPlace } from "./privately.ts";

/** A page button redraws its private list. `surface`: some blocks go into messages only. */
export function pageListener(
  answer: (
    workspaceId: string,
    page: number,
    at: { userId: string; surface: "message" | "view" },
  ) => Promise<Message>,
): ButtonListener {
  return async ({ action, body, respond }) => {
    const surface = body.view ? "view" : "message";
    const at = { userId: body.user.id, surface } as const;
    await respond(inItsPlace(await answer(workspaceOf(body), readPage(action.value) ?? 1, at)));
  };
}
