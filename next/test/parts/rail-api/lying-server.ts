import { createServer, type ServerResponse } from "node:http";

/** What the server does about a request; `nth` counts from 1. */
export type Lie = (response: ServerResponse, nth: number) => void;

/** A Rail service that keeps to nothing: real HTTP on loopback, and any answer. */
export async function startLyingServer(lie: Lie) {
  /** Each as it arrived, whole. */
  const received: { method: string; url: string; authorization?: string; body: string }[] = [];
  const { promise: asked, resolve: arrive } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    received.push({ method, url, authorization: request.headers.authorization ?? "", body });
    lie(response, received.length);
    arrive();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = Object(server.address());
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    received,
    /** The first request has arrived, and its answer, if any, has begun. */
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON; a string is sent as it is, so that broken JSON can be sent, too. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Lie {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** Answers in turn; the last one goes on. */
export function inTurn(...lies: Lie[]): Lie {
  return (response, nth) => (lies[nth - 1] ?? lies.at(-1) ?? silence)(response, nth);
}

/** What a proxy before the service would say. */
export function html(status: number, headers: Record<string, string> = {}): Lie {
  return (response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end("<!doctype>");
}

/** Promises more bytes than it sends, then hangs up. */
export function cutOff(status: number, text: string): Lie {
  return (response) => {
    const length = Buffer.byteLength(text) + 100;
    response.writeHead(status, { "content-type": "application/json", "content-length": length });
    response.write(text, () => response.destroy());
  };
}

/** Begins an answer and never ends it. */
export function drip(status: number): Lie {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write(" ");
  };
}

/** Sends blanks without end, as fast as they are taken. */
export const flood: Lie = (response) => {
  const mebibyte = Buffer.alloc(1024 * 1024, " ");
  const more = () => response.write(mebibyte, (error) => error ?? more());
  more();
};

export const silence: Lie = () => {};
export const hangUp: Lie = (response) => void response.socket?.destroy();
export const reset: Lie = (response) => void response.socket?.resetAndDestroy();
