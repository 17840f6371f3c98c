import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it arrived. */
export interface Received {
  method: string;
  url: string;
  authorization: string | undefined;
  body: string;
}

/** What the server does about a request; `nth` counts from 1. */
export type Lie = (response: ServerResponse, request: Received, nth: number) => void;

export interface LyingServer extends AsyncDisposable {
  origin: string;
  /** Ends in `/api/v1`. */
  baseUrl: string;
  received: readonly Received[];
  /** How many requests of one method arrived. */
  count(method: string): number;
}

/** A Rail service that keeps to nothing: real HTTP on loopback, on a free port unless told, and any answer a test can think of. */
export async function startLyingServer(lie: Lie, port = 0): Promise<LyingServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const one = await read(request);
    received.push(one);
    lie(response, one, received.length);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    received,
    count: (method) => received.filter((one) => one.method === method).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<Received> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return {
    method: request.method ?? "",
    url: request.url ?? "",
    authorization: request.headers.authorization,
    body,
  };
}

/** Answers with JSON; a string is sent as it is, so that broken JSON can be sent too. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Lie {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** What a proxy in front of the service would say. */
export function html(status: number, headers: Record<string, string> = {}): Lie {
  return (response) =>
    void response
      .writeHead(status, { "content-type": "text/html", ...headers })
      .end("<!doctype html><title>Gateway</title>");
}

/** Promises more bytes than it sends, then hangs up. */
export function cutOff(status: number, text: string): Lie {
  return (response) => {
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text) + 100,
    });
    response.write(text, () => response.destroy());
  };
}

/** Sends one byte now and then, for ever. */
export function drip(status: number): Lie {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 10);
    response.on("close", () => clearInterval(timer));
  };
}

/** Takes the whole request, then never says anything. */
export const silence: Lie = () => {};

/** Takes the whole request, then closes the connection politely. */
export const hangUp: Lie = (response) => void response.socket?.destroy();

/** Takes the whole request, then resets the connection. */
export const reset: Lie = (response) => void response.socket?.resetAndDestroy();

/** Answers that never come, or never come to an end. */
export const endless: readonly [string, Lie][] = [
  ["200, byte by byte", drip(200)],
  ["401, byte by byte", drip(401)],
  ["503, byte by byte", drip(503)],
  ["silence", silence],
];

/** Nobody listens here. The port of a server that was closed may be another test's by then; no test gets this one. */
export const NOBODY_THERE = "http://127.0.0.1:4";
