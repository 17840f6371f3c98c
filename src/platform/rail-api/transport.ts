import ky, { type ResponsePromise } from "ky";
import { Agent } from "undici";
import type { z } from "zod";
import { RailApiError } from "./rail-api-error.ts";
import { sendableOnce } from "./sendable-once.ts";
import { type Operation, toRailApiError } from "./to-rail-api-error.ts";

export interface Transport {
  /** Repeats on a lost connection, 429 and 5xx, within the time-out; honours `Retry-After`. */
  read<T>(operation: Operation, target: string | URL, answer: z.ZodType<T>): Promise<T>;
  /** Sends once, whatever happens, and never after its time-out. */
  write<T>(operation: Operation, path: string, body: object, answer: z.ZodType<T>): Promise<T>;
}

interface TransportOptions {
  base: URL;
  token: string;
  timeoutMs: number;
  pauseMs?: number | undefined;
}

/**
 * A write opens a connection of its own. The service may be closing one that has been idle at the very moment in which it
 * is used again, and nobody could tell then whether the write was read.
 */
const UNUSED_CONNECTIONS = new Agent({ pipelining: 0 }) as unknown as Dispatcher;

/** Node's types name a copy of undici's, which TypeScript takes for another one. */
type Dispatcher = NonNullable<NonNullable<Parameters<typeof fetch>[1]>["dispatcher"]>;

const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/** HTTP as this interface needs it: reads repeat, writes cannot, and only a `RailApiError` comes out. */
export function createTransport({ base, token, timeoutMs, pauseMs }: TransportOptions): Transport {
  const http = ky.create({
    prefix: base.href,
    headers: { authorization: `Bearer ${token}`, accept: "application/json" },
    redirect: "manual",
    timeout: timeoutMs,
    // Covers the body as well, but only while ky itself reads it: use its `.json()`, never the bare response's.
    totalTimeout: timeoutMs,
    retry: {
      limit: 2,
      methods: ["get"],
      maxRetryAfter: timeoutMs,
      ...(pauseMs !== undefined && { delay: () => pauseMs }),
    },
    fetch: boundedFetch,
  });

  return {
    read: (operation, target, answer) => settled(operation, () => http.get(target), answer),
    write: (operation, path, body, answer) =>
      settled(
        operation,
        () =>
          http.post(path, {
            retry: 0,
            dispatcher: UNUSED_CONNECTIONS,
            ...sendableOnce(body, Date.now() + timeoutMs),
          }),
        answer,
      ),
  };
}

async function settled<T>(
  operation: Operation,
  send: () => ResponsePromise,
  answer: z.ZodType<T>,
): Promise<T> {
  try {
    const answering = send();
    const response = await answering;
    if (!isDocumentedSuccess(operation, response.status)) {
      await response.body?.cancel();
      throw new RailApiError("unexpected-response", `${operation}: answered ${response.status}`);
    }
    return await answering.json(answer);
  } catch (error) {
    throw toRailApiError(operation, error);
  }
}

/** For the Rail endpoints that is 200 and nothing else; for the other two the document names no status. */
function isDocumentedSuccess(operation: Operation, status: number): boolean {
  return status === 200 || operation === "POST /wallets" || operation === "POST /bank-accounts";
}

/** ky limits how much it reads of an error, but not of an answer. Counts arriving bytes, since stated lengths may lie. */
async function boundedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (!response.ok || !response.body) return response;

  let received = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength;
      if (received > MAX_ANSWER_BYTES) controller.error(new Error("The answer is too long"));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
}
