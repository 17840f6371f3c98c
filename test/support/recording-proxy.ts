import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

interface Delivery {
  headers: IncomingHttpHeaders;
  body: Buffer<ArrayBuffer>;
}

export interface RecordingProxy {
  /** Where requests are sent to be passed on. */
  url: string;
  /** Sends everything that came through once more, byte for byte, and returns the statuses. */
  replay(): Promise<number[]>;
  stop(): Promise<void>;
}

/** Stands between Slack and the app, and keeps what Slack sends. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const seen: Delivery[] = [];
  const pass = ({ headers, body }: Delivery) =>
    fetch(target, {
      method: "POST",
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        KEPT.test(name) ? [[name, String(value)]] : [],
      ),
      body,
    });
  const server = createServer(async (request, response) => {
    const delivery = { headers: request.headers, body: await buffer(request) };
    seen.push(delivery);
    const answer = await pass(delivery);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/`,
    replay: () => Promise.all(seen.map(async (delivery) => (await pass(delivery)).status)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const KEPT = /^(content-type|x-slack-.*)$/;
