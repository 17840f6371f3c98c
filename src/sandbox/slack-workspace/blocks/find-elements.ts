import type { Block, InputBlock } from "./block.ts";
import type { ActionElement } from "./elements.ts";

/** An element that a person can act on, the block it stands in, and where. */
export interface PlacedElement {
  block: Block;
  element: ActionElement;
  path: readonly (string | number)[];
}

export function placedElements(blocks: readonly Block[]): PlacedElement[] {
  return blocks.flatMap((block, index) =>
    elementsOf(block).map(({ element, path }) => ({ block, element, path: [index, ...path] })),
  );
}

export const inputBlocks = (blocks: readonly Block[]): InputBlock[] =>
  blocks.filter((block) => block.type === "input");

function elementsOf(block: Block): Pick<PlacedElement, "element" | "path">[] {
  switch (block.type) {
    case "section":
      return block.accessory && block.accessory.type !== "image"
        ? [{ element: block.accessory, path: ["accessory"] }]
        : [];
    case "actions":
      return block.elements.map((element, index) => ({ element, path: ["elements", index] }));
    case "input":
      return [{ element: block.element, path: ["element"] }];
    case "context":
    case "divider":
    case "header":
    case "image":
    case "rich_text":
    case "video":
    case "file":
    case "markdown":
    case "table":
      return [];
  }
}
