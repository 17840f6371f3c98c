import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { StartError } from "./open-sqlite.ts";

export const LOOPBACK = "127.0.0.1";

/**
 * Listens on loopback; port 0 means a free one. Of several ports it takes the first that is free.
 * Returns the port; rejects with a StartError.
 */
export async function listen(server: Server, port: number, several = 1): Promise<number> {
  try {
    server.listen(port, LOOPBACK);
    await once(server, "listening");
  } catch (cause) {
    const isBusy = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    if (isBusy && several > 1) return listen(server, port + 1, several - 1);
    const why = isBusy ? "another program is listening on it." : String(cause);
    throw new StartError(`Port ${port} cannot be used: ${why}`, { cause });
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Serves until it is closed, which cuts off open connections. Rejects as `listen` does. */
export async function serve(
  fetch: Parameters<typeof getRequestListener>[0],
  port: number,
  several?: number,
) {
  // The app may run in this process, so hono must not replace Node's Request and Response.
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }));
  const origin = `http://${LOOPBACK}:${await listen(server, port, several)}`;
  return {
    ...{ server, origin },
    async close(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
