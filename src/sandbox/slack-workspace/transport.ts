import { createDeliver, type Deliver } from "./deliver.ts";
import type { Faults } from "./faults.ts";
import type { App } from "./seed.ts";
import { createSignedHttp } from "./signed-http.ts";
import { createSocketMode, type SocketMode } from "./socket-mode.ts";

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
}

export function createTransport(app: App, { now, ackWindowMs }: TransportOptions): Transport {
  const socketMode = createSocketMode({ appId: app.id, ackWindowMs });
  const sendSigned = createSignedHttp({ signingSecret: app.signingSecret, now, ackWindowMs });
  let requestUrl: string | undefined;
  return {
    app,
    socketMode,
    deliver: (faults) =>
      createDeliver(
        {
          ...socketMode,
          send: (envelope) =>
            requestUrl ? sendSigned(requestUrl, envelope) : socketMode.send(envelope),
        },
        faults,
      ),
    sendTo(address) {
      requestUrl = address;
    },
  };
}
