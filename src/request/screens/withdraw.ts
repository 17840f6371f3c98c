import { note } from "../../platform/slack/blocks/note.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Applied } from "../apply-command.ts";
import { kindOf } from "../change-kind.ts";
import type { Command } from "../command.ts";
import type { Context } from "../context.ts";
import { withdrawRequest } from "../decide-request.ts";
import { findRequestByNumber } from "../queries/requests.ts";
import { numberOf, readRequestNumber } from "../rules/change-request.ts";
import { refusalMessage } from "./refusals.ts";

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

const PROBLEM = "withdraw needs the number of one request, such as R-142.";

interface Withdrawal {
  workspaceId: string;
  by: string;
  number: number;
  delivery: string;
}

/** Withdraws a request by its number, and says so. Undefined for a delivery that was seen before. */
export async function withdrawAnswer(
  context: Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock" | "command">,
  { workspaceId, number, ...click }: Withdrawal,
): Promise<Message | undefined> {
  const request = await findRequestByNumber(context.db, workspaceId, number);
  if (!request) {
    return note(`There is no R-${number}. ${context.command} pending shows the open requests.`);
  }
  const ref = { workspaceId, requestId: request.id };
  const applied = await withdrawRequest(context, { ...ref, ...click });
  return applied.ok
    ? note(
        `${numberOf(applied.request)} is withdrawn. ${kindOf(applied.request.content.change).words.nothingWillBeDone}`,
      )
    : refusalAnswer(applied);
}

/** Why it was refused, for whoever asked. Undefined for a delivery that was seen before. */
export function refusalAnswer(applied: Extract<Applied, { ok: false }>): Message | undefined {
  const { refusal, request } = applied;
  if (refusal === "seen-before") return undefined;
  if (refusal === "not-found" || !request) return note("There is no such request any more.");
  return refusalMessage({ refusal, request });
}
