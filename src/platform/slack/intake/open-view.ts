import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { checkedView } from "../blocks/checked.ts";
import { callback } from "../blocks/ids.ts";
import { updateView } from "./update-view.ts";

/** What someone typed or pressed. */
interface From {
  /** Works once and for three seconds. */
  trigger_id: string;
  view?: { id: string; callback_id: string; type?: string } | undefined;
}

/** Opens a form; on top of another, or in the place of the answer whose button was pressed, which would be out of date. */
export async function openView(client: WebClient, from: From, view: ModalView): Promise<void> {
  if (from.view?.callback_id === callback.answer) await updateView(client, from.view.id, view);
  else {
    const opens = { trigger_id: from.trigger_id, view: checkedView(view) };
    await (from.view?.type === "modal" ? client.views.push(opens) : client.views.open(opens));
  }
}
