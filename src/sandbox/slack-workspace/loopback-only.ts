import type { MiddlewareHandler } from "hono";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * The page lets anyone act as anyone, so no other web site may reach it: neither by a name that resolves to
 * this machine (DNS rebinding) nor by a request from a foreign page.
 */
export const loopbackOnly: MiddlewareHandler = async (http, next) => {
  const host = http.req.header("host") ?? "";
  const origin = http.req.header("origin");
  const isOwnPage = origin === undefined || origin === `http://${host}`;
  if (!LOOPBACK.has(host.replace(/:\d+$/, "")) || !isOwnPage) {
    return http.text("This sandbox answers only to its own page on this machine.", 403);
  }
  return next();
};
