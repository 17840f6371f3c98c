import type { Message } from "../platform/slack/message.ts";
import type { Context } from "../request/context.ts";
import type { FreezeAnswer } from "./freeze.ts";
import { freezeFacts } from "./freeze-facts.ts";
import { freezeNotice, freezeRefused, withShortenedReason } from "./freeze-messages.ts";
import { isNamedAnywhere } from "./rules/decide-freeze.ts";

/** How sending stands after someone froze it, or agreed that it goes on; undefined where they had done so before. */
export async function freezeAnswer(
  deps: Context,
  workspaceId: string,
  answer: FreezeAnswer,
): Promise<Message | undefined> {
  if (answer.ok) await deps.announceFreeze();
  const facts = await freezeFacts(deps, workspaceId);
  const notice = freezeNotice(facts);
  if (answer.ok) return answer.isReasonCut ? withShortenedReason(notice) : notice;
  if (answer.refusal === "seen-before") return undefined;
  const refused = freezeRefused(answer.refusal, facts.policy);
  return answer.frozen ? { ...refused, blocks: [...refused.blocks, ...notice.blocks] } : refused;
}

/** `/rail resume`: nobody agrees to the end of a freeze but by the button under what it is about. */
export async function resumeQuestion(
  deps: Context,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  const facts = await freezeFacts(deps, workspaceId);
  const isApprover = isNamedAnywhere(userId, facts.policy, facts.roster);
  if (isApprover === "no") return freezeRefused("not-an-approver", facts.policy);
  if (isApprover === "not-known") return freezeRefused("group-not-known", facts.policy);
  return facts.freeze.frozen ? freezeNotice(facts) : freezeRefused("not-frozen", facts.policy);
}
