import { z } from "zod";

/**
 * A constraint in the spelling of `blocks.validate`. Slack documents only the type `enum`; this workspace chose the
 * other names.
 */
const constraint = z.object({
  type: z.string(),
  expected: z.array(z.string()).optional(),
  got: z.string().optional(),
});

type Constraint = z.output<typeof constraint>;

/** One fault of a payload. Its message quotes no words of people. */
export interface Fault {
  /** A JSON pointer from the blocks, message or view. */
  pointer: string;
  code: "missing_field" | "unknown_field" | "failed_constraint";
  message: string;
  constraint?: Constraint;
  /** The field that is missing or unknown. */
  field?: string;
  /** The special error name of `chat.*` or `views.*`, if there is one. */
  refusedAs?: "msg_blocks_too_long" | "view_too_large";
}

/** Makes an issue for one of our own checks; `toFaults` reads it back. */
export function broken(message: string, constraint: Constraint, path: (string | number)[] = []) {
  return { code: "custom" as const, message, path, params: { constraint } };
}

/** Makes the fault of a part that breaks a rule. */
export function failed(
  path: readonly PropertyKey[],
  message: string,
  constraint: Constraint | undefined,
): Fault {
  const fault = { pointer: pointerTo(path), code: "failed_constraint" as const, message };
  return { ...fault, ...(constraint && { constraint }) };
}

export const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Returns the constraint that `broken` put into an issue. */
export function constraintIn(issue: object): Constraint | undefined {
  return z.object({ params: z.object({ constraint }) }).safeParse(issue).data?.params.constraint;
}
