import { healthOf, looksAfter } from "../../services/health.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { health } from "../messages/health.ts";
import { note } from "../messages/note.ts";
import { counted } from "../times.ts";

type Deps = Pick<ListenerDeps, "store" | "queue">;

const NOT_FOR_YOU =
  "Only approvers see this and try things again. An administrator can change who they are.";

/** How sending and the background work are doing, for those who look after it. */
export async function healthAnswer(
  deps: Deps,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  const facts = await healthOf(deps, workspaceId);
  return looksAfter(facts.policy, userId) ? health(facts) : note(NOT_FOR_YOU);
}

/** Has everything that was given up tried again. */
export async function retryAnswer(
  { store, queue }: Deps,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  if (!looksAfter(await store.policyInForce(workspaceId), userId)) return note(NOT_FOR_YOU);
  const count = await queue.retryDeadLetters(workspaceId);
  return note(
    count === 0
      ? "There is nothing left to try again."
      : `${counted(count, "job")} tried again now. What fails again comes back here.`,
  );
}
