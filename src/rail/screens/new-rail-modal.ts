import type { KnownBlock, ModalView } from "@slack/types";
import type { RailType } from "../../platform/rail-api/rules/rail.ts";
import {
  actions,
  button,
  context,
  input,
  option,
  plain,
  section,
} from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import {
  chosenOrOnly,
  codeSelect,
  radio,
  select,
  toldTextInput,
} from "../../platform/slack/blocks/inputs.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { ageOf } from "../../platform/text/times.ts";
import { railButton } from "../../request/card/rail-button.ts";
import type { Environment } from "../../request/rules/change.ts";
import type { DestinationRequest } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import {
  DESTINATION_NAMES,
  environmentName,
  networkName,
  TYPE_DIRECTIONS,
  TYPE_NAMES,
} from "../../request/words.ts";
import type { Offer } from "./destination-options.ts";
import { destinationOffer, MOST_OPTIONS } from "./destination-options.ts";
import type { NewRailValues } from "./new-rail-form.ts";
import {
  CHOICE_BLOCKS,
  newRailMetadata,
  wantAnotherBlock,
  withEmptiedFields,
} from "./new-rail-form.ts";

export interface NewRailModal {
  draftId: string;
  askedIn: string;
  environment: Environment;
  type: RailType;
  /** Typed and chosen so far. */
  values: NewRailValues;
  fiatAssets: readonly string[];
  stablecoins: readonly string[];
  networks: readonly string[];
  /** Destinations of this type's kind that have not ended; some may still be in their cool-down. */
  destinations: readonly Destination[];
  /** Open requests for more of that kind, newest first. */
  awaited: readonly DestinationRequest[];
  now: string;
  /** When a closed draft was last changed: the form begins with it, and can be emptied. */
  keptAt?: string | undefined;
  isEmptied?: boolean | undefined;
  /** A Rail with the chosen assets and destination: the next step then needs a tick. */
  similar?: SimilarRail | undefined;
}

export interface SimilarRail {
  requestId: string;
  name: string | null;
  /** `12 days`; null if nobody knows. */
  ageText: string | null;
  railId: string | null;
  status: "exists" | "asked-for";
}

/** The form for a new Rail; `readNewRailForm` reads it. Submitting it leads to the review. */
export function newRailModal(props: NewRailModal): ModalView {
  const { draftId, askedIn, environment, type, values, similar, isEmptied } = props;
  const offer = destinationOffer(props.destinations, props.awaited, props.now);
  const obstacle = whyNoForm(props, offer);
  const { name, reason, reference } = values;
  const state =
    obstacle === undefined
      ? { similarId: similar?.requestId }
      : { kept: { name, reason, reference: reference ?? undefined } };
  return {
    type: "modal",
    callback_id: callback.newRail,
    private_metadata: newRailMetadata({ draftId, askedIn, type, isEmptied, ...state }),
    title: plain("New Rail"),
    close: plain("Cancel"),
    notify_on_close: true,
    ...(obstacle === undefined && { submit: plain("Review") }),
    blocks: [
      ...(obstacle === undefined
        ? isEmptied
          ? withEmptiedFields(formBlocks(props, offer))
          : formBlocks(props, offer)
        : [
            { ...actions(typeRadio(type)), block_id: block.type },
            section(obstacle),
            whitelistButton(type, offer),
          ]),
      context(environmentName(environment)),
    ],
  };
}

function whyNoForm(
  { type, fiatAssets, stablecoins, networks }: NewRailModal,
  { options, usable }: Offer,
): string | undefined {
  const kind = DESTINATION_NAMES[type];
  if (options.length === 0) {
    return `Whitelist a ${kind} first. Once it is approved, you can choose it here.`;
  }
  if (usable.length > MOST_OPTIONS) {
    return `${usable.length} whitelisted ${kind}s can be used, more than this form can offer. Retire the ones you no longer need.`;
  }
  const isMissing = [fiatAssets, stablecoins, ...(type === "OFF_RAMP" ? [networks] : [])].some(
    (codes) => codes.length === 0,
  );
  return isMissing
    ? "No assets or networks are set up for this connection. The operator of Signalbox can add them to the settings."
    : undefined;
}

function formBlocks(props: NewRailModal, offer: Offer): KnownBlock[] {
  const { type, values, similar, keptAt, now } = props;
  return [
    ...(keptAt === undefined
      ? []
      : [
          section(
            `This is your draft from ${ageOf(keptAt, now)} ago.`,
            button("Start empty", action.emptyNewRail, "empty"),
          ),
        ]),
    input(block.type, "Rail type", typeRadio(type), { dispatch_action: true }),
    field(block.name, "Name", toldTextInput(values.name), {
      hint: "Shown in Slack only. The Rail service does not get it.",
    }),
    ...choiceInputs(props),
    field(
      CHOICE_BLOCKS[type].destinationId,
      "Destination",
      select(offer.options, values.destinationId ?? chosenOrOnly(offer.usable, undefined)),
      { hint: intoHint(offer) },
    ),
    whitelistButton(type, offer),
    field(block.reason, "Reason", toldTextInput(values.reason, { multiline: true }), {
      hint: "Shown to the approvers.",
    }),
    field(block.reference, "Your reference", toldTextInput(values.reference), {
      hint: "Sent to the Rail service and stored with the Rail.",
      optional: true,
    }),
    ...(similar ? similarBlocks(similar, wantAnotherBlock(type, values)) : []),
  ];
}

/** Tells of every change, so that a form that is closed can be kept: Slack tells nothing of its fields then. */
const field: typeof input = (id, label, element, more) =>
  input(id, label, element, { ...more, dispatch_action: true });

function choiceInputs({ type, values, ...offered }: NewRailModal): KnownBlock[] {
  const fiatAssets = codeSelect(offered.fiatAssets, values.fiatAsset);
  const stablecoins = codeSelect(offered.stablecoins, values.stablecoin);
  switch (type) {
    case "ON_RAMP": {
      const ids = CHOICE_BLOCKS.ON_RAMP;
      return [
        field(ids.fiatAsset, "You send", fiatAssets),
        field(ids.stablecoin, "Converted into", stablecoins),
      ];
    }
    case "OFF_RAMP": {
      const ids = CHOICE_BLOCKS.OFF_RAMP;
      return [
        field(ids.stablecoin, "You send", stablecoins),
        field(
          ids.network,
          "Network",
          codeSelect(offered.networks, values.network, { named: networkName }),
        ),
        field(ids.fiatAsset, "Converted into", fiatAssets),
      ];
    }
  }
}

function intoHint({ options, usable, left }: Offer): string {
  if (usable.length === 0) {
    return "None of these can be used yet. Each one shows when, or what it is waiting for.";
  }
  const isMarked = usable.length < options.length;
  const more =
    left === 0
      ? ""
      : ` ${left} more that cannot be used yet are not shown: the list of destinations has them.`;
  return isMarked
    ? `Destinations that are pending, or have a time beside them, cannot be used yet.${more}`
    : `Approved destinations only.${more}`;
}

function whitelistButton(type: RailType, { options }: Offer): KnownBlock {
  const label = `Whitelist ${options.length === 0 ? "a" : "another"} ${DESTINATION_NAMES[type]}`;
  return actions(button(label, action.whitelistAnother, type));
}

function typeRadio(type: RailType) {
  const options = (["ON_RAMP", "OFF_RAMP"] as const).map((each) =>
    option(`${TYPE_NAMES[each]}: ${TYPE_DIRECTIONS[each]}`, each),
  );
  return radio(options, type, action.chooseType);
}

function similarBlocks(
  { name, ageText, railId, status }: SimilarRail,
  blockId: string,
): KnownBlock[] {
  const verb = status === "exists" ? "already exists" : "has already been requested";
  const which = name === null ? "one without a name here" : `“${shortened(name, 60)}”`;
  const warning = `A Rail with these assets and this destination ${verb}: ${which}${ageText === null ? "" : `, ${ageText} old`}. Rails cannot be deleted.`;
  const show = railButton("Show its deposit instructions", action.showSimilarInstructions, railId);
  const want = option("Yes, create a second one", "another");
  return [
    section(warning),
    ...(show.length === 0 ? [] : [actions(...show)]),
    // The warning may stand below the fold: without the focus, the form would seem not to have been taken.
    input(blockId, "Create a second Rail?", {
      type: "checkboxes",
      action_id: action.value,
      options: [want],
      focus_on_load: true,
    }),
  ];
}
