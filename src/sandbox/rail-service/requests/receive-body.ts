import { createMiddleware } from "hono/factory";
import type { Env } from "../env.ts";

const LARGEST_BODY = 1024 * 1024;

const TOO_LARGE = { message: "The body is larger than 1 MiB." };

/**
 * Reads the whole body, or answers 413 over 1 MiB. It runs before every fault, so a received request is handled even if
 * its client has given up. hono's own limit makes a new Request, which fails unless hono has replaced Node's global one.
 */
export const receiveBody = createMiddleware<Env>(async (c, next) => {
  const body = await bytesOf(c.req.raw.body, Number(c.req.header("content-length")));
  // An open connection would be cut off while the rest arrives, and the client would lose the answer.
  if (body === undefined) return c.json(TOO_LARGE, 413, { connection: "close" });
  c.set("body", body);
  return next();
});

/** Returns undefined for a body over the limit, at once if its length was announced (NaN if not). */
async function bytesOf(
  stream: ReadableStream<Uint8Array> | null,
  announced: number,
): Promise<Buffer | undefined> {
  if (stream === null) return Buffer.alloc(0);
  if (announced > LARGEST_BODY) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
