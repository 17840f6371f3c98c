import type { Block, InputBlock } from "./block.ts";
import type { ActionElement } from "./elements.ts";

/** An element that a person can act on, and the block it stands in. */
export interface PlacedElement {
  block: Block;
  element: ActionElement;
}

export function placedElements(blocks: readonly Block[]): PlacedElement[] {
  return blocks.flatMap((block) => elementsOf(block).map((element) => ({ block, element })));
}

export const inputBlocks = (blocks: readonly Block[]): InputBlock[] =>
  blocks.filter((block) => block.type === "input");

function elementsOf(block: Block): ActionElement[] {
  switch (block.type) {
    case "section":
      return block.accessory && block.accessory.type !== "image" ? [block.accessory] : [];
    case "actions":
      return block.elements;
    case "input":
      return [block.element];
    case "context":
    case "divider":
    case "header":
    case "image":
    case "rich_text":
      return [];
  }
}
