import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { checkedView } from "./checked.ts";

/** `trigger_id` works once and for three seconds. */
export async function openView(
  client: WebClient,
  triggerId: string,
  view: ModalView,
): Promise<void> {
  await client.views.open({ trigger_id: triggerId, view: checkedView(view) });
}
