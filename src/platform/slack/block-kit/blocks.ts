import { z } from "zod";
import { limits } from "../blocks/limits.ts";
import { accessory, actionsElement, image, inputElement, oneSource, picture } from "./elements.ts";
import { richText } from "./rich-text.ts";
import { anyText, chars, id, plainText } from "./texts.ts";

/** The blocks that this app may send (https://docs.slack.dev/reference/block-kit/blocks), and what holds them. */

const block_id = id.optional();

const section = z
  .strictObject({
    type: z.literal("section"),
    block_id,
    text: anyText(limits.text).optional(),
    fields: z.array(anyText(limits.sectionField)).min(1).max(limits.sectionFields).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine(({ text, fields }) => text ?? fields, "must have text or fields");

const block = z.discriminatedUnion("type", [
  section,
  z.strictObject({
    type: z.literal("actions"),
    block_id,
    elements: z
      .array(actionsElement)
      .min(1)
      .max(limits.actionsElements)
      .superRefine((elements, context) => noneTwice(elements, "action_id", context)),
  }),
  z.strictObject({
    type: z.literal("context"),
    block_id,
    elements: z
      .array(z.discriminatedUnion("type", [image, ...anyText(limits.text).options]))
      .min(1)
      .max(limits.contextElements),
  }),
  z.strictObject({ type: z.literal("divider"), block_id }),
  z.strictObject({ type: z.literal("header"), block_id, text: plainText(limits.header) }),
  z
    .strictObject({ ...picture, block_id, title: plainText(limits.imageTitle).optional() })
    .superRefine(oneSource),
  z.strictObject({
    type: z.literal("input"),
    block_id,
    label: plainText(limits.inputLabel),
    hint: plainText(limits.inputHint).optional(),
    optional: z.boolean().optional(),
    dispatch_action: z.boolean().optional(),
    element: inputElement,
  }),
  richText,
]);

function blocks(max: number) {
  return z
    .array(block)
    .max(max)
    .superRefine((list, context) => noneTwice(list, "block_id", context));
}

export const message = z.strictObject({
  text: chars(limits.messageText),
  blocks: blocks(limits.messageBlocks)
    .min(1)
    .refine(
      (list) => [...JSON.stringify(list)].length <= limits.messageBlocksJson,
      `must have at most ${limits.messageBlocksJson} characters of JSON`,
    ),
});

const container = {
  blocks: blocks(limits.viewBlocks),
  private_metadata: chars(limits.privateMetadata, 0).optional(),
  callback_id: chars(limits.callbackId).optional(),
  external_id: chars(limits.externalId).optional(),
};

export const view = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("home"), ...container }),
    z
      .strictObject({
        type: z.literal("modal"),
        ...container,
        title: plainText(limits.viewTitle),
        submit: plainText(limits.viewButton).optional(),
        close: plainText(limits.viewButton).optional(),
        clear_on_close: z.boolean().optional(),
        notify_on_close: z.boolean().optional(),
      })
      .refine(({ submit, blocks: list }) => submit ?? list.every(({ type }) => type !== "input"), {
        path: ["submit"],
        message: "is required beside an input block",
      }),
  ])
  .refine(
    (whole) => Buffer.byteLength(JSON.stringify(whole)) <= limits.viewBytes,
    `must have at most ${limits.viewBytes} bytes of JSON`,
  );

function noneTwice<Id extends string>(
  list: readonly { [id in Id]?: string | undefined }[],
  field: Id,
  context: z.RefinementCtx,
): void {
  const ids = list.map((each) => each[field]);
  for (const [index, each] of ids.entries()) {
    if (each === undefined || ids.indexOf(each) === index) continue;
    context.addIssue({ code: "custom", path: [index, field], message: `${each} is used twice` });
  }
}
