import { healthOf, looksAfter } from "../../services/health.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { health } from "../messages/health.ts";
import { note } from "../messages/note.ts";
import { counted } from "../times.ts";

type Deps = Pick<ListenerDeps, "store" | "queue" | "people">;

const NOT_FOR_YOU =
  "Only approvers see this and try things again. An administrator can change who they are.";

/** How sending and the background work are doing, for those who look after it. */
export async function healthAnswer(
  deps: Deps,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  const facts = await healthOf(deps, workspaceId);
  const isTheirs = await looksAfter(deps, workspaceId, facts.policy, userId);
  return isTheirs ? health(facts) : note(NOT_FOR_YOU);
}

/** Has everything that was given up tried again. */
export async function retryAnswer(
  deps: Deps,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  const policy = await deps.store.policyInForce(workspaceId);
  if (!(await looksAfter(deps, workspaceId, policy, userId))) return note(NOT_FOR_YOU);
  const count = await deps.queue.retryDeadLetters(workspaceId);
  return note(
    count === 0
      ? "There is nothing left to try again."
      : `${counted(count, "job")} tried again now. What fails again comes back here.`,
  );
}
