import type { HomeView, KnownBlock, ModalView } from "@slack/types";
import { faultsOfMessage, faultsOfView } from "./check-limits.ts";

/** The last look before every send: what Slack would refuse is a fault of ours, and never leaves. */
export function checkedView<View extends ModalView | HomeView>(view: View): View {
  const faults = faultsOfView(view);
  if (faults.length > 0) throw new Error(`Slack would refuse this view: ${JSON.stringify(faults)}`);
  return view;
}

export function checkedMessage({ text, blocks }: { text: string; blocks: readonly unknown[] }): {
  text: string;
  blocks: KnownBlock[];
} {
  const faults = faultsOfMessage({ text, blocks });
  if (faults.length > 0) {
    throw new Error(`Slack would refuse this message: ${JSON.stringify(faults)}`);
  }
  return { text, blocks: blocks as KnownBlock[] };
}
