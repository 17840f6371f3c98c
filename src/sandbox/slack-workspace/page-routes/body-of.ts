import type { Context as HonoContext } from "hono";
import { z } from "zod";
import { PageError } from "./page-error.ts";

/** The JSON body of a request. Throws a `PageError` that says what is wrong with it. */
export async function bodyOf<T extends z.ZodType>(
  { req }: HonoContext,
  schema: T,
): Promise<z.output<T>> {
  return read(await req.json().catch(() => undefined), schema);
}

/** The files of a form, and what its field `about` says in JSON. Throws as above. */
export async function filesOf<T extends z.ZodType>({ req }: HonoContext, schema: T) {
  const form = await req.formData().catch(() => new FormData());
  const parts = form.getAll("file").filter((part) => typeof part !== "string");
  const files = await Promise.all(
    parts.map(async (part) => ({ name: part.name, bytes: Buffer.from(await part.arrayBuffer()) })),
  );
  return { about: read(jsonOrNothing(form.get("about")), schema), files };
}

function read<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new PageError("bad_request", z.prettifyError(error));
  return data;
}

function jsonOrNothing(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
