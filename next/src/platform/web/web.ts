import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import type { Logger } from "pino";

interface WebOptions {
  /** Slack's deliveries, OAuth and pages of ours, each with its whole path. */
  routes: readonly Hono[];
  /** False, or an error, while this process cannot do its work, or is stopping. */
  isReady: () => Promise<boolean>;
  /** Without it `/metrics` is not there. */
  metrics?: Metrics | undefined;
  log: Logger;
}

export interface Metrics {
  /** What Prometheus sends as a bearer token: the port may be open to everyone. */
  token: string;
  contentType: string;
  text: () => Promise<string>;
}

/** Our HTTP: `/healthz` says that the process lives, `/readyz` that it can work, `/metrics` how. */
export function createWeb({ routes, isReady, metrics, log }: WebOptions): Hono {
  const app = new Hono();
  app.onError((error) => {
    // An answer already, such as 401 to a wrong token.
    if (error instanceof HTTPException) return error.getResponse();
    log.error({ err: error }, "a web request ended in an error");
    return new Response(null, { status: 500 });
  });
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
  for (const each of routes) app.route("/", each);
  return app;
}
