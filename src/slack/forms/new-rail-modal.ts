import type { KnownBlock, ModalView, PlainTextOption, StaticSelect } from "@slack/types";
import type { Environment } from "../../domain/change.ts";
import type { Destination } from "../../domain/destination.ts";
import { destinationFacts } from "../../domain/destination.ts";
import type { RailType } from "../../domain/rail.ts";
import { actions, input, option, plain, section } from "../blocks.ts";
import { action, block, callback } from "../ids.ts";
import { limits } from "../limits.ts";
import { railButton } from "../messages/rail-button.ts";
import { grouped, isCopyable, shortened } from "../text.ts";
import { DESTINATION_NAMES, TYPE_DIRECTIONS, TYPE_NAMES, titled } from "../words.ts";
import type { NewRailValues } from "./new-rail-form.ts";
import { CHOICE_BLOCKS, wantAnotherBlock } from "./new-rail-form.ts";
import { newRailMetadata } from "./new-rail-metadata.ts";

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
  /** Those of the kind this type delivers into that may be used now. */
  destinations: readonly Destination[];
  /** A Rail with the chosen assets and destination: going on then needs a tick. */
  similar?: SimilarRail | undefined;
}

export interface SimilarRail {
  name: string | null;
  /** `12 days`. */
  ageText: string;
  railId: string | null;
  status: "exists" | "asked-for";
}

/** The form in which a Rail is asked for; `readNewRailForm` reads it. Submitting it leads to the review. */
export function newRailModal(props: NewRailModal): ModalView {
  const { draftId, askedIn, environment, type, values } = props;
  const obstacle = whyNoForm(props);
  const { name, reason, reference } = values;
  const kept = { name, reason, reference: reference ?? undefined };
  return {
    type: "modal",
    callback_id: callback.newRail,
    private_metadata: newRailMetadata({ draftId, askedIn, type, ...(obstacle && { kept }) }),
    title: plain(titled("New Rail", environment)),
    close: plain("Cancel"),
    ...(obstacle === undefined && { submit: plain("Review") }),
    blocks:
      obstacle === undefined
        ? formBlocks(props)
        : [{ ...actions(typeRadio(type)), block_id: block.type }, section(obstacle)],
  };
}

/** Slack takes 250 kB for a view; so many options are at most 230, if every letter takes four bytes. */
const MOST_OPTIONS = 300;

function whyNoForm({
  type,
  destinations,
  fiatAssets,
  stablecoins,
  networks,
}: NewRailModal): string | undefined {
  const kind = DESTINATION_NAMES[type];
  if (destinations.length === 0) {
    return `No whitelisted ${kind} may be used yet, and this type of Rail delivers into one. An administrator can whitelist a ${kind} with the Rail service and register it here.`;
  }
  if (destinations.length > MOST_OPTIONS) {
    return `${destinations.length} whitelisted ${kind}s may be used: more than this form can offer. An administrator can retire those that are no longer needed.`;
  }
  const isMissing = [fiatAssets, stablecoins, ...(type === "OFF_RAMP" ? [networks] : [])].some(
    (codes) => codes.length === 0,
  );
  return isMissing
    ? "No assets or networks are set up for this connection. An administrator can name them in the configuration."
    : undefined;
}

function formBlocks(props: NewRailModal): KnownBlock[] {
  const { type, values, similar } = props;
  return [
    input(block.type, "Rail type", typeRadio(type), { dispatch_action: true }),
    input(block.name, "Name", textInput(values.name), {
      hint: "How people will find it here. The Rail service does not know it.",
    }),
    ...choiceInputs(props),
    input(block.reason, "Reason", textInput(values.reason, { multiline: true }), {
      hint: "The approvers read it.",
    }),
    input(block.reference, "Your reference", textInput(values.reference), {
      hint: "Sent along to the Rail service, as metadata of the Rail.",
      optional: true,
    }),
    ...(similar ? similarBlocks(similar, wantAnotherBlock(type, values)) : []),
  ];
}

function choiceInputs(props: NewRailModal): KnownBlock[] {
  const { values, destinations } = props;
  const fiatAssets = select(codeOptions(props.fiatAssets), values.fiatAsset, "Choose");
  const stablecoins = select(codeOptions(props.stablecoins), values.stablecoin, "Choose");
  const into = select(destinations.map(destinationOption), values.destinationId, "Choose");
  switch (props.type) {
    case "ON_RAMP": {
      const ids = CHOICE_BLOCKS.ON_RAMP;
      return [
        input(ids.fiatAsset, "Deposit", fiatAssets),
        input(ids.stablecoin, "Converted to", stablecoins),
        input(ids.destinationId, "Delivered to", into, { hint: ONLY_WHITELISTED }),
      ];
    }
    case "OFF_RAMP": {
      const ids = CHOICE_BLOCKS.OFF_RAMP;
      const networks = select(codeOptions(props.networks), values.network, "Choose");
      return [
        input(ids.stablecoin, "Deposit", stablecoins),
        input(ids.network, "On network", networks),
        input(ids.fiatAsset, "Converted to", fiatAssets),
        input(ids.destinationId, "Delivered to", into, { hint: ONLY_WHITELISTED }),
      ];
    }
  }
}

const ONLY_WHITELISTED = "Only whitelisted ones that may be used now.";

function typeRadio(type: RailType) {
  const options = (["ON_RAMP", "OFF_RAMP"] as const).map((each) =>
    option(`${TYPE_NAMES[each]}: ${TYPE_DIRECTIONS[each]}`, each),
  );
  const chosen = options.find(({ value }) => value === type);
  return {
    type: "radio_buttons" as const,
    action_id: action.chooseType,
    options,
    ...(chosen && { initial_option: chosen }),
  };
}

/** No `max_length`: Slack would refuse a view whose typed text is longer, and our own words name the field. */
function textInput(value: string | null | undefined, { multiline = false } = {}) {
  const typed = [...(value ?? "").toWellFormed()].slice(0, limits.inputText).join("");
  return {
    type: "plain_text_input" as const,
    action_id: action.value,
    multiline,
    ...(typed !== "" && { initial_value: typed }),
  };
}

function select(
  options: PlainTextOption[],
  chosen: string | null | undefined,
  placeholder: string,
): StaticSelect {
  const initial = options.length === 1 ? options[0] : options.find(({ value }) => value === chosen);
  return {
    type: "static_select",
    action_id: action.value,
    placeholder: plain(placeholder),
    ...(options.length <= limits.options ? { options } : { option_groups: inGroups(options) }),
    ...(initial && { initial_option: initial }),
  };
}

function inGroups(options: readonly PlainTextOption[]) {
  return Array.from({ length: Math.ceil(options.length / limits.options) }, (_, group) => {
    const from = group * limits.options;
    const members = options.slice(from, from + limits.options);
    return { label: plain(`${from + 1} to ${from + members.length}`), options: members };
  });
}

function codeOptions(codes: readonly string[]): PlainTextOption[] {
  return codes.map((each) => option(each, each));
}

/** The whole address stands beside the name, so that two wallets of one name can be told apart; if need be alone. */
function destinationOption(destination: Destination): PlainTextOption {
  const { name, network, value } = destinationFacts(destination);
  const address = isCopyable(value) ? grouped(value) : NOT_SHOWABLE;
  const whole = network === null ? address : `${shortened(network, 40)} · ${address}`;
  const fits = [...whole].length <= limits.optionDescription;
  return option(shortened(name, limits.optionText), destination.id, fits ? whole : address);
}

const NOT_SHOWABLE = "address with characters that cannot be seen";

function similarBlocks(
  { name, ageText, railId, status }: SimilarRail,
  blockId: string,
): KnownBlock[] {
  const verb = status === "exists" ? "exists" : "has been asked for";
  const which = name === null ? "one without a name here" : `“${shortened(name, 60)}”`;
  const warning = `A Rail with these assets and this destination ${verb}: ${which}, ${ageText} old. Nothing deletes a Rail.`;
  const show = railButton("Show its deposit instructions", action.showSimilarInstructions, railId);
  const want = option("I still want another", "another");
  return [
    section(warning),
    ...(show.length === 0 ? [] : [actions(...show)]),
    input(
      blockId,
      "Another one",
      // The warning may stand below the fold: without this, the form would seem not to have been taken.
      { type: "checkboxes", action_id: action.value, options: [want], focus_on_load: true },
      { optional: true },
    ),
  ];
}
