import { z } from "zod";
import { anyText, blockId, plainText } from "./composition.ts";
import { accessory, actionsElement, inputElement } from "./elements.ts";
import { imageBlock, imageElement } from "./image.ts";
import { limits } from "./limits.ts";
import { richText } from "./rich-text.ts";

const section = z
  .strictObject({
    type: z.literal("section"),
    block_id: blockId,
    text: anyText(limits.text).optional(),
    fields: z.array(anyText(limits.sectionField)).min(1).max(limits.sectionFields).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine(
    ({ text, fields }) => text !== undefined || fields !== undefined,
    "missing text or fields",
  );

const block = z.discriminatedUnion("type", [
  section,
  z.strictObject({
    type: z.literal("actions"),
    block_id: blockId,
    elements: z.array(actionsElement).min(1).max(limits.actionsElements),
  }),
  z.strictObject({
    type: z.literal("context"),
    block_id: blockId,
    elements: z
      .array(z.discriminatedUnion("type", [imageElement, ...anyText(limits.text).options]))
      .min(1)
      .max(limits.contextElements),
  }),
  z.strictObject({ type: z.literal("divider"), block_id: blockId }),
  z.strictObject({
    type: z.literal("header"),
    block_id: blockId,
    text: plainText(limits.header),
  }),
  imageBlock,
  z.strictObject({
    type: z.literal("input"),
    block_id: blockId,
    label: plainText(limits.inputLabel),
    hint: plainText(limits.inputHint).optional(),
    optional: z.boolean().default(false),
    dispatch_action: z.boolean().default(false),
    element: inputElement,
  }),
  richText,
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
      for (const index of repeated(blocks.map((each) => each.block_id))) {
        context.addIssue({
          code: "custom",
          path: [index, "block_id"],
          message: `block_id already used: ${blocks[index]?.block_id}`,
        });
      }
      for (const [index, each] of blocks.entries()) {
        if (each.type !== "actions") continue;
        for (const position of repeated(each.elements.map((element) => element.action_id))) {
          context.addIssue({
            code: "custom",
            path: [index, "elements", position, "action_id"],
            message: `action_id already used: ${each.elements[position]?.action_id}`,
          });
        }
      }
    });
}

const repeated = (ids: readonly string[]): number[] =>
  ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []));
