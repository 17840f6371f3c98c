import { once } from "node:events";
import type { Server } from "node:http";

export const LOOPBACK = "127.0.0.1";

/**
 * Listens on loopback; port 0 means a free one. Of several ports it takes the first that is free.
 * Returns the port; rejects with the system's error.
 */
export async function listen(server: Server, port: number, several = 1): Promise<number> {
  try {
    server.listen(port, LOOPBACK);
    await once(server, "listening");
  } catch (error) {
    const isBusy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (isBusy && several > 1) return listen(server, port + 1, several - 1);
    throw error;
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
