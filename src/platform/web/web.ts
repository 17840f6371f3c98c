import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import type { Logger } from "pino";

interface WebOptions {
  /** Slack's deliveries, each with its whole path. */
  routes: readonly Hono[];
  /** False, or an error, while this process cannot do its work, or is stopping. */
  isReady: () => Promise<boolean>;
  /** Whoever bears the token may read them; null: nobody. */
  metrics: { token: string; text: () => Promise<string> } | null;
  log: Logger;
}

/** Our HTTP: `/healthz` says that the process lives, `/readyz` that it can work. */
export function createWeb({ routes, isReady, metrics, log }: WebOptions): Hono {
  const app = new Hono();
  app.onError((error) => {
    // How `bearerAuth` refuses.
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
    const { token, text } = metrics;
    app.get("/metrics", bearerAuth({ token }), async (c) => c.text(await text()));
  }
  for (const each of routes) app.route("/", each);
  return app;
}
