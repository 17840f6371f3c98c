import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { slackSaid } from "../../process/error-facts.ts";
import { checkedView } from "../blocks/checked.ts";
import type { InNameOf } from "../web-client.ts";

/**
 * Draws a view anew, wherever it stands in its stack, and returns its new hash. Does nothing where it has been closed in
 * the meantime, or no longer has the `hash` that is given. Outside of a delivery, an `InNameOf` says in whose name.
 */
export async function updateView(
  client: WebClient,
  viewId: string,
  view: ModalView,
  more?: InNameOf | { hash: string },
): Promise<string | undefined> {
  try {
    const drawn = await client.views.update({ ...more, view_id: viewId, view: checkedView(view) });
    return drawn.view?.hash;
  } catch (error) {
    const said = slackSaid(error);
    if (said === "not_found" || said === "hash_conflict") return undefined;
    throw error;
  }
}
