import type { FreezeAnswer } from "../../services/freeze.ts";
import { freezeSending, resumeSending } from "../../services/freeze.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { freezeNotice, freezeRefusal } from "../messages/freeze.ts";
import { note } from "../messages/note.ts";

interface Click {
  workspaceId: string;
  by: string;
  delivery: string;
}

const NO_REASON = "No reason was given.";

/** Freezes sending, and tells whoever did it how it goes on; the approvers' channel hears of it in a moment. */
export async function freezeAnswer(
  deps: ListenerDeps,
  { reason, ...click }: Click & { reason: string | null },
): Promise<Message | undefined> {
  const answer = await freezeSending(deps, { ...click, reason: reason ?? NO_REASON });
  return answerTo(deps, click.workspaceId, answer);
}

export async function resumeAnswer(deps: ListenerDeps, click: Click): Promise<Message | undefined> {
  return answerTo(deps, click.workspaceId, await resumeSending(deps, click));
}

async function answerTo(
  deps: ListenerDeps,
  workspaceId: string,
  answer: FreezeAnswer,
): Promise<Message | undefined> {
  if (!answer.ok && answer.refusal === "seen-before") return undefined;
  const state = await howItStands(deps, workspaceId);
  if (answer.ok) return state;
  const refused = note(freezeRefusal(answer.refusal));
  return answer.frozen ? { ...refused, blocks: [...refused.blocks, ...state.blocks] } : refused;
}

async function howItStands({ store }: ListenerDeps, workspaceId: string): Promise<Message> {
  const freeze = await store.currentFreeze(workspaceId);
  return freezeNotice({ freeze, policies: await store.currentPolicies(workspaceId) });
}
