import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";

const railType = z.enum(["ON_RAMP", "OFF_RAMP"]);

const texts = {
  name: z.string().optional(),
  reason: z.string().optional(),
  reference: z.string().nullish(),
};

const schema = z.strictObject({
  draftId: z.string(),
  askedIn: z.string(),
  type: railType,
  kept: z.strictObject(texts).optional(),
  similarId: z.string().optional(),
});

/** What the New Rail form carries along unseen in `private_metadata`. It gives nobody any right. */
export interface NewRailMetadata {
  draftId: string;
  /** The conversation in which it was asked for. */
  askedIn: string;
  type: "ON_RAMP" | "OFF_RAMP";
  /** What was typed, while the form has no inputs to hold it. */
  kept?: z.output<typeof schema>["kept"];
  /** The request that is like the one in the form, where the form warns of it. */
  similarId?: string | undefined;
}

/** Kept texts that would be more than Slack takes are left behind. */
export function newRailMetadata({ kept, ...others }: NewRailMetadata): string {
  const whole = JSON.stringify({ ...others, kept });
  return [...whole].length <= limits.privateMetadata ? whole : JSON.stringify(others);
}

/** Throws a ZodError when the text is not one of ours. */
export function readNewRailMetadata(text: string): NewRailMetadata {
  return schema.parse(parsedJson(text));
}

/** The form as it stands: enough to draw it again from elsewhere. */
export const newRailDraft = z.strictObject({
  draftId: z.string(),
  askedIn: z.string(),
  type: railType,
  values: z.strictObject({
    ...texts,
    fiatAsset: z.string().optional(),
    stablecoin: z.string().optional(),
    network: z.string().nullish(),
    destinationId: z.string().optional(),
  }),
  similarId: z.string().optional(),
  /** False while it has no inputs, so that what was typed stands in `values` alone. */
  hasInputs: z.boolean(),
});

export type NewRailDraft = z.output<typeof newRailDraft>;
