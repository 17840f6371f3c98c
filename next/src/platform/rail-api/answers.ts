import type { z } from "zod";
import { RailApiError, type RailApiErrorCode } from "./rail-api-error.ts";
import { messageBody, validationBody } from "./schemas.ts";

/** As the document heads its endpoints. */
export type Operation = `${"GET" | "POST"} /${string}`;

interface Received {
  status: number;
  text: string;
  retryAfterMs: number;
  /** The one that was sent: a service may repeat it in words that people read. */
  token: string;
}

/**
 * The body of a documented success; throws a `RailApiError` for any other answer. A status counts
 * only with its documented body: a proxy can say 401, too, and does not know what the service did.
 */
export function readAnswer<T>(
  operation: Operation,
  { status, text, retryAfterMs, token }: Received,
  schema: z.ZodType<T>,
): T {
  const failed = (code: RailApiErrorCode, said = "") =>
    new RailApiError(code, `${operation}: answered ${status}`, { said, retryAfterMs });

  if (status === 429 || status >= 500) throw failed("unavailable");
  const body = readJson(operation, status, text);
  // For wallets and bank accounts the document names no status.
  const isRail = operation !== "POST /wallets" && operation !== "POST /bank-accounts";
  if (status === 200 || (status < 300 && !isRail)) return readBody(operation, body, schema);
  const isMessage = messageBody.safeParse(body).success;
  if (status === 401 && isMessage) throw failed("unauthenticated");
  if (status === 404 && isMessage && operation === "GET /rails/{rail}") throw failed("not-found");
  const refused = validationBody.safeParse(body).data;
  if (status === 422 && refused && operation.startsWith("POST")) {
    let said = refused.message;
    for (const [field, faults] of Object.entries(refused.errors)) {
      said += `\n${field}: ${faults.join(" ")}`;
    }
    said = said.replaceAll(token, "[token]");
    throw failed("invalid", said.slice(0, 1_000).toWellFormed());
  }
  throw failed("unexpected-response");
}

function readJson(operation: Operation, status: number, text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text, keepable);
  } catch {
    // The parser's own message quotes the text.
    throw new RailApiError("unexpected-response", `${operation}: ${status} without readable JSON`);
  }
}

/**
 * JSON can spell what PostgreSQL and canonical JSON cannot hold: half a surrogate pair, U+0000,
 * 1e999. It becomes visible, so that one such Rail is counted like any other and ends no walk.
 */
function keepable(_key: string, value: unknown): unknown {
  if (typeof value === "string") return keepableText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [keepableText(key), item]));
}

const keepableText = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");

function readBody<T>(operation: Operation, body: unknown, schema: z.ZodType<T>): T {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  // Keys of our own schema and places in lists, so nothing that the service chose.
  const where = error.issues[0]?.path.join(".") || "the top";
  const message = `${operation}: the answer is not as documented at ${where}`;
  throw new RailApiError("unexpected-response", message);
}

/** What a connection's failure proves: nothing was sent only if it never opened. */
export function connectionError(operation: Operation, error: unknown): RailApiError {
  const names = errorNames(error);
  return isNeverOpened(error)
    ? new RailApiError("not-sent", `${operation}: no connection could be opened (${names})`)
    : new RailApiError("unavailable", `${operation}: the connection was lost (${names})`);
}

/**
 * True only if looking up the name or connecting failed, for every address tried: then no byte has
 * left. The error's `code` proves nothing: ETIMEDOUT and EHOSTUNREACH also end open connections.
 */
function isNeverOpened(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every(isNeverOpened);
  }
  if ("syscall" in error) return error.syscall === "connect" || error.syscall === "getaddrinfo";
  if ("code" in error) return error.code === "UND_ERR_CONNECT_TIMEOUT";
  return isNeverOpened(error.cause);
}

/** Names and codes alone: ky's errors carry the request with its token. */
function errorNames(error: unknown): string {
  const names: string[] = [];
  for (let link = error; link instanceof Error; link = link.cause) {
    names.push("code" in link && link.code ? `${link.name} ${link.code}` : link.name);
  }
  return names.join(" < ");
}
