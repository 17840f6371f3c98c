import type { z } from "zod";
import type { NewRailDraft } from "../../destination/screens/destination-form.ts";
import { newRailDraft } from "../../destination/screens/destination-form.ts";
import { parsedJson } from "../../platform/process/json.ts";
import type { RailType } from "../../platform/rail-api/rules/rail.ts";
import { action, block } from "../../platform/slack/blocks/ids.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { chosenIn, faultsOnly, tickedIn, typedIn } from "../../platform/slack/blocks/state.ts";
import type { TextRule } from "../../platform/slack/blocks/text-fault.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import { canonicalJson, digestOf } from "../../request/rules/digest.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import type { RailAnswers } from "./draft-rail.ts";

const { shape } = newRailDraft;
const schema = newRailDraft
  .pick({ draftId: true, askedIn: true, type: true, similarId: true })
  // Holds what was typed while the form has no inputs.
  .extend({ kept: shape.values.pick({ name: true, reason: true, reference: true }).optional() });

/** Carried unseen in `private_metadata`. It gives nobody any right. */
type NewRailMetadata = z.output<typeof schema>;

/** Kept texts that would be more than Slack takes are left behind. */
export function newRailMetadata({ kept, ...others }: NewRailMetadata): string {
  const whole = JSON.stringify({ ...others, kept });
  return [...whole].length <= limits.privateMetadata ? whole : JSON.stringify(others);
}

export type NewRailValues = NewRailDraft["values"];

type Choices = Omit<NewRailValues, "name" | "reason" | "reference">;

type NewRailSubmission =
  | { ok: true; answers: RailAnswers }
  /** Keyed by block_id, as Slack's `errors` answer wants them. */
  | { ok: false; errors: Record<string, string> };

/** Reads a submitted form. Throws a ZodError when the view is not one of ours. */
export function readNewRailForm(view: SubmittedView): NewRailSubmission {
  const { draftId, askedIn, type } = schema.parse(parsedJson(view.private_metadata));
  const { name, reason, reference } = readTexts(view);
  const choices = readChoices(view, type);
  const { fiatAsset, stablecoin, destinationId } = choices;
  const anotherBlock = wantAnotherBlock(type, choices);
  const wantsAnother = tickedIn(view, anotherBlock);

  const errors = faultsOnly({
    [block.name]: textError(name, TEXTS.name),
    [block.reason]: textError(reason, TEXTS.reason),
    [block.reference]: reference === "" ? undefined : referenceError(reference),
    ...missing(type, choices),
    [anotherBlock]: wantsAnother === false ? ANOTHER : undefined,
  });
  const isChosen =
    fiatAsset !== undefined && stablecoin !== undefined && destinationId !== undefined;
  if (!isChosen || Object.keys(errors).length > 0) return { ok: false, errors };

  return {
    ok: true,
    answers: {
      draftId,
      askedIn,
      type,
      name,
      reason,
      reference: reference === "" ? null : reference,
      fiatAsset,
      stablecoin,
      network: choices.network ?? null,
      destinationId,
      wantsAnother: wantsAnother ?? false,
    },
  };
}

/** Under another type the texts stay, and the choices do not. Throws a ZodError when the view is not one of ours. */
export function readNewRailDraft(view: SubmittedView): NewRailDraft {
  const {
    kept,
    type: drawnFor,
    similarId,
    ...ids
  } = schema.parse(parsedJson(view.private_metadata));
  const type = readType(view) ?? drawnFor;
  const choices = type === drawnFor ? readChoices(view, type) : {};
  const isWarned = tickedIn(view, wantAnotherBlock(type, choices)) !== undefined;
  return {
    ...ids,
    type,
    values: { ...(kept ?? readTexts(view)), ...choices },
    ...(isWarned && { similarId }),
    hasInputs: kept === undefined,
  };
}

/** Which block holds which choice; the network is asked for an off-ramp only. */
export const CHOICE_BLOCKS = {
  ON_RAMP: {
    fiatAsset: block.deposit.ON_RAMP,
    stablecoin: block.convertedTo.ON_RAMP,
    destinationId: block.destination.ON_RAMP,
  },
  OFF_RAMP: {
    stablecoin: block.deposit.OFF_RAMP,
    network: block.network,
    fiatAsset: block.convertedTo.OFF_RAMP,
    destinationId: block.destination.OFF_RAMP,
  },
} as const satisfies Record<RailType, Partial<Record<keyof Choices, string>>>;

/** The tick stands in a block named after the choices it is about: Slack keeps no tick that was given for others. */
export function wantAnotherBlock(type: RailType, choices: Choices): string {
  const { fiatAsset, stablecoin, network, destinationId } = choices;
  const about = [type, fiatAsset, stablecoin, network, destinationId].map((each) => each ?? null);
  return `${block.wantAnother}${digestOf(canonicalJson(about)).slice(0, 16)}`;
}

const TEXTS = {
  name: { label: "Name", max: 60 },
  reason: { label: "Reason", max: 1_000, isMultiline: true },
  reference: { label: "Your reference", max: 100 },
} as const satisfies Record<string, TextRule>;

/** It travels beside our tag, by which the Rail is found again: it must not look like one. */
function referenceError(reference: string): string | undefined {
  if (readTag([reference]))
    return "This is the form of Signalbox's own references. Choose another.";
  return textError(reference, TEXTS.reference);
}

const ANOTHER = "Tick this if you want another Rail like the one above. Nothing deletes a Rail.";

function readTexts(view: SubmittedView) {
  return {
    name: typedIn(view, block.name).trim(),
    reason: typedIn(view, block.reason).trim(),
    reference: typedIn(view, block.reference).trim(),
  };
}

function readChoices(view: SubmittedView, type: RailType): Choices {
  const chosen = Object.entries(CHOICE_BLOCKS[type]).map(([field, id]) => [
    field,
    chosenIn(view, id),
  ]);
  return Object.fromEntries(chosen);
}

function missing(type: RailType, choices: Choices): Record<string, string | undefined> {
  const chosen = new Map(Object.entries(choices));
  return Object.fromEntries(
    Object.entries(CHOICE_BLOCKS[type]).map(([field, id]) => [
      id,
      chosen.get(field) === undefined ? "Choose one." : undefined,
    ]),
  );
}

function readType(view: SubmittedView): RailType | undefined {
  const type = chosenIn(view, block.type, action.chooseType);
  return type === "ON_RAMP" || type === "OFF_RAMP" ? type : undefined;
}
