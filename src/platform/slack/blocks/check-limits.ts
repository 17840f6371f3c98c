import type { z } from "zod";
import { message as messageSchema, view as viewSchema } from "../block-kit/blocks.ts";

/** As Slack's own `blocks.validate` would put it. */
export interface Fault {
  /** A JSON pointer from the message or view, such as `/blocks/3/text`. */
  pointer: string;
  code: "missing_field" | "unknown_field" | "failed_constraint";
  message: string;
}

/** Why Slack would refuse this message, or cut it; empty when it would not. The last look before every send. */
export function faultsOfMessage(message: unknown): Fault[] {
  return faults(messageSchema, message);
}

/** Why Slack would refuse this modal or Home view; empty when it would not. */
export function faultsOfView(view: unknown): Fault[] {
  return faults(viewSchema, view);
}

/** No message quotes the payload: faults are logged, and payloads hold names and addresses. */
function faults(schema: z.ZodType, value: unknown): Fault[] {
  return (schema.safeParse(value, { reportInput: true }).error?.issues ?? []).flatMap(toFaults);
}

function toFaults(issue: z.core.$ZodIssue): Fault[] {
  const pointer = pointerTo(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        pointer: pointerTo([...issue.path, key]),
        code: "unknown_field",
        message: "is a field that Slack does not know here",
      }));
    case "invalid_type":
      return [
        issue.input === undefined
          ? { pointer, code: "missing_field", message: `is missing: ${issue.expected}` }
          : { pointer, code: "failed_constraint", message: `must be a ${issue.expected}` },
      ];
    default:
      return [{ pointer, code: "failed_constraint", message: issue.message }];
  }
}

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
