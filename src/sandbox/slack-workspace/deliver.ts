import type { Faults } from "./faults.ts";
import type { Envelope, Receipt } from "./socket-mode.ts";

/** Hands something that happened to the app and returns how it answered. */
export type Deliver = (type: Envelope["type"], payload: object) => Promise<Receipt>;

/** Under `deliverTwice` the first answer counts, and the second delivery is over when this returns. */
export function createDeliver(
  send: (envelope: Envelope) => Promise<Receipt>,
  faults: Pick<Faults, "deliverTwice">,
): Deliver {
  return async (type, payload) => {
    const envelope = { type, payload, accepts_response_payload: type !== "events_api" };
    const receipt = await send(envelope);
    if (faults.deliverTwice) await send(envelope);
    return receipt;
  };
}
