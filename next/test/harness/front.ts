import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { LOOPBACK, listen } from "../../../src/sandbox/shared/listen.ts";
import type { Process } from "./seam.ts";

/** The one address of all processes, which get the requests in turn, as a load balancer does it. */
export interface Front {
  url: string;
  stop(): Promise<void>;
}

/** `processes` says which of them run at the moment; without one the answer is 503. */
export async function openFront(processes: () => readonly Process[]): Promise<Front> {
  let turn = 0;
  const pass = (request: Request) => {
    const running = processes();
    const next = running[turn % running.length];
    turn += 1;
    return next ? next.fetch(request) : new Response(null, { status: 503 });
  };
  const server = createServer(getRequestListener(pass, { overrideGlobalObjects: false }));
  const port = await listen(server, 0);
  return {
    url: `http://${LOOPBACK}:${port}`,
    async stop() {
      const isClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await isClosed;
    },
  };
}
