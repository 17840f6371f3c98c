import type { KnownBlock } from "@slack/types";
import type { z } from "zod";
import type { NewRailDraft } from "../../destination/screens/destination-form.ts";
import { newRailDraft } from "../../destination/screens/destination-form.ts";
import { parsedJson } from "../../platform/process/json.ts";
import type { RailType } from "../../platform/rail-api/rules/rail.ts";
import { action, block } from "../../platform/slack/blocks/ids.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { chosenIn, faultsOnly, tickedIn, typedIn } from "../../platform/slack/blocks/state.ts";
import type { TextRule } from "../../platform/slack/blocks/text-fault.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import { canonicalJson, digestOf } from "../../request/rules/digest.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import type { RailAnswers } from "./draft-rail.ts";

const { shape } = newRailDraft;
const schema = newRailDraft
  .pick({ draftId: true, askedIn: true, type: true, similarId: true, isEmptied: true })
  // Holds the typed texts while the form has no inputs.
  .extend({ kept: shape.values.pick({ name: true, reason: true, reference: true }).optional() });

/** Carried unseen in `private_metadata`. It gives nobody any right. */
type NewRailMetadata = z.output<typeof schema>;

/** Texts beyond Slack's limit are dropped. */
export function newRailMetadata({ kept, ...others }: NewRailMetadata): string {
  const whole = JSON.stringify({ ...others, kept });
  return [...whole].length <= limits.privateMetadata ? whole : JSON.stringify(others);
}

/** Needs no state: a closed view comes without one. Throws a ZodError when the view is not one of ours. */
export const draftIdIn = (view: Pick<SubmittedView, "private_metadata">): string =>
  schema.parse(parsedJson(view.private_metadata)).draftId;

export type NewRailValues = NewRailDraft["values"];

/** Slack keeps typed texts under the id of a block, so a form that starts empty has other ids. */
const EMPTIED = "emptied_";

export function withEmptiedFields(blocks: readonly KnownBlock[]): KnownBlock[] {
  return blocks.map((each) =>
    each.type === "input" ? { ...each, block_id: `${EMPTIED}${each.block_id}` } : each,
  );
}

/** The view as if its fields had their usual ids. */
function withUsualIds<View extends SubmittedView>(view: View): View {
  const values = Object.entries(view.state.values).map(
    ([id, value]) => [id.startsWith(EMPTIED) ? id.slice(EMPTIED.length) : id, value] as const,
  );
  return { ...view, state: { values: Object.fromEntries(values) } };
}

/** Faults by the usual ids of the fields, by the ids that they have in this view. */
export function faultsIn(
  { state }: SubmittedView,
  faults: Record<string, string>,
): Record<string, string> {
  const idOf = (id: string) => (`${EMPTIED}${id}` in state.values ? `${EMPTIED}${id}` : id);
  return Object.fromEntries(Object.entries(faults).map(([id, fault]) => [idOf(id), fault]));
}

type Choices = Omit<NewRailValues, "name" | "reason" | "reference">;

/** `faultsIn` gives the faults the ids of this view. Throws a ZodError when the view is not one of ours. */
export function readNewRailForm(submitted: SubmittedView): Filled<{ answers: RailAnswers }> {
  const view = withUsualIds(submitted);
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

/** After a change of type the texts stay, and the choices do not. Throws a ZodError if the view is not one of ours. */
export function readNewRailDraft(drawn: SubmittedView): NewRailDraft {
  const view = withUsualIds(drawn);
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

/** The tick's block is named after the choices that it confirms: Slack keeps no tick given for others. */
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

/** It travels beside our tag, which finds the Rail again: it must not look like one. */
function referenceError(reference: string): string | undefined {
  if (readTag([reference]))
    return "This is the form of Signalbox's own references. Choose another.";
  return textError(reference, TEXTS.reference);
}

const ANOTHER = "Tick to confirm that you want a second Rail. Rails cannot be deleted.";

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
