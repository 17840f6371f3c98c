import { createMiddleware } from "hono/factory";
import type { Env } from "../env.ts";

const LARGEST_BODY = 1024 * 1024;

const TOO_LARGE = { message: "The body is larger than 1 MiB." };

/**
 * Takes in the whole body, or answers 413 over 1 MiB. It comes before every fault: a request that was
 * received is handled also when its client has given up waiting. (hono's own limit makes a new Request,
 * which works only while its server has replaced Node's global one.)
 */
export const receiveBody = createMiddleware<Env>(async (c, next) => {
  const body = await bytesOf(c.req.raw.body, Number(c.req.header("content-length")));
  // Kept open, the connection would be cut off while the rest still comes, and the answer lost with it.
  if (body === undefined) return c.json(TOO_LARGE, 413, { connection: "close" });
  c.set("body", body);
  return next();
});

/** Undefined for more than the largest body, at once where its length was announced (NaN: it was not). */
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
