import type { Context as HonoContext } from "hono";
import { z } from "zod";

/** The page may not do this; the message is for the person at the page. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Reads the JSON body of a request. Throws a `PageError` that says what is wrong with it. */
export async function bodyOf<T>({ req }: HonoContext, schema: z.ZodType<T>): Promise<T> {
  const { success, data, error } = schema.safeParse(await req.json().catch(() => undefined));
  if (!success) throw new PageError("bad_request", z.prettifyError(error));
  return data;
}
