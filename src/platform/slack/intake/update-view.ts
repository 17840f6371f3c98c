import type { ModalView } from "@slack/types";
import { WebAPIPlatformError, type WebClient } from "@slack/web-api";
import { checkedView } from "../blocks/checked.ts";
import type { InNameOf } from "../web-client.ts";

/**
 * Draws a view anew, wherever it stands in its stack. Does nothing where it has been closed in the meantime.
 * Outside of a delivery, `name` says in whose name.
 */
export async function updateView(
  client: WebClient,
  viewId: string,
  view: ModalView,
  name?: InNameOf,
): Promise<void> {
  try {
    await client.views.update({ ...name, view_id: viewId, view: checkedView(view) });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && error.data.error === "not_found";
}
