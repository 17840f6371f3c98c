import { z } from "zod";
import { ANNOUNCED_STABLECOIN, FIATS, NETWORKS, RAIL_TYPES, STABLECOINS } from "./known-codes.ts";

/** The document shows no limit for a name: this one is ours. */
const LONGEST_NAME = 255;

/** The predicate of a sentence whose subject is the field: see `read-body.ts`. */
const expected = (what: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? "is required" : `must be ${what}`;

export const oneOf = <Codes extends readonly string[]>(codes: Codes) =>
  z.enum(codes, { error: expected(codes.join(" or ")) });

export const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape, { error: expected("an object") });

/** Half of a surrogate pair has no UTF-8, and U+0000 ends a text in many programs, so neither survives a round trip. */
export const text = z.string({ error: expected("a string") }).regex(/^[^\0\p{Surrogate}]*$/u, {
  error: "must not contain U+0000 or half of a surrogate pair",
});

export const name = text
  .regex(/\S/u, { error: "is required" })
  .max(LONGEST_NAME, { error: `must not be longer than ${LONGEST_NAME} characters` });

/** People read a company in a terminal and type it in an address. */
export const companyName = name
  .refine((value) => !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(value), {
    error: "must not contain control characters or line breaks",
  })
  .refine((value) => value === value.trim(), { error: "must not begin or end with a blank" })
  .refine((value) => /\p{L}|\p{N}/u.test(value), { error: "must contain a letter or a digit" });

export const railType = oneOf(RAIL_TYPES);

export const fiat = oneOf(FIATS);

export const stablecoin = z.enum(STABLECOINS, {
  error: (issue) =>
    issue.input === ANNOUNCED_STABLECOIN
      ? `is ${ANNOUNCED_STABLECOIN}, which is coming soon and cannot be used yet`
      : expected(STABLECOINS.join(" or "))(issue),
});

export const network = oneOf(NETWORKS);

export const metadata = z
  .array(text, { error: expected("an array of strings, or null") })
  .nullish()
  .transform((items) => items ?? null)
  .describe("Arbitrary metadata to associate with the Rail.");
