import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { faultsOfView } from "./check-limits.ts";

/** A view held against Slack's limits: what Slack would refuse is a fault of ours, and never leaves. */
export function checkedView(view: ModalView): ModalView {
  const faults = faultsOfView(view);
  if (faults.length > 0) throw new Error(`Slack would refuse this view: ${JSON.stringify(faults)}`);
  return view;
}

/** `trigger_id` works once and for three seconds. */
export async function openView(
  client: WebClient,
  triggerId: string,
  view: ModalView,
): Promise<void> {
  await client.views.open({ trigger_id: triggerId, view: checkedView(view) });
}
