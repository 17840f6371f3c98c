import { Hono } from "hono";
import type { Logger } from "pino";

interface WebOptions {
  /** Slack's deliveries, each with its whole path. */
  routes: readonly Hono[];
  /** False, or an error, while this process cannot do its work, or is stopping. */
  isReady: () => Promise<boolean>;
  log: Logger;
}

/** Our HTTP: `/healthz` says that the process lives, `/readyz` that it can work. */
export function createWeb({ routes, isReady, log }: WebOptions): Hono {
  const app = new Hono();
  app.onError((error) => {
    log.error({ err: error }, "a web request ended in an error");
    return new Response(null, { status: 500 });
  });
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) =>
    (await isReady().catch(() => false))
      ? c.json({ status: "ready" })
      : c.json({ status: "not-ready" }, 503),
  );
  for (const each of routes) app.route("/", each);
  return app;
}
