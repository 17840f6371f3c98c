import { z } from "zod";
import { blockList } from "./block.ts";
import { chars, plainText } from "./composition.ts";
import { limits } from "./limits.ts";

const common = {
  blocks: blockList(limits.viewBlocks),
  private_metadata: chars(limits.privateMetadata, 0).default(""),
  callback_id: chars(limits.callbackId, 0).default(""),
  external_id: chars(limits.externalId, 0).default(""),
};

export const modalView = z
  .strictObject({
    type: z.literal("modal"),
    title: plainText(limits.viewTitle),
    submit: plainText(limits.viewButton).nullable().default(null),
    close: plainText(limits.viewButton).nullable().default(null),
    ...common,
    clear_on_close: z.boolean().default(false),
    notify_on_close: z.boolean().default(false),
  })
  .refine(({ submit, blocks }) => submit !== null || !blocks.some(({ type }) => type === "input"), {
    path: ["submit"],
    message: "submit is required when the view has an input block",
  });

export const homeView = z.strictObject({ type: z.literal("home"), ...common });

/** An accepted modal of the app, with Slack's defaults filled in. */
export type ModalContent = z.output<typeof modalView>;
export type HomeContent = z.output<typeof homeView>;
