import { on, once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { type ClientOptions, WebSocket } from "ws";
import { listen } from "../../../src/sandbox/shared/listen.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { webClient } from "./acme.ts";

// An app without Bolt, for what Bolt keeps to itself.

interface Envelope {
  type: string;
  envelope_id: string;
  payload: Record<string, unknown>;
  reason?: string;
}

/** A connection over Socket Mode, once it was greeted; `using` ends it. */
export async function openSocket(slack: SlackWorkspace, options: ClientOptions = {}) {
  const { url = "" } = await webClient(slack, slack.appToken).apps.connections.open();
  const socket = new WebSocket(url, options);
  const received = on(socket, "message", { close: ["close"] });
  const next = async (): Promise<Envelope | undefined> => {
    const { value, done } = await received.next();
    return done ? undefined : JSON.parse(String(value[0]));
  };
  const acknowledge = (envelope: Envelope | undefined, payload: object = {}): void =>
    socket.send(JSON.stringify({ envelope_id: envelope?.envelope_id, payload }));
  return {
    ...{ socket, hello: await next(), next, acknowledge },
    /** The next envelope, acknowledged. */
    async take() {
      const envelope = await next();
      acknowledge(envelope);
      return envelope;
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}

export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status?: number;
  body?: string;
}

/** A request URL, which notes what it is sent and answers as it is told; `await using` ends it. */
export async function openRequestUrl(
  answerTo: (heard: Heard) => Answer | Promise<Answer> = () => ({}),
) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const each = { headers: request.headers, body: await text(request) };
    heard.push(each);
    const { status = 200, body } = await answerTo(each);
    response.writeHead(status).end(body);
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}/slack/events`,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
