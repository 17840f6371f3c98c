import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { createSchedule } from "../../shared/schedule.ts";
import type { App } from "../seed.ts";
import type { DisconnectReason } from "./socket-mode.ts";
import { createTransport, type Transport, type TransportOptions } from "./transport.ts";

/** Makes the transports of all apps, in their order: a fault of the server hits them together. */
export function createTransports(apps: readonly App[], options: TransportOptions) {
  const schedule = createSchedule(options.now);
  const all = apps.map((app) => createTransport(app, options, schedule));
  const find = (appId: string | null) => all.find(({ app }) => app.id === appId);

  return {
    all,

    /** Throws if there is no such app. */
    of(appId: string): Transport {
      const found = find(appId);
      if (!found) throw new Error(`There is no app ${appId}.`);
      return found;
    },

    /** Gives a connection to the app that the path names. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const link = URL.parse(request.url ?? "/", "ws://sandbox");
      const transport = link && find(link.searchParams.get("app_id"));
      if (transport) transport.socketMode.upgrade(request, socket, head);
      else socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
    },

    disconnect(reason: DisconnectReason): void {
      for (const { socketMode } of all) socketMode.disconnect(reason);
    },
    cut(): void {
      for (const { socketMode } of all) socketMode.cut();
    },
    limitEvents(): void {
      for (const { socketMode } of all) socketMode.limitEvents();
    },
    connectionCount: (): number =>
      all.reduce((count, { socketMode }) => count + socketMode.connectionCount(), 0),
    async close(): Promise<void> {
      schedule.stop();
      await Promise.all(all.map(({ socketMode }) => socketMode.close()));
    },
  };
}

export type Transports = ReturnType<typeof createTransports>;
