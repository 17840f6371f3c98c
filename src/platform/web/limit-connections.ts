import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./client-address.ts";

const REFUSAL =
  "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nToo many connections from this address. Close some, and try again.\n";

/** An address with this many connections is told so on the next one, which is closed; nothing changes for others. */
export function limitConnections(server: Server, perAddress: number): void {
  const held = new Map<string, number>();
  // Before the server's own: nothing is read from a connection that is refused.
  const [accept, ...others] = server.listeners("connection");
  if (!accept || others.length > 0) throw new TypeError("The server listens in another way");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? "");
    const count = held.get(address) ?? 0;
    if (count >= perAddress) {
      socket.on("error", () => {});
      socket.end(REFUSAL, () => socket.destroy());
      return;
    }
    held.set(address, count + 1);
    socket.once("close", () => {
      const left = (held.get(address) ?? 1) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
    accept.call(server, socket);
  });
}
