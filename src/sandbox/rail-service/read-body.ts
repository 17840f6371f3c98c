import type { Context } from "hono";
import type { z } from "zod";
import type { Env } from "./env.ts";

type Reading<T> = { ok: true; value: T } | { ok: false; answer: Response };

const NOT_JSON = "The body must be a JSON object, sent as application/json.";

/**
 * Judges the body of a request, or gives the document's 422 that refuses it. A body that is no JSON
 * object is judged as if it had no field at all.
 */
export function readBody<T>(
  c: Context<Env>,
  judge: (body: object) => z.ZodSafeParseResult<T>,
): Reading<T> {
  const body = isJson(c.req.header("content-type")) ? toObject(c.var.body) : undefined;
  const { success, data, error } = judge(body ?? {});
  if (success) return { ok: true, value: data };

  const errors = errorsByField(error);
  const message = body === undefined ? NOT_JSON : summaryOf(errors);
  return { ok: false, answer: c.json({ message, errors }, 422) };
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

function errorsByField({ issues }: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.join(".");
    errors[field] = [...(errors[field] ?? []), `The ${field} field ${message}.`];
  }
  return errors;
}

function summaryOf(errors: Record<string, string[]>): string {
  const [first = "The body is not valid.", ...others] = Object.values(errors).flat();
  return others.length === 0 ? first : `${first} (${others.length} more)`;
}
