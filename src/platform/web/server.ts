import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import { limitConnections } from "./limit-connections.ts";

/** Routes for this server, which may read Node's own request. */
export type Routes = Hono<{ Bindings: HttpBindings }>;

export interface WebServer {
  port: number;
  /** Serves during its grace; then takes no more connections, answers requests under way, and closes every connection. */
  stop(): Promise<void>;
}

export interface WebServerOptions {
  /** All of the machine's addresses when absent. */
  host?: string;
  /** 0 takes a free one. */
  port: number;
  /** False, or an error, while the database or Slack cannot be reached. */
  isReady: () => Promise<boolean>;
  /** Hears the cause of an answer 500. */
  failed: (error: unknown) => void;
  slack?: Routes;
  setup?: Routes;
  /** How long `stop` keeps serving, for balancers that have not yet noticed `/readyz`; not at all when absent. */
  graceMs?: number;
  /** How many connections one address may hold: 256 when absent. */
  connectionsPerAddress?: number;
  /** Without it, `/metrics` is not there. */
  metrics?: {
    /** What Prometheus sends as a bearer token: the port may be open to everyone. */
    token: string;
    contentType: string;
    text: () => Promise<string>;
  };
}

const ANSWER_AT_MOST_MS = 3_000;
/** Longer than balancers keep an idle connection, most for a minute: a request over one that we close is lost. */
const KEPT_IDLE_MS = 75_000;
/** What Slack and browsers send us is small: whatever takes longer holds a connection, and nothing else. */
const HALF_SENT_AT_MOST = {
  headersTimeout: 5_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * Our own HTTP, with Slack's where it sends over HTTP: `/healthz` says that the process lives, `/readyz` that it can do its
 * work, `/metrics` how.
 */
export async function startWebServer({
  host,
  port,
  isReady,
  failed,
  slack,
  setup,
  graceMs = 0,
  connectionsPerAddress = 256,
  metrics,
}: WebServerOptions): Promise<WebServer> {
  const app = new Hono();
  app.onError((error) => {
    // An answer already, such as 401 to a wrong token.
    if (error instanceof HTTPException) return error.getResponse();
    failed(error);
    return new Response(null, { status: 500 });
  });
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) =>
    (await isReady().catch(() => false))
      ? c.json({ status: "ready" })
      : c.json({ status: "not-ready" }, 503),
  );

  if (slack) app.route("/slack", slack);
  if (setup) app.route("/setup", setup);
  if (metrics) {
    const { token, contentType, text } = metrics;
    app.get("/metrics", bearerAuth({ token }), async (c) =>
      c.body(await text(), 200, { "content-type": contentType }),
    );
  }

  const server = createServer(
    { keepAliveTimeout: KEPT_IDLE_MS, ...HALF_SENT_AT_MOST },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  );
  limitConnections(server, connectionsPerAddress);
  const underWay = new Set<ServerResponse>();
  let isStopping = false;
  server.prependListener("request", (_, response: ServerResponse) => {
    // A client that keeps connections must not send over one in the moment in which it is closed.
    if (isStopping) response.setHeader("connection", "close");
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      isStopping = true;
      if (graceMs > 0) await pause(graceMs);
      const closed = new Promise((resolve) => server.close(resolve));
      const answered = [...underWay].map((response) => {
        // Nothing more comes over a connection that is still busy.
        if (!response.headersSent) response.setHeader("connection", "close");
        return once(response, "close");
      });
      await Promise.race([
        Promise.all(answered),
        pause(ANSWER_AT_MOST_MS, undefined, { ref: false }),
      ]);
      server.closeAllConnections();
      await closed;
    },
  };
}
