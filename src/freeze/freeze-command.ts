import type { ModalView } from "@slack/types";
import { answerModal } from "../platform/slack/blocks/answer-modal.ts";
import { input, section } from "../platform/slack/blocks/blocks.ts";
import { checkedView } from "../platform/slack/blocks/checked.ts";
import { block, callback } from "../platform/slack/blocks/ids.ts";
import { textInput } from "../platform/slack/blocks/inputs.ts";
import { modal } from "../platform/slack/blocks/modal.ts";
import { note } from "../platform/slack/blocks/note.ts";
import { typedIn } from "../platform/slack/blocks/state.ts";
import { clickOf } from "../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../platform/slack/intake/listeners.ts";
import { openView } from "../platform/slack/intake/open-view.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Message } from "../platform/slack/message.ts";
import { whyNoQuestion } from "../request/clicks/question-limit.ts";
import { savedFirst } from "../request/clicks/remember-click.ts";
import type { Command } from "../request/command.ts";
import { takesNothing } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import type { FreezeAnswer } from "../request/freezing/freeze.ts";
import { freezeSending, resumeSending } from "../request/freezing/freeze.ts";
import { isNamedAnywhere } from "../request/freezing/rules/decide-freeze.ts";
import { freezeFacts } from "./freeze-facts.ts";
import {
  freezeNotice,
  freezeRefusal,
  freezeRefused,
  withShortenedReason,
} from "./freeze-messages.ts";

/** Takes any reason as typed: an emergency stop does not wait for a tidy one. */
export const freezeCommand: Command<{ reason: string }> = {
  verb: "freeze",
  meantBy: ["stop", "halt"],
  usage: {
    takes: "[reason]",
    does: "stops all sending to the Rail service at once, in an emergency; approvers only",
  },
  isUrgent: true,
  remembers: "freeze",
  takesAnyText: true,
  parse: (reason) => ({ ok: true, args: { reason } }),
  async save(context, { reason }, { workspaceId, userId: by, delivery }) {
    const answer = await freezeSending(context, { workspaceId, by, reason, delivery });
    return () => freezeAnswer(context, workspaceId, answer);
  },
};

export function freezeButton(_: Context, { body, client }: ButtonArgs): Promise<void> {
  return openView(client, body, freezeModal());
}

/** Sending has stopped before Slack hears that the form has arrived. */
export async function submitFreeze(context: Context, { view, body, ack }: SubmitArgs) {
  const click = clickOf(body);
  const reason = typedIn(view, block.freezeReason);
  const answer = await freezeSending(context, { ...click, reason });
  const message = await freezeAnswer(context, click.workspaceId, answer);
  if (!message) return ack();
  await ack({ response_action: "update", view: checkedView(answerModal(message, click.by)) });
}

/** Asks why sending is stopped. */
export function freezeModal(): ModalView {
  return modal({
    id: callback.freeze,
    title: "Stop all sending",
    submit: "Stop sending",
    blocks: [
      section(
        "Nothing is sent to the Rail service until enough approvers agree to resume. Approved requests wait.",
      ),
      input(block.freezeReason, "Reason", textInput("", { multiline: true }), {
        hint: "Visible to everyone who sees a card. Optional.",
        optional: true,
      }),
    ],
  });
}

/** How sending stands after somebody froze it or agreed to resume it; undefined if they had already done so. */
export async function freezeAnswer(
  context: Context,
  workspaceId: string,
  answer: FreezeAnswer,
): Promise<Message | undefined> {
  if (answer.ok) await context.announceFreeze();
  const facts = await freezeFacts(context, workspaceId);
  const notice = freezeNotice(facts);
  if (answer.ok) return answer.isReasonCut ? withShortenedReason(notice) : notice;
  if (answer.refusal === "seen-before") return undefined;
  // Only members learn who the approvers are.
  if (answer.frozen === undefined) return note(freezeRefusal(answer.refusal));
  const refused = freezeRefused(answer.refusal, facts.policy);
  return answer.frozen ? { ...refused, blocks: [...refused.blocks, ...notice.blocks] } : refused;
}

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
