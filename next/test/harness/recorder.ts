import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { LOOPBACK, listen } from "../../../src/sandbox/shared/listen.ts";
import type { Stage } from "./stage.ts";

/** A request of Slack, signature and all. */
export interface Recorded {
  url: string;
  headers: Headers;
  body: string;
}

/**
 * Stands before the processes and keeps all that Slack sends, for those who would send it again.
 */
export interface Recorder extends AsyncDisposable {
  /** Oldest first. */
  requests: readonly Recorded[];
  /** Sends it again as it was. */
  replay(request: Recorded): Promise<Response>;
}

/** From now on Slack's requests to the stage pass through here. */
export async function openRecorder({ slack, processes }: Stage): Promise<Recorder> {
  const requests: Recorded[] = [];
  let turn = 0;

  function handOn({ url, headers, body }: Recorded): Promise<Response> {
    const running = processes();
    const next = running[turn % running.length];
    turn += 1;
    if (!next) throw new Error("No process runs");
    return next.fetch(new Request(url, { method: "POST", headers, body }));
  }

  async function record(request: Request): Promise<Response> {
    const { url, headers } = request;
    const recorded = { url, headers: new Headers(headers), body: await request.text() };
    requests.push(recorded);
    return handOn(recorded);
  }

  const server = createServer(getRequestListener(record, { overrideGlobalObjects: false }));
  const port = await listen(server, 0);
  slack.sendTo(`http://${LOOPBACK}:${port}/slack/events`);
  return {
    requests,
    replay: handOn,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
