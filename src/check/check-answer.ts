import type { Message } from "../platform/slack/message.ts";
import type { Context } from "../request/context.ts";
import { checkPaymentDetails } from "./check-payment-details.ts";
import { paymentCheck } from "./payment-check.ts";
import type { MessageText } from "./text-of-message.ts";

/** What every IBAN and address in a text is here. */
export async function checkAnswer(
  { db, clock, command }: Pick<Context, "db" | "transaction" | "clock" | "command">,
  workspaceId: string,
  { text, isCut }: MessageText,
): Promise<Message> {
  const check = await checkPaymentDetails(db, workspaceId, text);
  return paymentCheck({ ...check, now: clock(), command, isCut });
}
