import type {
  Block,
  KnownBlock,
  RichTextBlockElement,
  RichTextElement,
  TableBlock,
} from "@slack/types";

/** What a reader sees of blocks, line by line: for tests that say how a screen reads. Dates stand as their fallback. */
export function plainText(blocks: readonly (KnownBlock | Block)[]): string {
  return blocks.filter(isKnown).map(blockText).join("\n");
}

function isKnown(block: KnownBlock | Block): block is KnownBlock {
  return block.type !== undefined;
}

function blockText(block: KnownBlock): string {
  switch (block.type) {
    case "alert":
      return `(${block.level}) ${block.text.text}`;
    case "header":
      return `# ${block.text.text}`;
    case "section": {
      const button = block.accessory?.type === "button" ? `  [${block.accessory.text.text}]` : "";
      return `${block.text?.text ?? ""}${button}`;
    }
    case "actions":
      return block.elements
        .map((element) =>
          element.type === "button"
            ? `[${element.text.text}]`
            : element.type === "overflow"
              ? `(${element.options.map(({ text }) => text.text).join(", ")})`
              : `(${element.type})`,
        )
        .join(" ");
    case "context":
      return block.elements
        .map((each) => (each.type === "image" ? "" : ownWords(each.text)))
        .join(" · ");
    case "table":
      return block.rows.map((row) => row.map(cellText).join(": ")).join("\n");
    case "image":
      return `${block.title?.text ?? ""} (picture: ${block.alt_text})`;
    case "input":
      return `${block.label.text}: <${block.element.type}>`;
    case "data_table":
      return block.rows.map((row) => row.map(cellText).join(" | ")).join("\n");
    case "rich_text":
      return block.elements.map(partText).join("\n");
    default:
      throw new Error(`No ${block.type} is sent by this app`);
  }
}

const ownWords = (text: string) =>
  text.replaceAll(/<!date[^|]*\|([^>]*)>/g, "$1").replaceAll(/<(@\w+)>/g, "$1");
function cellText(cell: TableBlock["rows"][number][number]): string {
  return cell.type === "rich_text" ? cell.elements.map(partText).join("") : cell.text;
}

function partText(part: RichTextBlockElement): string {
  switch (part.type) {
    case "rich_text_section":
      return part.elements.map(leafText).join("");
    case "rich_text_quote":
      return `> ${part.elements.map(leafText).join("")}`;
    case "rich_text_preformatted":
      return `| ${part.elements.map(leafText).join("")}`;
    case "rich_text_list":
      return part.elements.map((item) => `- ${item.elements.map(leafText).join("")}`).join("\n");
  }
}

function leafText(leaf: RichTextElement): string {
  switch (leaf.type) {
    case "text":
      return leaf.text;
    case "user":
      return `@${leaf.user_id}`;
    case "channel":
      return `<#${leaf.channel_id}>`;
    case "usergroup":
      return `<!subteam^${leaf.usergroup_id}>`;
    case "date":
      return leaf.fallback ?? "";
    case "link":
      return `${leaf.text ?? ""} <${leaf.url}>`;
    default:
      throw new Error(`No ${leaf.type} leaf is sent by this app`);
  }
}
