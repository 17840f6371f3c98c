import type { Context as HonoContext } from "hono";
import { z } from "zod";
import { PageError } from "./page-error.ts";

/** Reads the JSON body of a request. Throws a `PageError` that says what is wrong with it. */
export async function bodyOf<T extends z.ZodType>(
  { req }: HonoContext,
  schema: T,
): Promise<z.output<T>> {
  const { success, data, error } = schema.safeParse(await req.json().catch(() => undefined));
  if (!success) throw new PageError("bad_request", z.prettifyError(error));
  return data;
}
