import type { SocketMode } from "./socket-mode.ts";
import type { Traffic } from "./traffic.ts";

interface Deps {
  traffic: Pick<Traffic, "noteDelivery">;
  now: () => number;
  appId: string;
  transport: () => "socket" | "http";
}

/** Notes everything that is sent to the app, each time it is sent, and how the app took it. */
export function notedSend(
  send: SocketMode["send"],
  { traffic, now, appId, transport }: Deps,
): SocketMode["send"] {
  return async (envelope) => {
    const sent = { at: now(), appId, transport: transport(), envelope };
    const start = performance.now();
    const receipt = await send(envelope);
    traffic.noteDelivery({ ...sent, receipt, tookMs: Math.round(performance.now() - start) });
    return receipt;
  };
}
