import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { LOOPBACK, listen } from "../../../src/sandbox/shared/listen.ts";
import type { Process } from "./seam.ts";

/** A request of Slack, signature and all. */
export interface Recorded {
  url: string;
  headers: Headers;
  body: string;
}

export type Front = Awaited<ReturnType<typeof openFront>>;

/**
 * The one address of all processes, which get the requests in turn, as a load balancer does it.
 * `processes` says which of them run at the moment; without one the answer is 503.
 */
export async function openFront(processes: () => readonly Process[]) {
  const requests: Recorded[] = [];
  let turn = 0;
  async function replay({ url, headers, body }: Recorded): Promise<Response> {
    const running = processes();
    const next = running[turn % running.length];
    turn += 1;
    const request = new Request(url, { method: "POST", headers, body });
    return next ? next.fetch(request) : new Response(null, { status: 503 });
  }
  async function pass(request: Request): Promise<Response> {
    const { url, headers } = request;
    const recorded = { url, headers: new Headers(headers), body: await request.text() };
    requests.push(recorded);
    return replay(recorded);
  }
  const server = createServer(getRequestListener(pass, { overrideGlobalObjects: false }));
  const port = await listen(server, 0);
  return {
    url: `http://${LOOPBACK}:${port}`,
    /** All that Slack sent, oldest first. */
    requests,
    /** Sends it again as it was. */
    replay,
    async stop() {
      const isClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await isClosed;
    },
  };
}
