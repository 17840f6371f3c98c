import { once } from "node:events";
import type { Server } from "node:http";

export const LOOPBACK = "127.0.0.1";

/**
 * Listens on loopback; port 0 means a free one. Returns the port; rejects with the system's error.
 */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, LOOPBACK);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
