import { type Block, type InputBlock, placedBlocks } from "./block.ts";
import type { ActionElement } from "./elements.ts";
import type { SlackFile } from "./image.ts";

type Path = readonly (string | number)[];

/** An element that a person can act on, with its block and its path. */
export interface PlacedElement {
  block: Block;
  element: ActionElement;
  path: Path;
}

/** An uploaded file that blocks show, with its path. */
export interface PlacedFile {
  file: SlackFile;
  path: Path;
}

export function placedElements(blocks: readonly Block[]): PlacedElement[] {
  return parts(blocks).flatMap(({ block, part, path }) => {
    if (part.type === "image" || part.type === "plain_text" || part.type === "mrkdwn") return [];
    return [{ block, element: part, path }];
  });
}

export function placedFiles(blocks: readonly Block[]): PlacedFile[] {
  return parts(blocks).flatMap(({ part, path }) =>
    part.type === "image" && part.slack_file
      ? [{ file: part.slack_file, path: [...path, "slack_file"] }]
      : [],
  );
}

export const inputBlocks = (blocks: readonly Block[]): InputBlock[] =>
  placedBlocks(blocks).flatMap(({ block }) => (block.type === "input" ? [block] : []));

const parts = (blocks: readonly Block[]) =>
  placedBlocks(blocks).flatMap(({ block, path: outer }) =>
    partsOf(block).map(({ part, path }) => ({ block, part, path: [...outer, ...path] })),
  );

/** The parts of a block that have a type of their own; an image block is its own part. */
function partsOf(block: Block) {
  switch (block.type) {
    case "section":
      return partIn(block.accessory, "accessory");
    case "input":
      return partIn(block.element, "element");
    case "actions":
    case "context":
      return block.elements.map((part, index) => ({ part, path: ["elements", index] }));
    case "image":
      return [{ part: block, path: [] }];
    case "card":
      return [
        ...partIn(block.hero_image, "hero_image"),
        ...partIn(block.icon, "icon"),
        ...(block.actions ?? []).map((part, index) => ({ part, path: ["actions", index] })),
      ];
    case "container":
      return partIn(block.icon, "icon");
    case "alert":
    case "data_table":
    case "divider":
    case "header":
    case "rich_text":
    case "video":
    case "file":
    case "markdown":
    case "table":
      return [];
  }
}

const partIn = <Part>(part: Part | undefined, name: string) =>
  part ? [{ part, path: [name] }] : [];
