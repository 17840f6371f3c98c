import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { PostedMessage } from "../queries/posted-message.ts";
import type { Store } from "../queries/store-port.ts";
import { ChangedMeanwhile } from "./changed-meanwhile.ts";

interface Deps {
  store: Pick<Store, "findMessage" | "replaceMessage">;
}

type Place = Pick<PostedMessage, "channelId" | "ts">;

interface Post<Kept> {
  post(): Promise<Place>;
  keep(at: Place): Promise<Kept>;
}

/**
 * Posts instructions and has them kept. They are counted before they are posted, and until they are kept: of what a kill
 * or a lost answer leaves behind, the messages that follow tell.
 */
export async function countedPost<Kept>(
  deps: Deps,
  ref: RequestRef,
  { post, keep }: Post<Kept>,
): Promise<Kept> {
  await count(deps, ref, 1);
  let at: Place;
  try {
    at = await post();
  } catch (error) {
    if (hasNotLanded(error)) await count(deps, ref, -1);
    throw error;
  }
  const kept = await keep(at);
  await count(deps, ref, -1);
  return kept;
}

/** How many posts Slack may have taken without our knowing where they stand. */
export async function unknownPosts(
  { store }: { store: Pick<Store, "findMessage"> },
  ref: RequestRef,
): Promise<number> {
  return (await store.findMessage(ref, "instructions-tries"))?.version ?? 0;
}

/** Slack has refused it, or it never left. */
function hasNotLanded(error: unknown): boolean {
  const isRefused = error instanceof MessengerError && error.code !== "unavailable";
  return isRefused || error instanceof ChangedMeanwhile;
}

/** Several runs count at once, and none of them over another. */
async function count({ store }: Deps, ref: RequestRef, by: 1 | -1): Promise<void> {
  const before = await store.findMessage(ref, "instructions-tries");
  const after = { channelId: "", ts: "", version: (before?.version ?? 0) + by };
  if (!(await store.replaceMessage(ref, "instructions-tries", after, before))) {
    await count({ store }, ref, by);
  }
}
