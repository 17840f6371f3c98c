import { z } from "zod";

/** The document shows no limit for a name: this one is ours. */
const LONGEST_NAME = 255;

/** The predicate of a sentence whose subject is the field: see `read-body.ts`. */
const expected = (what: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? "is required" : `must be ${what}`;

export const oneOf = <Codes extends readonly string[]>(codes: Codes) =>
  z.enum(codes, { error: expected(codes.join(" or ")) });

/** As `oneOf`, and of another code it says that it is coming soon. */
export const oneOfNow = <Codes extends readonly string[]>(codes: Codes, announced: string) =>
  z.enum(codes, {
    error: (issue) =>
      issue.input === announced
        ? `is ${announced}, which is coming soon and cannot be used yet`
        : expected(codes.join(" or "))(issue),
  });

export const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape, { error: expected("an object") });

/** Half of a surrogate pair and U+0000 survive no round trip through every program. */
export const text = z.string({ error: expected("a string") }).regex(/^[^\0\p{Surrogate}]*$/u, {
  error: "must not contain U+0000 or half of a surrogate pair",
});

export const name = text
  .regex(/\S/u, { error: "is required" })
  .max(LONGEST_NAME, { error: `must not be longer than ${LONGEST_NAME} characters` });

export const metadata = z
  .array(text, { error: expected("an array of strings, or null") })
  .nullish()
  .transform((items) => items ?? null);
