import type { Schedule } from "../shared/schedule.ts";
import { createDeliver, type Deliver } from "./deliver.ts";
import type { Faults } from "./faults.ts";
import { notedSend } from "./noted-send.ts";
import type { App } from "./seed.ts";
import { createSignedHttp } from "./signed-http.ts";
import { createSocketMode, type SocketMode } from "./socket-mode.ts";
import type { Traffic } from "./traffic.ts";

/** How one app hears of what happens, in whichever workspace: over Socket Mode, until it has a request URL. */
export interface Transport {
  app: App;
  socketMode: SocketMode;
  deliver(faults: Faults): Deliver;
  /** From now on everything is sent to this address. */
  sendTo(requestUrl: string): void;
}

export interface TransportOptions {
  now: () => number;
  ackWindowMs: number;
  traffic: Pick<Traffic, "noteDelivery">;
  /** After how many milliseconds an event that failed is sent again, each time. */
  eventRetryDelaysMs: readonly number[];
}

export function createTransport(
  app: App,
  { now, ackWindowMs, traffic, eventRetryDelaysMs }: TransportOptions,
  schedule: Schedule,
): Transport {
  const socketMode = createSocketMode({ appId: app.id, ackWindowMs });
  const { signingSecret } = app;
  const sendSigned = createSignedHttp({ signingSecret, now, ackWindowMs });
  let requestUrl: string | undefined;
  const send = notedSend(
    (envelope) => (requestUrl ? sendSigned(requestUrl, envelope) : socketMode.send(envelope)),
    { traffic, now, appId: app.id, transport: () => (requestUrl ? "http" : "socket") },
  );
  return {
    app,
    socketMode,
    deliver: (faults) =>
      createDeliver(
        {
          send,
          async sendAndCut(envelope) {
            await (requestUrl ? send(envelope) : socketMode.sendAndCut(envelope));
          },
        },
        faults,
        { schedule, eventRetryDelaysMs, ackWindowMs },
      ),
    sendTo(address) {
      requestUrl = address;
    },
  };
}
