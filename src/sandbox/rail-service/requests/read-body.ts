import type { Context } from "hono";
import type { z } from "zod";
import type { Env } from "../env.ts";

/** The part of zod's result that is read here. */
export type Judgement<T> =
  | { success: true; data: T; error?: never }
  | { success: false; data?: never; error: Pick<z.ZodError, "issues"> };

type Reading<T> = { ok: true; value: T } | { ok: false; answer: Response };

const NOT_JSON = "The body must be a JSON object, sent as application/json.";

/**
 * Reads the body of a request, or returns the document's 422. A body that is no JSON object is judged as one without any
 * field.
 */
export function readBody<T>(c: Context<Env>, judge: (body: object) => Judgement<T>): Reading<T> {
  const body = isJson(c.req.header("content-type")) ? toObject(c.var.body) : undefined;
  const { success, data, error } = judge(body ?? {});
  if (success) return { ok: true, value: data };

  const sentences = error.issues.map(toSentence);
  const message = body === undefined ? NOT_JSON : summaryOf(sentences);
  return { ok: false, answer: c.json({ message, errors: byField(sentences) }, 422) };
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

type Sentence = ReturnType<typeof toSentence>;

function toSentence({ path, message }: z.core.$ZodIssue) {
  const field = path.join(".");
  return { field, text: `The ${field} field ${message}.` };
}

/** A MiB can hold half a million wrong items, so the answer names each and copies none. */
function byField(sentences: readonly Sentence[]): Record<string, string[]> {
  const errors: Record<string, string[]> = Object.create(null);
  for (const { field, text } of sentences) {
    errors[field] ??= [];
    errors[field].push(text);
  }
  return errors;
}

function summaryOf([first, ...others]: readonly Sentence[]): string {
  const { text } = first ?? { text: "The body is not valid." };
  return others.length === 0 ? text : `${text} (${others.length} more)`;
}
