import { z } from "zod";
import { anyText, blockId, chars, mrkdwn, plainText, typed } from "./composition.ts";
import { accessory, actionsElement, button, inputElement } from "./elements.ts";
import { broken } from "./fault.ts";
import { imageBlock, imageElement } from "./image.ts";
import { limits } from "./limits.ts";
import { richText, richTextValue } from "./rich-text.ts";

const blockOf = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  typed(type, { block_id: blockId, ...shape });

const section = blockOf("section", {
  text: anyText(limits.text).optional(),
  fields: z.array(anyText(limits.sectionField)).min(1).max(limits.sectionFields).optional(),
  accessory: accessory.optional(),
  expand: z.boolean().optional(),
}).refine(
  ({ text, fields }) => text !== undefined || fields !== undefined,
  "missing text or fields",
);

const address = chars(limits.url);

const video = blockOf("video", {
  video_url: address,
  thumbnail_url: address,
  alt_text: chars(limits.altText),
  title: plainText(limits.videoTitle),
  title_url: address
    .refine((url) => url.startsWith("https://"), "must be an https address")
    .optional(),
  author_name: chars(limits.videoAuthor).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: address.optional(),
  description: plainText(limits.text).optional(),
});

const cellText = z.string().min(1);

const rawText = typed("raw_text", { text: cellText });
const rawNumber = typed("raw_number", { value: z.number(), text: cellText });

export const tableCell = z.discriminatedUnion("type", [richTextValue, rawText, rawNumber]);

export type TableCell = z.output<typeof tableCell>;

const column = z.strictObject({
  align: z.enum(["left", "center", "right"]).optional(),
  is_wrapped: z.boolean().optional(),
});

const table = blockOf("table", {
  rows: z.array(z.array(tableCell).max(limits.tableColumns)).max(limits.tableRows),
  column_settings: z.array(column).max(limits.tableColumns).optional(),
});

const alert = blockOf("alert", {
  text: anyText(limits.alertText),
  level: z.enum(["default", "info", "warning", "error", "success"]).default("default"),
});

const card = blockOf("card", {
  hero_image: imageElement.optional(),
  icon: imageElement.optional(),
  title: mrkdwn(limits.cardTitle).optional(),
  subtitle: mrkdwn(limits.cardTitle).optional(),
  body: mrkdwn(limits.cardBody).optional(),
  actions: z.array(button).min(1).max(limits.cardActions).optional(),
}).refine(
  ({ hero_image, title, body, actions }) => hero_image ?? title ?? body ?? actions,
  "missing hero_image, title, body or actions",
);

const rowOf = <Cell extends z.ZodType>(cell: Cell) => z.array(cell).min(1).max(limits.tableColumns);

const dataTable = blockOf("data_table", {
  caption: z.string().min(1),
  rows: z.tuple([rowOf(z.discriminatedUnion("type", [rawText, rawNumber]))], rowOf(tableCell)),
  page_size: z.int().min(1).max(limits.dataTablePage).default(5),
  row_header_column_index: z
    .int()
    .min(0)
    .max(limits.tableColumns - 1)
    .default(0),
}).superRefine(({ rows }, context) => {
  if (rows.length > 1) return;
  const constraint = { type: "min_items", expected: ["2"], got: String(rows.length) };
  context.addIssue(broken("no fewer than 2 items allowed", constraint, ["rows"]));
});

/** These blocks are allowed in a container too. */
const inner = [
  section,
  blockOf("actions", { elements: z.array(actionsElement).min(1).max(limits.actionsElements) }),
  blockOf("context", {
    elements: z
      .array(z.discriminatedUnion("type", [imageElement, ...anyText(limits.text).options]))
      .min(1)
      .max(limits.contextElements),
  }),
  blockOf("divider", {}),
  blockOf("header", { text: plainText(limits.header) }),
  imageBlock,
  blockOf("input", {
    label: plainText(limits.inputLabel),
    hint: plainText(limits.inputHint).optional(),
    optional: z.boolean().default(false),
    dispatch_action: z.boolean().default(false),
    element: inputElement,
  }),
  richText,
  video,
  // Slack calls this block read-only, but does not say whether it refuses one from an app.
  blockOf("file", { source: z.string(), external_id: chars(limits.externalId) }),
  table,
] as const;

const container = blockOf("container", {
  title: plainText(limits.containerTitle).optional(),
  rich_text_title: richTextValue.optional(),
  subtitle: anyText(limits.containerTitle).optional(),
  child_blocks: z.array(z.discriminatedUnion("type", inner)).max(limits.containerBlocks),
  width: z.enum(["narrow", "standard", "wide", "full"]).default("standard"),
  icon: imageElement.optional(),
  is_collapsible: z.boolean().default(false),
  default_collapsed: z.boolean().default(false),
  has_header_divider: z.boolean().default(false),
})
  .refine(({ title, rich_text_title }) => title ?? rich_text_title, "missing title")
  .refine(({ is_collapsible, default_collapsed }) => is_collapsible || !default_collapsed, {
    message: "needs is_collapsible",
    path: ["default_collapsed"],
  });

export const block = z.discriminatedUnion("type", [
  ...inner,
  blockOf("markdown", { text: z.string() }),
  alert,
  card,
  container,
  dataTable,
]);

/** An accepted block, with missing ids filled in. */
export type Block = z.output<typeof block>;
export type InputBlock = Extract<Block, { type: "input" }>;

/** Returns the blocks, and the blocks inside containers, with their paths. */
export function placedBlocks(
  blocks: readonly Block[],
): { block: Block; path: (string | number)[] }[] {
  return blocks.flatMap((block, index) => [
    { block, path: [index] },
    ...(block.type === "container" ? placedBlocks(block.child_blocks) : []).map((child) => ({
      block: child.block,
      path: [index, "child_blocks", ...child.path],
    })),
  ]);
}

/** At most `max` blocks, with unique block_ids, and unique action_ids within each block. */
export function blockList(max: number) {
  return z
    .array(block)
    .max(max)
    .superRefine((blocks, context) => {
      const placed = placedBlocks(blocks);
      refuseTwice(
        placed.map(({ block: { block_id }, path }) => [block_id, [...path, "block_id"]]),
        context,
      );
      for (const { block: each, path } of placed) {
        if (each.type !== "actions") continue;
        refuseTwice(
          each.elements.map(({ action_id }, index) => [
            action_id,
            [...path, "elements", index, "action_id"],
          ]),
          context,
        );
      }
    });
}

function refuseTwice(
  ids: readonly (readonly [id: string, path: (string | number)[]])[],
  context: z.RefinementCtx,
): void {
  const known = new Set<string>();
  for (const [id, path] of ids) {
    if (known.has(id)) {
      context.addIssue(broken(`${path.at(-1)} already used`, { type: "unique" }, path));
    }
    known.add(id);
  }
}
