import { z } from "zod";

/** What was expected, as `blocks.validate` spells it. Slack documents the type `enum`; the other names are this workspace's. */
const constraint = z.object({
  type: z.string(),
  expected: z.array(z.string()).optional(),
  got: z.string().optional(),
});

type Constraint = z.output<typeof constraint>;

/** One thing that is wrong with a payload. Its message quotes nothing of what people wrote. */
export interface Fault {
  /** A JSON pointer from the blocks, the message or the view that was read. */
  pointer: string;
  code: "missing_field" | "unknown_field" | "failed_constraint";
  message: string;
  constraint?: Constraint;
  /** The field that is missing or unknown. */
  field?: string;
  /** The name that `chat.*` or `views.*` has for it, if it has its own. */
  refusedAs?: "msg_blocks_too_long" | "view_too_large";
}

/** An issue for a check of our own, which `toFaults` reads back. */
export function broken(message: string, constraint: Constraint, path: (string | number)[] = []) {
  return { code: "custom" as const, message, path, params: { constraint } };
}

/** The fault of a part that is there and breaks a rule. */
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

/** The constraint that `broken` put into an issue. */
export function constraintIn(issue: object): Constraint | undefined {
  return z.object({ params: z.object({ constraint }) }).safeParse(issue).data?.params.constraint;
}
