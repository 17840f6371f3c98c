import type { z } from "zod";
import { SlackError } from "../slack-error.ts";
import { type Block, blockList } from "./block.ts";
import { limits } from "./limits.ts";
import { type HomeContent, homeView, type ModalContent, modalView } from "./view.ts";

const messageBlocks = blockList(limits.messageBlocks);

/** Blocks of a message, or `invalid_blocks` with a JSON pointer for each fault. */
export function acceptBlocks(value: unknown): Block[] {
  return accept(messageBlocks, value, "invalid_blocks", "/blocks");
}

/** A modal, or `invalid_arguments`, which is what Slack's views.* methods answer to a faulty view. */
export function acceptModal(value: unknown): ModalContent {
  return accept(modalView, value, "invalid_arguments", "/view");
}

export function acceptHome(value: unknown): HomeContent {
  return accept(homeView, value, "invalid_arguments", "/view");
}

function accept<T extends z.ZodType>(
  schema: T,
  value: unknown,
  code: string,
  root: string,
): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new SlackError(
    code,
    result.error.issues.map(
      (issue) => `[ERROR] ${describe(issue)} [json-pointer:${[root, ...issue.path].join("/")}]`,
    ),
  );
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_union":
      return `unsupported type${"options" in issue ? ` (known here: ${issue.options?.join(", ")})` : ""}`;
    case "unrecognized_keys":
      return `unknown field: ${issue.keys.join(", ")}`;
    case "too_big":
      return `no more than ${issue.maximum} items allowed`;
    case "too_small":
      return `no fewer than ${issue.minimum} items allowed`;
    default:
      return issue.message;
  }
}
