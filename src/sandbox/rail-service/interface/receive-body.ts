const LARGEST_BODY = 1024 * 1024;

/**
 * Reads a whole body; undefined over 1 MiB, at once if its length was announced (NaN if not).
 * hono's own limit makes a new Request, which fails unless hono has replaced Node's global one.
 */
export async function bytesOf(
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
