import { clickOf } from "../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../platform/slack/intake/listeners.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Message } from "../platform/slack/message.ts";
import { whyNoQuestion } from "../request/clicks/question-limit.ts";
import { savedFirst } from "../request/clicks/remember-click.ts";
import type { Command } from "../request/command.ts";
import { takesNothing } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import type { FreezeAnswer } from "../request/freezing/freeze.ts";
import { resumeSending } from "../request/freezing/freeze.ts";
import { isNamedAnywhere } from "../request/freezing/rules/decide-freeze.ts";
import { freezeAnswer } from "./freeze-command.ts";
import { freezeFacts } from "./freeze-facts.ts";
import { freezeNotice, freezeRefused } from "./freeze-messages.ts";

export const resumeCommand: Command<undefined> = {
  verb: "resume",
  usage: {
    takes: "",
    does: "shows why sending is frozen, and asks approvers to resume it",
  },
  act: () => "look",
  parse: takesNothing("resume"),
  answer: (context, _, { workspaceId, userId }) => resumeQuestion(context, workspaceId, userId),
};

/** People agree to the end of a freeze only by the button under its description. */
async function resumeQuestion(
  context: Context,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  const facts = await freezeFacts(context, workspaceId);
  const isApprover = isNamedAnywhere(userId, facts.policy, facts.roster);
  if (isApprover === "no") return freezeRefused("not-an-approver", facts.policy);
  if (isApprover === "not-known") return freezeRefused("group-not-known", facts.policy);
  return facts.freeze.frozen ? freezeNotice(facts) : freezeRefused("not-frozen", facts.policy);
}

/** [Let sending go on]: one more person agrees to end the freeze that they were shown. */
export async function resumeButton(context: Context, args: ButtonArgs): Promise<void> {
  const { action, body, ack, respond } = args;
  const click = clickOf(body);
  const { workspaceId, by } = click;
  const tooMany = await whyNoQuestion(context, workspaceId, by, "the freeze");
  if (tooMany) {
    await ack();
    return void (await respond(privately(tooMany)));
  }
  const saving = resumeSending(context, { ...click, shown: action.value ?? "" });
  const answer = (saved: FreezeAnswer) => freezeAnswer(context, workspaceId, saved);
  await savedFirst(context, "resume", saving, answer, args);
}
