import type { MiddlewareHandler } from "hono";

/** The largest view is an eighth of it. */
const LARGEST_BODY_BYTES = 2_000_000;

/** For what an app says; files are larger. Refuses a body that says of itself that it is too large; one that comes without its length is read all the same. */
export const notTooLarge: MiddlewareHandler = async (http, next) => {
  const length = Number(http.req.header("content-length") ?? 0);
  if (length <= LARGEST_BODY_BYTES) return next();
  return http.text("Request Entity Too Large", 413, { Connection: "close" });
};
