import { note } from "../../platform/slack/blocks/note.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import { clickOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { readButtonValue } from "../card/button-value.ts";
import { nothingDone } from "../card/change-facts.ts";
import type { Command } from "../command.ts";
import type { Context } from "../context.ts";
import { withdrawRequest } from "../decide-request.ts";
import { findRequestByNumber } from "../queries/requests.ts";
import { numberOf, readRequestNumber } from "../rules/change-request.ts";
import { closed, outOfDateCardOf } from "./on-live-card.ts";
import { refusalAnswer } from "./refusals.ts";

export const withdrawCommand: Command<{ number: number }> = {
  verb: "withdraw",
  usage: { takes: "<R-142>", does: "takes back a request of yours" },
  act: () => "look",
  remembers: "withdraw",
  parse(typed) {
    const number = readRequestNumber(typed);
    return number === undefined ? { ok: false, problem: PROBLEM } : { ok: true, args: { number } };
  },
  answer: (context, { number }, { workspaceId, userId: by, delivery }) =>
    withdrawAnswer(context, { workspaceId, by, number, delivery }),
};

const PROBLEM = "withdraw needs one request number, for example R-142.";

/** Withdraws a request by its number, and says so. Undefined for a delivery that was seen before. */
export async function withdrawAnswer(
  context: Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock" | "command">,
  { workspaceId, number, ...click }: Click & { number: number },
): Promise<Message | undefined> {
  const request = await findRequestByNumber(context.db, workspaceId, number);
  if (!request) {
    return note(`There is no R-${number}. ${context.command} pending shows the open requests.`);
  }
  const ref = { workspaceId, requestId: request.id };
  const applied = await withdrawRequest(context, { ...ref, ...click });
  return applied.ok
    ? note(
        `${numberOf(applied.request)} is withdrawn. ${nothingDone(applied.request, "withdrawn")}`,
      )
    : refusalAnswer(applied);
}

export async function withdrawRequestButton(
  context: Context,
  { action, body, ack, respond }: ButtonArgs,
): Promise<void> {
  const outOfDate = await outOfDateCardOf(context, body, action.value);
  if (outOfDate) {
    await ack();
    return void (await respond(privately(await closed(context, outOfDate))));
  }
  const requestId = readButtonValue(action.value)?.requestId ?? "";
  const applied = await withdrawRequest(context, { ...clickOf(body), requestId });
  await ack();
  const refusal = applied.ok ? undefined : refusalAnswer(applied);
  if (refusal) await respond(privately(refusal));
}
