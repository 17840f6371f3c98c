import ky from "ky";
import type { z } from "zod";
import { connectionError, type Operation, readAnswer } from "./answers.ts";
import { RailApiError } from "./rail-api-error.ts";

export interface TransportOptions {
  base: URL;
  token: string;
  /**
   * A POST needs a connection of its own: the service may be closing an idle one just when it is
   * reused, and nobody could tell whether the POST was read. Only `app.ts` knows connections; its
   * fetch opens a new one where `request.method === "POST"`.
   */
  fetch: typeof globalThis.fetch;
  /** Milliseconds. Ends early, in either way, when the signal is aborted. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** For one call in all: repeats, pauses and reading the answer included. */
  timeoutMs?: number;
}

const PAUSES_MS = [300, 1_000];
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/** HTTP as this interface needs it. Only a `RailApiError` comes out. */
export function createTransport(options: TransportOptions) {
  const { base, token, fetch, wait, now, timeoutMs = 10_000 } = options;
  const http = ky.create({
    prefix: base.href,
    headers: { authorization: `Bearer ${token}`, accept: "application/json" },
    redirect: "manual",
    // ky would repeat, time out and read the bodies of errors with timers of its own.
    timeout: false,
    retry: 0,
    throwHttpErrors: false,
    fetch,
  });

  async function inTime<T>(operation: Operation, work: (signal: AbortSignal) => Promise<T>) {
    // Ends the wait when the work is done, and the request when the time is over.
    const ending = new AbortController();
    const late = wait(timeoutMs, ending.signal).then(() => {
      throw new RailApiError("unavailable", `${operation}: no answer in time`);
    });
    try {
      return await Promise.race([work(ending.signal), late]);
    } finally {
      ending.abort();
    }
  }

  async function receive(operation: Operation, sending: Promise<Response>) {
    try {
      const { status, headers, body } = await sending;
      const retryAfterMs = toRetryAfterMs(headers.get("retry-after"), now());
      return { status, retryAfterMs, token, text: await readText(operation, body) };
    } catch (error) {
      throw error instanceof RailApiError ? error : connectionError(operation, error);
    }
  }

  return {
    /** Repeats twice at most: after a lost connection, 429 or 5xx, not before `Retry-After`. */
    read<T>(operation: Operation, target: string | URL, schema: z.ZodType<T>): Promise<T> {
      const until = now() + timeoutMs;
      return inTime(operation, async (signal) => {
        for (let repeats = 0; ; repeats += 1) {
          try {
            const answer = await receive(operation, http.get(target, { signal }));
            return readAnswer(operation, answer, schema);
          } catch (error) {
            const pause = pauseAfter(error, repeats);
            if (pause === undefined || now() + pause >= until) throw error;
            await wait(pause, signal);
          }
        }
      });
    },

    /** Puts the request on the wire once at most, and never after the time-out. */
    write<T>(operation: Operation, path: string, body: object, schema: z.ZodType<T>): Promise<T> {
      const until = now() + timeoutMs;
      return inTime(operation, async (signal) => {
        const sending = http.post(path, { signal, ...sendableOnce(body, () => now() <= until) });
        return readAnswer(operation, await receive(operation, sending), schema);
      });
    },
  };
}

/** Undefined if the read is not worth repeating, or was repeated often enough. */
function pauseAfter(error: unknown, repeats: number): number | undefined {
  const pause = PAUSES_MS[repeats];
  if (!(error instanceof RailApiError) || pause === undefined) return undefined;
  if (error.code !== "unavailable" && error.code !== "not-sent") return undefined;
  return Math.max(pause, error.retryAfterMs);
}

/** Seconds or a date (RFC 9110, 10.2.3); what is neither asks for nothing. */
function toRetryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}

/** Counts the bytes that arrive, because a stated length may be a lie. */
async function readText(operation: Operation, body: Response["body"]): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let received = 0;
  for await (const chunk of body ?? []) {
    received += chunk.byteLength;
    if (received > MAX_ANSWER_BYTES) {
      throw new RailApiError("unexpected-response", `${operation}: the answer is too long`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * A JSON body that leaves once at most, and not late. Fetch would repeat a string after a 421
 * answer (Fetch standard, HTTP-network-or-cache fetch). The time is checked as the connection
 * takes the body: a process that stood still must not be heard after others decided without it.
 */
function sendableOnce(body: object, isInTime: () => boolean) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  async function* whenTaken() {
    if (!isInTime()) throw new Error("Too late to be sent");
    yield bytes;
  }
  return {
    body: ReadableStream.from(whenTaken()),
    headers: { "content-type": "application/json", "content-length": String(bytes.byteLength) },
  };
}
