import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request as it came through, and what was answered. */
export interface Exchange {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer<ArrayBuffer>;
  status: number;
  answerHeaders: Headers;
  answer: string;
}

export interface RecordingProxy {
  /** The origin to which requests are sent to be passed on, without a slash at its end. */
  url: string;
  /** What came through, in the order in which it was answered. */
  exchanges(): readonly Exchange[];
  /** Sends everything that came through once more, byte for byte, and returns the statuses. */
  replay(): Promise<number[]>;
  stop(): Promise<void>;
}

/** Stands in front of an origin, and keeps what is sent there and what it answers. */
export async function startRecordingProxy(origin: string): Promise<RecordingProxy> {
  const seen: Exchange[] = [];
  const pass = ({
    method,
    path,
    headers,
    body,
  }: Pick<Exchange, "method" | "path" | "headers" | "body">) =>
    fetch(new URL(path, origin), {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        OF_THE_WAY.test(name) ? [] : [[name, String(value)]],
      ),
      redirect: "manual",
      ...(body.length > 0 && { body }),
    });
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    try {
      const request = { method, path, headers, body: await buffer(incoming) };
      const response = await pass(request);
      const answer = await response.text();
      seen.push({ ...request, status: response.status, answerHeaders: response.headers, answer });
      for (const [name, value] of response.headers) {
        if (!OF_THE_WAY.test(name)) outgoing.appendHeader(name, value);
      }
      outgoing.writeHead(response.status).end(answer);
    } catch {
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges: () => seen,
    replay: () => Promise.all(seen.map(async (exchange) => (await pass(exchange)).status)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What belongs to one connection, and not to the message. */
const OF_THE_WAY =
  /^(host|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept-encoding)$/;
