import { setTimeout as pause } from "node:timers/promises";
import { createSchedule } from "../../shared/schedule.ts";
import { LIMITS } from "../blocks/limits.ts";
import type { Faults } from "../control/faults.ts";
import { createSignedHttp } from "./signed-http.ts";
import type { Envelope, Receipt, SocketMode } from "./socket-mode.ts";

/** Delivers something to the app, and returns the app's first answer. */
export type Deliver = (type: Envelope["type"], payload: object) => Promise<Receipt>;

interface Options {
  signingSecret: string;
  socketMode: SocketMode;
  faults: Faults;
  now: () => number;
  ackWindowMs: number;
}

/** The way to the app, from all workspaces: Socket Mode, until the app has a request URL. */
export function createTransport({ socketMode, faults, now, ackWindowMs, signingSecret }: Options) {
  const schedule = createSchedule(now);
  const http = createSignedHttp({ signingSecret, now, ackWindowMs });
  let requestUrl: string | undefined;
  let letGo = () => {};

  const send = (envelope: Envelope): Promise<Receipt> =>
    requestUrl ? http.send(requestUrl, envelope) : socketMode.send(envelope);

  /** As if the app's answer had not come. */
  async function sendUnheard(envelope: Envelope): Promise<Receipt> {
    await (requestUrl ? send(envelope) : socketMode.sendAndCut(envelope));
    return send({ ...envelope, retry_attempt: 1, retry_reason: "timeout" });
  }

  /** Waits for the next delivery, but no longer than a person would. */
  async function holdBack(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    letGo = resolve;
    await Promise.race([promise, pause(ackWindowMs, undefined, { ref: false })]);
  }

  function sendAgainLater(envelope: Envelope, failed: Receipt, attempt = 1): void {
    const delay = LIMITS.eventRetriesMs[attempt - 1];
    if (failed.isAcknowledged || delay === undefined) return;
    const again = { ...envelope, retry_attempt: attempt, retry_reason: failed.why ?? "timeout" };
    schedule.later(delay, () => {
      void send(again).then((receipt) => sendAgainLater(envelope, receipt, attempt + 1));
    });
  }

  return {
    /**
     * Repeats an event that the app did not take, but no command or interaction. Under
     * `deliverTwice` the first answer counts, and the second delivery has ended when this returns.
     */
    deliver: (async (type, payload) => {
      const isEvent = type === "events_api";
      const retry = isEvent && { retry_attempt: 0, retry_reason: "" };
      const envelope = { type, payload, accepts_response_payload: !isEvent, ...retry };
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
    }) satisfies Deliver,

    verify: http.verify,
    /** Sends everything to this address from now on. */
    sendTo(address: string): void {
      requestUrl = address;
    },
    async close(): Promise<void> {
      schedule.stop();
      await socketMode.close();
    },
  };
}
