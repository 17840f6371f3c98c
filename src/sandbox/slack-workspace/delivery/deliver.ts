import { setTimeout as pause } from "node:timers/promises";
import type { Schedule } from "../../shared/schedule.ts";
import { LIMITS } from "../blocks/limits.ts";
import type { Faults } from "../control/faults.ts";
import type { Envelope, Receipt, SocketMode } from "./socket-mode.ts";

/** Delivers something to the app, and returns the app's first answer. */
export type Deliver = (type: Envelope["type"], payload: object) => Promise<Receipt>;

interface Patience {
  schedule: Schedule;
  ackWindowMs: number;
}

/**
 * Repeats an event that the app did not take, but no command or interaction. Under `deliverTwice`
 * the first answer counts, and the second delivery has ended when this returns.
 */
export function createDeliver(
  { send, sendAndCut }: Pick<SocketMode, "send" | "sendAndCut">,
  faults: Pick<Faults, "deliverTwice" | "losesNextAcknowledgement" | "reordersNext">,
  { schedule, ackWindowMs }: Patience,
): Deliver {
  let letGo = () => {};

  /** Waits for the next delivery, but no longer than a person would. */
  async function holdBack(): Promise<void> {
    const overtaken = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await Promise.race([overtaken, pause(ackWindowMs, undefined, { ref: false })]);
  }

  function sendAgainLater(envelope: Envelope, failed: Receipt, attempt = 1): void {
    const delay = LIMITS.eventRetriesMs[attempt - 1];
    if (failed.isAcknowledged || failed.wantsNoRetry || delay === undefined) return;
    const again = { ...envelope, retry_attempt: attempt, retry_reason: failed.why ?? "timeout" };
    schedule.later(delay, () => {
      void send(again).then((receipt) => sendAgainLater(envelope, receipt, attempt + 1));
    });
  }

  async function sendUnheard(envelope: Envelope): Promise<Receipt> {
    await sendAndCut(envelope);
    return send({ ...envelope, retry_attempt: 1, retry_reason: "timeout" });
  }

  return async (type, payload) => {
    const isEvent = type === "events_api";
    const envelope: Envelope = {
      type,
      payload,
      accepts_response_payload: !isEvent,
      ...(isEvent && { retry_attempt: 0, retry_reason: "" }),
    };
    if (faults.reordersNext) {
      faults.reordersNext = false;
      await holdBack();
    }
    const isUnheard = faults.losesNextAcknowledgement;
    if (isUnheard) faults.losesNextAcknowledgement = false;
    const receipt = await (isUnheard ? sendUnheard : send)(envelope);
    letGo();
    if (faults.deliverTwice && !isUnheard) await send(envelope);
    if (isEvent) sendAgainLater(envelope, receipt);
    return receipt;
  };
}
