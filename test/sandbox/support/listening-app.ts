import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * A request URL without Bolt, which notes what it is sent and answers as it is told; stopped by
 * `await using`.
 */
export async function startListening(answerTo: (heard: Heard) => Answer) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const each = { headers: request.headers, body: await text(request) };
    heard.push(each);
    const { status = 200, headers, body } = answerTo(each);
    response.writeHead(status, headers).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
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
