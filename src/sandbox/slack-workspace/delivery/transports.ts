import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { createSchedule } from "../../shared/schedule.ts";
import type { App } from "../seed.ts";
import type { SocketMode } from "./socket-mode.ts";
import { createTransport, type Transport, type TransportOptions } from "./transport.ts";

/** The transports of all apps: a fault of the server hits them together. */
export interface Transports
  extends Pick<SocketMode, "disconnect" | "cut" | "limitEvents" | "close" | "connectionCount"> {
  /** The transports in the order of the apps. */
  all: readonly Transport[];
  /** Throws if there is no such app. */
  of(appId: string): Transport;
  /** Gives a connection to the app that the path names. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export function createTransports(apps: readonly App[], options: TransportOptions): Transports {
  const schedule = createSchedule(options.now);
  const all = apps.map((app) => createTransport(app, options, schedule));
  const find = (appId: string | null) => all.find(({ app }) => app.id === appId);

  return {
    all,

    of(appId) {
      const found = find(appId);
      if (!found) throw new Error(`There is no app ${appId}.`);
      return found;
    },

    upgrade(request, socket, head) {
      const link = URL.parse(request.url ?? "/", "ws://sandbox");
      const transport = link && find(link.searchParams.get("app_id"));
      if (transport) transport.socketMode.upgrade(request, socket, head);
      else socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
    },

    disconnect(reason) {
      for (const { socketMode } of all) socketMode.disconnect(reason);
    },
    cut() {
      for (const { socketMode } of all) socketMode.cut();
    },
    limitEvents() {
      for (const { socketMode } of all) socketMode.limitEvents();
    },
    connectionCount: () =>
      all.reduce((count, { socketMode }) => count + socketMode.connectionCount(), 0),
    async close() {
      schedule.stop();
      await Promise.all(all.map(({ socketMode }) => socketMode.close()));
    },
  };
}
