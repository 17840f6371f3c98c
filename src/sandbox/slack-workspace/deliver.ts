import type { Faults } from "./faults.ts";
import type { Envelope, Receipt, SocketMode } from "./socket-mode.ts";

/** Hands something that happened to the app and returns how it answered. */
export type Deliver = (type: Envelope["type"], payload: object) => Promise<Receipt>;

/** Under `deliverTwice` the first answer counts, and the second delivery is over when this returns. */
export function createDeliver(
  { send, sendAndCut }: Pick<SocketMode, "send" | "sendAndCut">,
  faults: Pick<Faults, "deliverTwice" | "losesNextAcknowledgement">,
): Deliver {
  return async (type, payload) => {
    const envelope = { type, payload, accepts_response_payload: type !== "events_api" };
    if (faults.losesNextAcknowledgement) {
      faults.losesNextAcknowledgement = false;
      await sendAndCut(envelope);
      return send({ ...envelope, retry_attempt: 1, retry_reason: "timeout" });
    }
    const receipt = await send(envelope);
    if (faults.deliverTwice) await send(envelope);
    return receipt;
  };
}
