import { tidied } from "../../domain/text.ts";
import type { FreezeAnswer } from "../../services/freeze.ts";
import { freezeSending, resumeSending } from "../../services/freeze.ts";
import { lastResumed } from "../../services/last-resumed.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { freezeNotice, freezeRefused, withShortenedReason } from "../messages/freeze.ts";

interface Click {
  workspaceId: string;
  by: string;
  delivery: string;
}

const NO_REASON = "No reason was given.";
/** As for every other reason. */
const LONGEST_REASON = 1_000;

/** Freezes sending, and tells whoever did it how it goes on. Undefined for a delivery that was seen before. */
export async function freezeAnswer(
  deps: ListenerDeps,
  { reason: typed, ...click }: Click & { reason: string },
): Promise<Message | undefined> {
  const { text, isCut } = tidied(typed, LONGEST_REASON);
  const reason = text === "" ? NO_REASON : text;
  const answer = await freezeSending(deps, { ...click, reason });
  const message = await answerTo(deps, click.workspaceId, answer);
  return message && answer.ok && isCut ? withShortenedReason(message, LONGEST_REASON) : message;
}

/** One more who agrees that sending goes on. Undefined for a delivery that was seen before. */
export async function resumeAnswer(deps: ListenerDeps, click: Click): Promise<Message | undefined> {
  return answerTo(deps, click.workspaceId, await resumeSending(deps, click));
}

async function answerTo(
  deps: ListenerDeps,
  workspaceId: string,
  answer: FreezeAnswer,
): Promise<Message | undefined> {
  const { store } = deps;
  if (answer.ok) {
    await deps.announceFreeze();
    return howItStands(deps, workspaceId);
  }
  if (answer.refusal === "seen-before") return undefined;
  const refused = freezeRefused(answer.refusal, await store.currentPolicies(workspaceId));
  if (!answer.frozen) return refused;
  const { blocks } = await howItStands(deps, workspaceId);
  return { ...refused, blocks: [...refused.blocks, ...blocks] };
}

async function howItStands({ store }: ListenerDeps, workspaceId: string): Promise<Message> {
  return freezeNotice({
    freeze: await store.currentFreeze(workspaceId),
    policies: await store.currentPolicies(workspaceId),
    resumed: await lastResumed({ store }, workspaceId),
  });
}
