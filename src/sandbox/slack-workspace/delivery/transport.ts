import { createSchedule } from "../../shared/schedule.ts";
import type { Faults } from "../control/faults.ts";
import type { App } from "../seed.ts";
import { createDeliver, type Deliver } from "./deliver.ts";
import { createSignedHttp } from "./signed-http.ts";
import { createSocketMode, type Envelope, type Receipt } from "./socket-mode.ts";

interface TransportOptions {
  now: () => number;
  ackWindowMs: number;
}

/** The way to the app, from all workspaces: Socket Mode, until the app has a request URL. */
export function createTransport(
  { id, signingSecret }: App,
  { now, ackWindowMs }: TransportOptions,
) {
  const schedule = createSchedule(now);
  const socketMode = createSocketMode({ appId: id, ackWindowMs });
  const sendSigned = createSignedHttp({ signingSecret, now, ackWindowMs });
  let requestUrl: string | undefined;
  const send = (envelope: Envelope): Promise<Receipt> =>
    requestUrl ? sendSigned(requestUrl, envelope) : socketMode.send(envelope);

  return {
    socketMode,
    deliver: (faults: Faults): Deliver =>
      createDeliver(
        {
          send,
          async sendAndCut(envelope) {
            await (requestUrl ? send(envelope) : socketMode.sendAndCut(envelope));
          },
        },
        faults,
        { schedule, ackWindowMs },
      ),
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
