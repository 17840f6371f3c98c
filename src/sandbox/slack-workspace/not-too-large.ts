import type { MiddlewareHandler } from "hono";

/** This is eight times the largest view. */
const LARGEST_BODY_BYTES = 2_000_000;

/**
 * Refuses an app's call that announces too large a body. A body without a length passes, and uploads have other routes.
 */
export const notTooLarge: MiddlewareHandler = async (http, next) => {
  const length = Number(http.req.header("content-length") ?? 0);
  if (length <= LARGEST_BODY_BYTES) return next();
  return http.text("Request Entity Too Large", 413, { Connection: "close" });
};
