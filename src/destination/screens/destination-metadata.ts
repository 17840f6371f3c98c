import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import type { NewRailDraft } from "../../rail/screens/new-rail-metadata.ts";
import { newRailDraft } from "../../rail/screens/new-rail-metadata.ts";

const schema = z.strictObject({
  draftId: z.string(),
  /** The conversation in which it was asked for. */
  askedIn: z.string(),
  kind: z.enum(["wallet", "bank-account"]),
  /** Of something that the service has whitelisted already. */
  isImport: z.boolean(),
  /** The form lets people choose between the kinds. */
  isKindOpen: z.boolean(),
  /** Digest of everything that the check in the form shows: only that is asked for. */
  shown: z.string().optional(),
  /** What was typed under the other kind. */
  other: z.strictObject({ network: z.string().optional(), value: z.string() }).optional(),
  /** The New Rail form on which this one stands. */
  under: newRailDraft.optional(),
});

/** What the form for a destination carries along unseen in `private_metadata`. It gives nobody any right. */
export type DestinationMetadata = z.output<typeof schema>;

/**
 * As Slack takes it. Where that is too much, what Slack itself keeps is left out first, then the New Rail form below,
 * which then stays as it is, and at last what was typed under the other kind.
 */
export function destinationMetadata(metadata: DestinationMetadata): string {
  const { under, other, ...rest } = metadata;
  const slimmer = under?.hasInputs ? { ...under, values: withoutTexts(under.values) } : undefined;
  const texts = [
    metadata,
    { ...rest, other, under: slimmer },
    { ...rest, under: slimmer },
    rest,
  ].map((each) => JSON.stringify(each));
  return texts.find((text) => [...text].length <= limits.privateMetadata) ?? JSON.stringify(rest);
}

function withoutTexts({ fiatAsset, stablecoin, network, destinationId }: NewRailDraft["values"]) {
  return { fiatAsset, stablecoin, network, destinationId };
}

/** Throws a ZodError when the text is not one of ours. */
export function readDestinationMetadata(text: string): DestinationMetadata {
  return schema.parse(parsedJson(text));
}
