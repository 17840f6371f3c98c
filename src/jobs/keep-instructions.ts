import type { PostedMessage, RequestRef, Store } from "../services/ports.ts";
import { NEVER_DRAWN } from "../services/ports.ts";
import { DrawnMeanwhile } from "./drawn-meanwhile.ts";

interface Deps {
  store: Pick<Store, "findMessage" | "replaceMessage">;
}

/**
 * Keeps what the message with the instructions shows now; `before` is what was known of it. Where another run has drawn
 * something else meanwhile, nobody knows which of the two Slack took last: it throws `DrawnMeanwhile`.
 */
export async function keepInstructions(
  deps: Deps,
  ref: RequestRef,
  shown: PostedMessage,
  before: PostedMessage | undefined,
): Promise<void> {
  const { store } = deps;
  if (await store.replaceMessage(ref, "instructions", shown, before)) return;
  const now = await store.findMessage(ref, "instructions");
  if (!now || now.version === shown.version) return;
  const unknown = { ...now, version: NEVER_DRAWN };
  if (!(await store.replaceMessage(ref, "instructions", unknown, now))) {
    return keepInstructions(deps, ref, shown, before);
  }
  throw new DrawnMeanwhile("The message with the instructions");
}
