import { z } from "zod";
import { anyText, blockId, chars, plainText, typed } from "./composition.ts";
import { accessory, actionsElement, inputElement } from "./elements.ts";
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

export const tableCell = z.discriminatedUnion("type", [
  richTextValue,
  typed("raw_text", { text: cellText }),
  typed("raw_number", { value: z.number(), text: cellText }),
]);

export type TableCell = z.output<typeof tableCell>;

const column = z.strictObject({
  align: z.enum(["left", "center", "right"]).optional(),
  is_wrapped: z.boolean().optional(),
});

const table = blockOf("table", {
  rows: z.array(z.array(tableCell).max(limits.tableColumns)).max(limits.tableRows),
  column_settings: z.array(column).max(limits.tableColumns).optional(),
});

export const block = z.discriminatedUnion("type", [
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
  // Slack calls it read-only; whether it refuses one that an app sends is not said.
  blockOf("file", { source: z.string(), external_id: chars(limits.externalId) }),
  blockOf("markdown", { text: z.string() }),
  table,
]);

/** A block that was accepted: ids that the app left out are filled in. */
export type Block = z.output<typeof block>;
export type InputBlock = Extract<Block, { type: "input" }>;

/** At most `max` blocks, every block_id used once, every action_id once within its block. */
export function blockList(max: number) {
  return z
    .array(block)
    .max(max)
    .superRefine((blocks, context) => {
      refuseTwice("block_id", blocks, [], context);
      for (const [index, each] of blocks.entries()) {
        if (each.type !== "actions") continue;
        refuseTwice("action_id", each.elements, [index, "elements"], context);
      }
    });
}

function refuseTwice<Id extends string>(
  id: Id,
  list: readonly { [id in Id]: string }[],
  path: (string | number)[],
  context: z.RefinementCtx,
): void {
  const ids = list.map((each) => each[id]);
  for (const [index, each] of ids.entries()) {
    if (ids.indexOf(each) === index) continue;
    context.addIssue(broken(`${id} already used`, { type: "unique" }, [...path, index, id]));
  }
}
