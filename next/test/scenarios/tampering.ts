import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { LOOPBACK, listen } from "../../../src/sandbox/shared/listen.ts";
import type { Stage } from "../harness/stage.ts";

/** What Slack sends of a submitted view, as far as it is changed here. */
export interface Submitted {
  user: { id: string };
  view: { private_metadata: string };
}

/** Stands between Slack and the product, and changes what a person submits. */
export interface Tampering extends AsyncDisposable {
  /** The next submission arrives so. */
  change(next: (submitted: Submitted) => void): void;
}

export async function openTampering({ slack, processes }: Stage): Promise<Tampering> {
  let waiting: ((submitted: Submitted) => void) | null = null;

  async function handOn(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const payload = form.get("payload");
    const body = payload === null ? Object.fromEntries(form) : JSON.parse(payload);
    if (body.type === "view_submission") {
      waiting?.(body);
      waiting = null;
    }
    const answer = await processes()[0]?.deliver(body);
    if (!answer) return new Response(null, { status: 503 });
    return Object.keys(answer).length === 0 ? new Response(null) : Response.json(answer);
  }

  const server = createServer(getRequestListener(handOn, { overrideGlobalObjects: false }));
  const port = await listen(server, 0);
  slack.sendTo(`http://${LOOPBACK}:${port}/slack/events`);
  return {
    change(next) {
      waiting = next;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
