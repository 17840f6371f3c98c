import { type Block, type InputBlock, placedBlocks } from "./block.ts";
import type { ActionElement } from "./elements.ts";
import type { Picture, SlackFile } from "./image.ts";

type Path = readonly (string | number)[];

/** An element that a person can act on, the block it stands in, and where. */
export interface PlacedElement {
  block: Block;
  element: ActionElement;
  path: Path;
}

/** An uploaded file that blocks show, and where in them. */
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

/** What blocks hold that has a type of its own; an image block is its own part. */
function partsOf(block: Block) {
  switch (block.type) {
    case "section":
      return block.accessory ? [{ part: block.accessory, path: ["accessory"] }] : [];
    case "input":
      return [{ part: block.element, path: ["element"] }];
    case "actions":
      return block.elements.map((part, index) => ({ part, path: ["elements", index] }));
    case "context":
      return block.elements.map((part, index) => ({ part, path: ["elements", index] }));
    case "image":
      return [{ part: block, path: [] }];
    case "card":
      return [
        ...pictureIn(block.hero_image, "hero_image"),
        ...pictureIn(block.icon, "icon"),
        ...(block.actions ?? []).map((part, index) => ({ part, path: ["actions", index] })),
      ];
    case "container":
      return pictureIn(block.icon, "icon");
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

const pictureIn = (part: Picture | undefined, name: string) =>
  part ? [{ part, path: [name] }] : [];
