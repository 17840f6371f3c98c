import { z } from "zod";
import { blockId, chars, plainText, typed } from "./composition.ts";
import { limits } from "./limits.ts";

/** An uploaded file, named by its id, its `url_private` or its `permalink`. */
const slackFile = z
  .strictObject({
    id: z
      .string()
      .regex(/^F[A-Z0-9]{8,}$/, "input must match regex pattern: ^[F][A-Z0-9]{8,}$")
      .optional(),
    url: chars(limits.url).optional(),
  })
  .refine(({ id, url }) => (id === undefined) !== (url === undefined), "must provide id or url");

export type SlackFile = z.output<typeof slackFile>;

const common = {
  alt_text: chars(limits.altText),
  image_url: chars(limits.url).optional(),
  slack_file: slackFile.optional(),
};

const hasOneSource = ({ image_url, slack_file }: { image_url?: unknown; slack_file?: unknown }) =>
  (image_url === undefined) !== (slack_file === undefined);
const ONE_SOURCE = "must provide image_url or slack_file";

export const imageElement = typed("image", common).refine(hasOneSource, ONE_SOURCE);

export const imageBlock = typed("image", {
  ...common,
  block_id: blockId,
  title: plainText(limits.imageTitle).optional(),
}).refine(hasOneSource, ONE_SOURCE);
