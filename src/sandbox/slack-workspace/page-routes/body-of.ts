import type { Context as HonoContext } from "hono";
import { z } from "zod";
import { jsonOrNothing } from "../parse-json.ts";
import { PageError } from "./page-error.ts";

/** Reads the JSON body of a request. Throws a `PageError` that says what is wrong with it. */
export async function bodyOf<T extends z.ZodType>(
  { req }: HonoContext,
  schema: T,
): Promise<z.output<T>> {
  return read(await req.json().catch(() => undefined), schema);
}

/** Reads the files of a form and the JSON of its field `about`. Throws as above. */
export async function filesOf<T extends z.ZodType>({ req }: HonoContext, schema: T) {
  const form = await req.formData().catch(() => new FormData());
  const parts = form.getAll("file").filter((part) => typeof part !== "string");
  const files = await Promise.all(
    parts.map(async (part) => ({ name: part.name, bytes: Buffer.from(await part.arrayBuffer()) })),
  );
  return { about: read(jsonOrNothing(String(form.get("about"))), schema), files };
}

function read<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new PageError("bad_request", z.prettifyError(error));
  return data;
}
