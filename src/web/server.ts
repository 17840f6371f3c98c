import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";

export interface WebServer {
  port: number;
  stop(): Promise<void>;
}

export interface WebServerOptions {
  /** All of the machine's addresses when absent. */
  host?: string;
  /** 0 takes a free one. */
  port: number;
  /** False, or an error, while the database or Slack cannot be reached. */
  isReady: () => Promise<boolean>;
  /** Without it, `/metrics` is not there. */
  metrics?: {
    /** What Prometheus sends as a bearer token: the port may be open to everyone. */
    token: string;
    contentType: string;
    text: () => Promise<string>;
  };
}

/** Our own HTTP beside Slack's: `/healthz` says that the process lives, `/readyz` that it can do its work, `/metrics` how. */
export async function startWebServer({
  host,
  port,
  isReady,
  metrics,
}: WebServerOptions): Promise<WebServer> {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) =>
    (await isReady().catch(() => false))
      ? c.json({ status: "ready" })
      : c.json({ status: "not-ready" }, 503),
  );

  if (metrics) {
    const { token, contentType, text } = metrics;
    app.get("/metrics", bearerAuth({ token }), async (c) =>
      c.body(await text(), 200, { "content-type": contentType }),
    );
  }

  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
