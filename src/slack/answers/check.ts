import { checkPaymentDetails } from "../../services/check-payment-details.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { paymentCheck } from "../messages/payment-check.ts";
import type { MessageText } from "../text-of-message.ts";

/** What every IBAN and address in a text is here. */
export async function checkAnswer(
  { store, clock, command }: Pick<ListenerDeps, "store" | "clock" | "command">,
  workspaceId: string,
  { text, isCut }: MessageText,
): Promise<Message> {
  const check = await checkPaymentDetails(store, workspaceId, text);
  return paymentCheck({ ...check, now: clock(), command, isCut });
}
