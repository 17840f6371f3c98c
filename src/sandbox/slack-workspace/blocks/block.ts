import { z } from "zod";
import { anyText, blockId, chars, plainText } from "./composition.ts";
import { accessory, actionsElement, inputElement } from "./elements.ts";
import { broken } from "./fault.ts";
import { imageBlock, imageElement } from "./image.ts";
import { limits } from "./limits.ts";
import { richText } from "./rich-text.ts";
import { table } from "./table.ts";
import { video } from "./video.ts";

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

export const block = z.discriminatedUnion("type", [
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
  video,
  // Slack calls it read-only; whether it refuses one that an app sends is not said.
  z.strictObject({
    type: z.literal("file"),
    block_id: blockId,
    source: z.string(),
    external_id: chars(limits.externalId),
  }),
  z.strictObject({ type: z.literal("markdown"), block_id: blockId, text: z.string() }),
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
