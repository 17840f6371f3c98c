import ky from "ky";
import type { z } from "zod";
import { inTime } from "../web/in-time.ts";
import { type Operation, readAnswer } from "./answers.ts";
import { connectionError, RailApiError, type RailApiErrorCode } from "./rail-api-error.ts";

export interface TransportOptions {
  /** With the version prefix and without a slash at its end, such as `…/api/v1`. */
  baseUrl: string;
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
  /** Hears the code of each call that failed. */
  failed?: (code: RailApiErrorCode) => void;
}

/** Milliseconds of one call in all: repeats, pauses and reading the answer included. */
const TIME_OUT = 10_000;
const PAUSES_MS = [300, 1_000];
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

export type Transport = ReturnType<typeof createTransport>;

/** HTTP as this interface needs it. Only a `RailApiError` comes out. */
export function createTransport(options: TransportOptions) {
  const { baseUrl, token, fetch, wait, now, failed } = options;
  const http = ky.create({
    prefix: baseUrl,
    headers: { authorization: `Bearer ${token}`, accept: "application/json" },
    redirect: "manual",
    // ky would repeat, time out and read the bodies of errors with timers of its own.
    timeout: false,
    retry: 0,
    throwHttpErrors: false,
    fetch,
  });

  /** `work` is told when its time is over, in milliseconds since 1970. */
  function beforeLate<T>(
    operation: Operation,
    work: (signal: AbortSignal, until: number) => Promise<T>,
  ): Promise<T> {
    const until = now() + TIME_OUT;
    const late = () => new RailApiError("unavailable", `${operation}: no answer in time`);
    return inTime(wait, TIME_OUT, late, (signal) => work(signal, until)).catch((error) => {
      if (error instanceof RailApiError) failed?.(error.code);
      throw error;
    });
  }

  async function answerTo<T>(
    operation: Operation,
    sending: Promise<Response>,
    schema: z.ZodType<T>,
  ): Promise<T> {
    try {
      const { status, headers, body } = await sending;
      const retryAfterMs = toRetryAfterMs(headers.get("retry-after"), now());
      const received = { status, retryAfterMs, text: await readText(operation, body) };
      return readAnswer(operation, received, token, schema);
    } catch (error) {
      throw error instanceof RailApiError ? error : connectionError(operation, error);
    }
  }

  return {
    /** Repeats twice at most: after a lost connection, 429 or 5xx, not before `Retry-After`. */
    read<T>(operation: Operation, target: string | URL, schema: z.ZodType<T>): Promise<T> {
      return beforeLate(operation, async (signal, until) => {
        const get = () => answerTo(operation, http.get(target, { signal }), schema);
        for (const pause of PAUSES_MS) {
          try {
            return await get();
          } catch (error) {
            if (!isPassing(error)) throw error;
            const ms = Math.max(pause, error.retryAfterMs);
            if (now() + ms >= until) throw error;
            await wait(ms, signal);
          }
        }
        return get();
      });
    },

    /** Puts the request on the wire once at most, and never after the time-out. */
    write<T>(operation: Operation, path: string, body: object, schema: z.ZodType<T>): Promise<T> {
      return beforeLate(operation, (signal, until) => {
        const once = sendableOnce(body, () => now() <= until);
        return answerTo(operation, http.post(path, { signal, ...once }), schema);
      });
    },
  };
}

const isPassing = (error: unknown): error is RailApiError =>
  error instanceof RailApiError && (error.code === "unavailable" || error.code === "not-sent");

/** Seconds or a date (RFC 9110, 10.2.3); what is neither asks for nothing. */
function toRetryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}

/** Counts the bytes that arrive, because a stated length may be a lie. */
async function readText(operation: Operation, body: Response["body"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body ?? []) {
    received += chunk.byteLength;
    if (received > MAX_ANSWER_BYTES) {
      throw new RailApiError("unexpected-response", `${operation}: the answer is too long`);
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
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
