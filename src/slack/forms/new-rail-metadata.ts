import { z } from "zod";
import { parsedJson } from "../json.ts";
import { limits } from "../limits.ts";

/** What the New Rail form carries along unseen in `private_metadata`. It gives nobody any right. */
export interface NewRailMetadata {
  draftId: string;
  /** The conversation in which it was asked for. */
  askedIn: string;
  type: "ON_RAMP" | "OFF_RAMP";
  /** What was typed, while the form has no inputs to hold it. */
  kept?: KeptTexts | undefined;
}

export interface KeptTexts {
  name?: string | undefined;
  reason?: string | undefined;
  reference?: string | undefined;
}

const schema = z.strictObject({
  draftId: z.string(),
  askedIn: z.string(),
  type: z.enum(["ON_RAMP", "OFF_RAMP"]),
  kept: z
    .strictObject({
      name: z.string().optional(),
      reason: z.string().optional(),
      reference: z.string().optional(),
    })
    .optional(),
});

/** Kept texts that would be more than Slack takes are left behind. */
export function newRailMetadata({ kept, ...ids }: NewRailMetadata): string {
  const whole = JSON.stringify({ ...ids, kept });
  return [...whole].length <= limits.privateMetadata ? whole : JSON.stringify(ids);
}

/** Throws a ZodError when the text is not one of ours. */
export function readNewRailMetadata(text: string): NewRailMetadata {
  return schema.parse(parsedJson(text));
}
