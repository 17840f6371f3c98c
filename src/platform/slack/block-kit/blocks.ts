import { z } from "zod";
import { limits } from "../blocks/limits.ts";
import { inputElement, pressed } from "./elements.ts";
import { richText } from "./rich-text.ts";
import { chars, id, ownWords, plainText } from "./texts.ts";

/** The blocks that this app sends (https://docs.slack.dev/reference/block-kit/blocks), and what holds them. */

const block_id = id.optional();

function cells(leastRows: number, mostRows: number) {
  const cell = z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("raw_text"), text: chars(limits.text) }),
    richText,
  ]);
  return z.array(z.array(cell).min(1).max(limits.tableColumns)).min(leastRows).max(mostRows);
}

const block = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("section"),
    block_id,
    text: plainText(limits.text),
    accessory: pressed.optional(),
    /** Without it Slack folds what is long behind "See more". */
    expand: z.literal(true),
  }),
  z.strictObject({
    type: z.literal("context"),
    block_id,
    elements: z
      .array(z.discriminatedUnion("type", [plainText(limits.text), ownWords]))
      .min(1)
      .max(limits.contextElements),
  }),
  z.strictObject({
    type: z.literal("table"),
    block_id,
    rows: cells(1, limits.tableRows),
    column_settings: z
      .array(z.strictObject({ is_wrapped: z.boolean().optional() }))
      .max(limits.tableColumns)
      .optional(),
  }),
  z.strictObject({
    type: z.literal("data_table"),
    block_id,
    caption: chars(limits.text),
    rows: cells(2, limits.dataTableRows).superRefine(([head = []], context) => {
      for (const [column, { type }] of head.entries()) {
        if (type === "raw_text") continue;
        context.addIssue({
          code: "custom",
          path: [0, column, "type"],
          message: "must be raw_text",
        });
      }
    }),
    page_size: z.int().min(1).max(limits.pageSize).optional(),
  }),
  z.strictObject({
    type: z.literal("actions"),
    block_id,
    elements: z
      .array(pressed)
      .min(1)
      .max(limits.actionsElements)
      .superRefine((elements, context) => noneTwice(elements, "action_id", context)),
  }),
  z.strictObject({ type: z.literal("header"), block_id, text: plainText(limits.header) }),
  z.strictObject({
    type: z.literal("alert"),
    block_id,
    text: plainText(limits.alertText),
    level: z.enum(["default", "info", "warning", "error", "success"]).optional(),
  }),
  z.strictObject({
    type: z.literal("image"),
    block_id,
    slack_file: z.strictObject({ id }),
    alt_text: chars(limits.altText),
    title: plainText(limits.imageTitle).optional(),
  }),
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
    .superRefine((list, context) => {
      const first = list.findIndex(({ type }) => type === "table");
      for (const [index, { type }] of list.entries()) {
        const isSecondTable = type === "table" && index !== first;
        if (!isSecondTable && type !== "alert") continue;
        const message = isSecondTable ? "is a second table" : "is for modals only";
        context.addIssue({ code: "custom", path: [index, "type"], message });
      }
    })
    .refine(
      (list) => [...JSON.stringify(list)].length <= limits.messageBlocksJson,
      `must have at most ${limits.messageBlocksJson} characters of JSON`,
    ),
});

const container = {
  blocks: blocks(limits.viewBlocks),
  private_metadata: chars(limits.privateMetadata, 0).optional(),
  callback_id: chars(limits.callbackId).optional(),
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
