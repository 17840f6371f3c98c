import type { MiddlewareHandler } from "hono";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * The page lets anyone act as anyone, so no other web site may reach it, either by a name that
 * resolves to this machine (DNS rebinding) or by a request from a foreign page.
 */
export const loopbackOnly: MiddlewareHandler = async (http, next) => {
  if (isFromHere({ host: http.req.header("host"), origin: http.req.header("origin") })) {
    return next();
  }
  return http.text("This sandbox answers only to its own page on this machine.", 403);
};

export function isFromHere({
  host = "",
  origin,
}: {
  host?: string | undefined;
  origin?: string | undefined;
}): boolean {
  const isOwnPage = origin === undefined || origin === `http://${host}`;
  return LOOPBACK.has(host.replace(/:\d+$/, "")) && isOwnPage;
}
