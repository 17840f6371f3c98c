import type { z } from "zod";
import { SlackError } from "../slack-error.ts";
import { type Block, blockList } from "./block.ts";
import { placedFiles } from "./find-pictures.ts";
import type { SlackFile } from "./image.ts";
import { limits } from "./limits.ts";
import { type HomeContent, homeView, type ModalContent, modalView } from "./view.ts";

const messageBlocks = blockList(limits.messageBlocks);

/** Is there a picture by this name that the app may show? */
export type IsPicture = (file: SlackFile) => boolean;

/** Blocks of a message, or `invalid_blocks` with a JSON pointer for each fault. */
export function acceptBlocks(value: unknown, isPicture: IsPicture): Block[] {
  const blocks = accept(messageBlocks, value, "invalid_blocks", "/blocks");
  refuseMissingPictures(blocks, isPicture, "invalid_blocks", "/blocks");
  return blocks;
}

/** A modal, or `invalid_arguments`, which is what Slack's views.* methods answer to a faulty view. */
export function acceptModal(value: unknown, isPicture: IsPicture): ModalContent {
  return acceptView(modalView, value, isPicture);
}

export function acceptHome(value: unknown, isPicture: IsPicture): HomeContent {
  return acceptView(homeView, value, isPicture);
}

function acceptView<T extends z.ZodType<{ blocks: Block[] }>>(
  schema: T,
  value: unknown,
  isPicture: IsPicture,
): z.output<T> {
  const view = accept(schema, value, "invalid_arguments", "/view");
  refuseMissingPictures(view.blocks, isPicture, "invalid_arguments", "/view/blocks");
  return view;
}

function refuseMissingPictures(
  blocks: readonly Block[],
  isPicture: IsPicture,
  code: string,
  root: string,
): void {
  const missing = placedFiles(blocks).filter(({ file }) => !isPicture(file));
  if (missing.length === 0) return;
  throw new SlackError(
    code,
    missing.map(
      ({ path }) => `[ERROR] invalid slack file [json-pointer:${[root, ...path].join("/")}]`,
    ),
  );
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
