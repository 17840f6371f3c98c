import type {
  DataTableBlock,
  KnownBlock,
  RichTextBlock,
  RichTextSection,
  TableBlock,
} from "@slack/types";
import { folded } from "../../text/shown-text.ts";
import type { Line } from "./rich-text.ts";
import { lines, richText } from "./rich-text.ts";

/** Each fact with its name, in two columns. Slack takes one table in a message, and none in a view. */
export function factTable(rows: readonly (readonly [string, Line])[]): TableBlock {
  return {
    type: "table",
    column_settings: [{ is_wrapped: false }, { is_wrapped: true }],
    rows: rows.map(([label, value]) => [
      { type: "raw_text", text: folded(label) },
      richText(value),
    ]),
  };
}

export type Cell = string | Line;

/** A cell is plain text, or leaves such as people and dates. All rows are on one page of Slack's. */
export function dataTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): DataTableBlock {
  return {
    type: "data_table",
    caption,
    page_size: Math.max(1, rows.length),
    rows: [head, ...rows].map((row) =>
      row.map((cell) =>
        typeof cell === "string" ? { type: "raw_text", text: folded(cell) } : richText(cell),
      ),
    ),
  };
}

/** The same blocks for a view: each table becomes lines, and buttons are left out with `withoutButtons`. */
export function inView(
  blocks: readonly KnownBlock[],
  { withoutButtons = false } = {},
): KnownBlock[] {
  return blocks
    .filter(({ type }) => !(withoutButtons && type === "actions"))
    .map((block) => (block.type === "table" ? asLines(block) : block));
}

/** A row of two cells is a fact with its label. */
function asLines({ rows }: TableBlock): RichTextBlock {
  return richText(
    ...rows.map((row): RichTextSection => {
      const between = row.length === 2 ? ": " : " · ";
      return lines(row.flatMap((cell, at) => [...(at > 0 ? [between] : []), ...leavesOf(cell)]));
    }),
  );
}

function leavesOf(cell: TableBlock["rows"][number][number]): Line {
  if (cell.type !== "rich_text") return [cell.text];
  const [part] = cell.elements;
  return part?.type === "rich_text_section" ? part.elements : [];
}
