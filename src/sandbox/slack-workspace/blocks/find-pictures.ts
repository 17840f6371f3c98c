import type { Block } from "./block.ts";
import type { SlackFile } from "./image.ts";

/** An uploaded file that blocks show, and where in them. */
export interface PlacedFile {
  file: SlackFile;
  path: readonly (string | number)[];
}

export function placedFiles(blocks: readonly Block[]): PlacedFile[] {
  return blocks.flatMap((block, index) =>
    imagesOf(block).flatMap(({ image: { slack_file: file }, path }) =>
      file ? [{ file, path: [index, ...path, "slack_file"] }] : [],
    ),
  );
}

interface PlacedImage {
  image: { slack_file?: SlackFile | undefined };
  path: (string | number)[];
}

function imagesOf(block: Block): PlacedImage[] {
  switch (block.type) {
    case "image":
      return [{ image: block, path: [] }];
    case "section":
      return block.accessory?.type === "image"
        ? [{ image: block.accessory, path: ["accessory"] }]
        : [];
    case "context":
      return block.elements.flatMap((element, index) =>
        element.type === "image" ? [{ image: element, path: ["elements", index] }] : [],
      );
    case "actions":
    case "divider":
    case "header":
    case "input":
    case "rich_text":
    case "video":
    case "file":
    case "markdown":
    case "table":
      return [];
  }
}
