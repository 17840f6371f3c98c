import type { Schedule } from "../../shared/schedule.ts";
import type { Faults } from "../control/faults.ts";
import type { Traffic } from "../control/traffic.ts";
import type { App } from "../seed.ts";
import { createDeliver, type Deliver } from "./deliver.ts";
import { createSignedHttp } from "./signed-http.ts";
import { createSocketMode, type Envelope, type Receipt } from "./socket-mode.ts";

export interface TransportOptions {
  now: () => number;
  ackWindowMs: number;
  traffic: Pick<Traffic, "noteDelivery">;
  /** After how many milliseconds an event that failed is sent again, each time. */
  eventRetryDelaysMs: readonly number[];
}

/** How one app hears of what happens, in whichever workspace: over Socket Mode, until it has a request URL. */
export function createTransport(
  app: App,
  { now, ackWindowMs, traffic, eventRetryDelaysMs }: TransportOptions,
  schedule: Schedule,
) {
  const socketMode = createSocketMode({ appId: app.id, ackWindowMs });
  const { signingSecret } = app;
  const sendSigned = createSignedHttp({ signingSecret, now, ackWindowMs });
  let requestUrl: string | undefined;
  /** Notes everything that is sent to the app, each time it is sent, and how the app took it. */
  async function send(envelope: Envelope): Promise<Receipt> {
    const transport: "http" | "socket" = requestUrl ? "http" : "socket";
    const sent = { at: now(), appId: app.id, transport, envelope };
    const start = performance.now();
    const receipt = await (requestUrl
      ? sendSigned(requestUrl, envelope)
      : socketMode.send(envelope));
    traffic.noteDelivery({ ...sent, receipt, tookMs: Math.round(performance.now() - start) });
    return receipt;
  }

  return {
    app,
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
        { schedule, eventRetryDelaysMs, ackWindowMs },
      ),
    /** From now on everything is sent to this address. */
    sendTo(address: string): void {
      requestUrl = address;
    },
  };
}

export type Transport = ReturnType<typeof createTransport>;
