import { z } from "zod";
import { blockList } from "./block.ts";
import { chars, plainText } from "./composition.ts";
import { LIMITS } from "./limits.ts";

const common = {
  private_metadata: chars(LIMITS.privateMetadata, 0).default(""),
  callback_id: chars(LIMITS.callbackId, 0).default(""),
};

const words = plainText(LIMITS.viewButton).nullable().default(null);

export const modalView = z
  .strictObject({
    ...{
      type: z.literal("modal"),
      title: plainText(LIMITS.viewTitle),
      submit: words,
      close: words,
    },
    ...{ blocks: blockList(LIMITS.viewBlocks, { isModal: true }), ...common },
  })
  .refine(({ submit, blocks }) => submit !== null || !blocks.some(({ type }) => type === "input"), {
    path: ["submit"],
    message: "submit is required when the view has an input block",
  });

export const homeView = z.strictObject({
  ...{ type: z.literal("home"), blocks: blockList(LIMITS.viewBlocks, { isModal: false }) },
  ...common,
});

/** An accepted modal of the app, with Slack's defaults filled in. */
export type ModalContent = z.output<typeof modalView>;
export type HomeContent = z.output<typeof homeView>;
