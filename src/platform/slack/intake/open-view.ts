import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { checkedView } from "../blocks/checked.ts";
import { callback } from "../blocks/ids.ts";
import { updateView } from "./update-view.ts";

/** What someone typed or pressed. */
interface From {
  /** Works once and for three seconds. */
  trigger_id: string;
  view?: { id: string; callback_id: string } | undefined;
}

/** Opens a form; in the place of the answer whose button was pressed, which would be out of date under it. */
export async function openView(client: WebClient, from: From, view: ModalView): Promise<void> {
  if (from.view?.callback_id === callback.answer) return updateView(client, from.view.id, view);
  await client.views.open({ trigger_id: from.trigger_id, view: checkedView(view) });
}
