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
  /** The pauses in milliseconds before each repeat of a failed event. */
  eventRetryDelaysMs: readonly number[];
}

/** The way to one app, from all workspaces: Socket Mode, until the app has a request URL. */
export function createTransport(
  app: App,
  { now, ackWindowMs, traffic, eventRetryDelaysMs }: TransportOptions,
  schedule: Schedule,
) {
  const socketMode = createSocketMode({ appId: app.id, ackWindowMs });
  const { signingSecret } = app;
  const sendSigned = createSignedHttp({ signingSecret, now, ackWindowMs });
  let requestUrl: string | undefined;
  /** Notes every sending to the app, with the app's answer. */
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
    /** Sends everything to this address from now on. */
    sendTo(address: string): void {
      requestUrl = address;
    },
  };
}

export type Transport = ReturnType<typeof createTransport>;
