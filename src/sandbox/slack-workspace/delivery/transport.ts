import { LIMITS } from "../blocks/limits.ts";
import type { Faults } from "../control/faults.ts";
import { createSignedHttp, type HttpOptions } from "./signed-http.ts";
import type { Envelope, Receipt, SocketMode } from "./socket-mode.ts";

/** Delivers something to the app, and returns the app's first answer. */
export type Deliver = (type: Envelope["type"], payload: object) => Promise<Receipt>;

interface Options extends HttpOptions {
  socketMode: SocketMode;
  faults: Faults;
}

/** How soon it is noticed that an event is due again, or that the clock was moved. */
const LOOKS_EVERY_MS = 250;

/** The way to the app, from all workspaces: Socket Mode, until the app has a request URL. */
export function createTransport({ socketMode, faults, ...options }: Options) {
  const { now } = options;
  const http = createSignedHttp(options);
  const due = new Set<{ at: number; run: () => void }>();
  const looks = setInterval(() => {
    for (const each of due) {
      if (each.at > now()) continue;
      due.delete(each);
      each.run();
    }
  }, LOOKS_EVERY_MS).unref();
  let requestUrl: string | undefined;
  let release = () => {};

  const send = (envelope: Envelope): Promise<Receipt> =>
    requestUrl ? http.send(requestUrl, envelope) : socketMode.send(envelope);

  function sendAgainLater(envelope: Envelope, failed: Receipt, attempt = 1): void {
    const delay = LIMITS.eventRetriesMs[attempt - 1];
    if (failed.isAcknowledged || delay === undefined) return;
    const again = { ...envelope, retry_attempt: attempt, retry_reason: failed.why ?? "timeout" };
    async function run() {
      sendAgainLater(envelope, await send(again), attempt + 1);
    }
    due.add({ at: now() + delay, run });
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
        const { promise, resolve } = Promise.withResolvers<void>();
        release = resolve;
        await promise;
      }
      const receipt = await send(envelope);
      release();
      if (faults.deliverTwice) await send(envelope);
      if (isEvent) sendAgainLater(envelope, receipt);
      return receipt;
    }) satisfies Deliver,

    verify: http.verify,
    /** Sends everything to this address from now on. */
    sendTo(address: string): void {
      requestUrl = address;
    },
    async close(): Promise<void> {
      clearInterval(looks);
      await socketMode.close();
    },
  };
}
