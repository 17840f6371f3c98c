import { z } from "zod";
import { RailApiError, type RailApiErrorCode } from "./rail-api-error.ts";

/** As the document heads its endpoints. */
export type Operation = `${"GET" | "POST"} /${string}`;

/** The body of a 401 and a 404. */
const messageBody = z.object({ message: z.string() });

/** The body of a 422: each field that failed validation, and what is wrong with it. */
const validationBody = messageBody.extend({ errors: z.record(z.string(), z.array(z.string())) });

/**
 * The body of a documented success; throws a `RailApiError` for any other answer. A status counts
 * only with its documented body: a proxy can say 401, too, and does not know what the service did.
 * `token` is the one that was sent: a service may repeat it in words that people read.
 */
export function readAnswer<T>(
  operation: Operation,
  { status, text, retryAfterMs }: { status: number; text: string; retryAfterMs: number },
  token: string,
  schema: z.ZodType<T>,
): T {
  const failed = (code: RailApiErrorCode, how = `answered ${status}`, said = "") =>
    new RailApiError(code, `${operation}: ${how}`, { said, retryAfterMs });

  if (status === 429 || status >= 500) throw failed("unavailable");
  let body: unknown;
  try {
    body = text === "" ? undefined : JSON.parse(text, keepable);
  } catch {
    // The parser's own error would quote the text.
    throw failed("unexpected-response", `${status} without readable JSON`);
  }
  // For wallets and bank accounts the document names no status.
  const isRail = operation !== "POST /wallets" && operation !== "POST /bank-accounts";
  if (status === 200 || (status < 300 && !isRail)) {
    const { success, data, error } = schema.safeParse(body);
    if (success) return data;
    // Keys of our own schema and places in lists, so nothing that the service chose.
    const where = error.issues[0]?.path.join(".") || "the top";
    throw failed("unexpected-response", `the answer is not as documented at ${where}`);
  }
  const isMessage = messageBody.safeParse(body).success;
  if (status === 401 && isMessage) throw failed("unauthenticated");
  if (status === 404 && isMessage && operation === "GET /rails/{rail}") throw failed("not-found");
  const refused = validationBody.safeParse(body).data;
  if (status === 422 && refused && operation.startsWith("POST")) {
    const { message, errors } = refused;
    const ofFields = Object.entries(errors).map(([field, all]) => `${field}: ${all.join(" ")}`);
    const said = [message, ...ofFields].join("\n").replaceAll(token, "[token]");
    throw failed("invalid", undefined, said.slice(0, 1_000).toWellFormed());
  }
  throw failed("unexpected-response");
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
