import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { z } from "zod";

/** Every handler has Node's request and response, the company of the token, and the whole body. */
export interface Env {
  Bindings: HttpBindings;
  Variables: { company: string; body: Uint8Array };
}

export type Http = Context<Env>;

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

const NOT_JSON = "The body must be a JSON object, sent as application/json.";

/** Returns the document's 422 otherwise. What is no JSON object is judged as an empty one. */
export function readBody<T>(http: Http, schemaFor: (body: object) => z.ZodType<T>): T | Response {
  const body = isJson(http.req.header("content-type")) ? toObject(http.var.body) : undefined;
  const { success, data, error } = schemaFor(body ?? {}).safeParse(body ?? {});
  if (success) return data;
  const faults = error.issues.map(({ path, message }) => [path.join("."), message] as const);
  return refuse(http, faults, body === undefined ? NOT_JSON : undefined);
}

/** The 422 that names these fields; each comes with the predicate of a sentence about it. */
export function refuse(
  http: Http,
  faults: readonly (readonly [field: string, predicate: string])[],
  message?: string,
): Response {
  const sentences = faults.map(([field, predicate]) => `The ${field} field ${predicate}.`);
  // A MiB can hold half a million wrong items, so the answer names each and copies none.
  const errors: Record<string, string[]> = Object.create(null);
  for (const [index, [field]] of faults.entries()) {
    errors[field] ??= [];
    errors[field].push(sentences[index] ?? "");
  }
  const [first = "", ...others] = sentences;
  const summary = others.length === 0 ? first : `${first} (${others.length} more)`;
  return http.json({ message: message ?? summary, errors }, 422);
}

function isJson(contentType = ""): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType);
}

/** Undefined for bytes that are not UTF-8 or not a JSON object. */
function toObject(bytes: Uint8Array): object | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof json === "object" && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
