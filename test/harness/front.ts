import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { LOOPBACK, listen } from "../../src/sandbox/shared/listen.ts";
import type { Process } from "./seam.ts";

/** A request of Slack, signature and all. */
export interface Recorded {
  url: string;
  headers: Headers;
  body: string;
}

/** What Slack sends of a submitted view, as far as it is changed here. */
export interface Submitted {
  user: { id: string };
  view: { private_metadata: string };
}

/** As Slack signs the bytes of a body; `at` is in seconds since 1970. */
export const signatureOf = (secret: string, at: number | string, body: string) =>
  `v0=${createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex")}`;

/**
 * The one address of all processes, which get the requests in turn, as a load balancer does it.
 * `processes` says which of them run at the moment; without one the answer is 503.
 */
export async function openFront(processes: () => readonly Process[], signingSecret: string) {
  const requests: Recorded[] = [];
  let change: ((submitted: Submitted) => void) | null = null;
  let turn = 0;
  async function replay({ url, headers, body }: Recorded, method = "POST"): Promise<Response> {
    const running = processes();
    const next = running[turn % running.length];
    turn += 1;
    const request = new Request(url, { method, headers, ...(method === "POST" && { body }) });
    return next ? next.fetch(request) : new Response(null, { status: 503 });
  }
  async function pass(request: Request): Promise<Response> {
    const { url, headers } = request;
    const recorded = { url, headers: new Headers(headers), body: await request.text() };
    requests.push(recorded);
    return replay(altered(recorded), request.method);
  }
  function altered(recorded: Recorded): Recorded {
    const payload = JSON.parse(new URLSearchParams(recorded.body).get("payload") ?? "{}");
    if (!change || payload.type !== "view_submission") return recorded;
    change(payload);
    change = null;
    const body = String(new URLSearchParams({ payload: JSON.stringify(payload) }));
    const headers = new Headers(recorded.headers);
    const at = headers.get("x-slack-request-timestamp") ?? "";
    headers.set("x-slack-signature", signatureOf(signingSecret, at, body));
    return { ...recorded, body, headers };
  }
  const server = createServer(getRequestListener(pass, { overrideGlobalObjects: false }));
  const port = await listen(server, 0);
  return {
    url: `http://${LOOPBACK}:${port}`,
    /** All that Slack sent, oldest first. */
    requests,
    /** Sends it again as it was. */
    replay,
    /** The next view that somebody submits arrives so, signed. */
    change(next: (submitted: Submitted) => void) {
      change = next;
    },
    async stop() {
      const isClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await isClosed;
    },
  };
}
