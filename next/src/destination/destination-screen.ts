import { z } from "zod";
import type { Config } from "../config.ts";
import { readAddress } from "../platform/payment-details/address.ts";
import {
  type DestinationValue,
  shownText,
  type ValueReading,
  valueKey,
} from "../platform/payment-details/destination-value.ts";
import { readIban } from "../platform/payment-details/iban.ts";
import { familyOf } from "../platform/payment-details/networks.ts";
import { isUsableId } from "../platform/rail-api/rail.ts";
import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import { isSameName } from "../platform/text/names.ts";
import { quoted } from "../request/card/change-lines.ts";
import { numberOf } from "../request/card/facts.ts";
import {
  type Asking,
  type AskScreen,
  formsOf,
  openForm,
  reviewId,
} from "../request/forms/ask-screen.ts";
import type { Button, Form } from "../request/forms/surface.ts";
import {
  type DestinationAnswers,
  destinationAnswers,
  destinationForm,
  FIELD,
  typedIn,
} from "./destination-form.ts";
import { drawReview, errorsOf, faultsOfTexts, redraw } from "./form-parts.ts";
import { type Known, readKnown, warningsAbout } from "./known.ts";

export const addScreen = createScreen("add-destination", false);
/** Takes over what the service has already, by its id there: the full quorum, and nothing is sent. */
export const importScreen = createScreen("import-destination", true);

export const destinationForms: readonly Form[] = [...formsOf(addScreen), ...formsOf(importScreen)];

/** Another kind was chosen on either form. */
export const kindChoice: Button = {
  verb: FIELD.kind,
  async press(context, delivery, chosen, answer) {
    const { callbackId, values = {} } = delivery.view ?? {};
    const screen = callbackId === importScreen.id ? importScreen : addScreen;
    const kind = chosen === "account" ? "account" : "wallet";
    const { name, reason, serviceId } = typedIn(values, networksOf(context.config));
    await redraw(screen, context, delivery, { kind, name, reason, serviceId }, answer);
  },
};

/** `value`: the kind that is wanted. */
export const addButton: Button = {
  verb: "add-destination",
  press: (context, delivery, value, answer) =>
    openForm(
      addScreen,
      context,
      delivery,
      { kind: value === "account" ? "account" : "wallet" },
      answer,
    ),
};

const networksOf = ({ RAIL_NETWORKS }: Config) => Object.keys(RAIL_NETWORKS);

function createScreen(id: string, isImport: boolean): AskScreen<DestinationAnswers> {
  return {
    id,
    answers: destinationAnswers,
    draw: async (asking, answers, metadata) =>
      destinationForm(asking, answers, { id, metadata, isImport }),

    async read(asking, values) {
      const { config } = asking.context;
      const answers = typedIn(values, networksOf(config));
      const known = await readKnownTo(asking);
      const { fault, nameFault } = faultsIn(answers, config, known);
      const faults = {
        ...faultsOfTexts(answers, nameFault),
        [answers.kind === "account" ? FIELD.iban : FIELD.address]: fault,
        ...(isImport && { [FIELD.serviceId]: idFault(answers.serviceId, known) }),
      };
      return errorsOf(faults) ?? answers;
    },

    async build(asking, answers) {
      const reading = readValue(answers, asking.context.config);
      if (!reading.ok) return reading.fault;
      if (isImport && !isUsableId(answers.serviceId)) return NO_ID;
      const { name, reason } = answers;
      const { value } = reading;
      const serviceId = isImport ? answers.serviceId : null;
      const warnings = warningsAbout({ name, value }, await readKnownTo(asking));
      return {
        change: { kind: "add-destination", name, reason, value, serviceId },
        // First use is a matter of Rails: the first one to it is asked about.
        traits: { type: null, destination: valueKey(value), isFirstUse: false, warnings },
      };
    },

    async review(asking, content, metadata, isAgain) {
      const view = await drawReview(asking, content, { id: reviewId({ id }), metadata, isAgain });
      const { change } = content;
      const text = change.kind === "add-destination" && cleaningText(metadata, change.value);
      if (!text) return view;
      // Below the warnings.
      const at = view.blocks.findIndex(({ type }) => type !== "alert");
      return { ...view, blocks: view.blocks.toSpliced(at, 0, richText(section([text]))) };
    },
  };
}

const NO_ID = "Enter the id that the Rail service shows.";

const readKnownTo = ({ context, ground, inForce }: Asking) =>
  readKnown(context.db, ground.workspace, inForce.settings.connectionId);

function readValue({ kind, network, typed }: DestinationAnswers, config: Config): ValueReading {
  if (kind === "account") return readIban(typed);
  const { RAIL_NETWORKS } = config;
  if (!Object.hasOwn(RAIL_NETWORKS, network)) return { ok: false, fault: "Choose the network." };
  return readAddress(typed, { network, family: familyOf(network, RAIL_NETWORKS) });
}

/** What is wrong with the value and the name: also that another destination has it. */
function faultsIn(answers: DestinationAnswers, config: Config, known: readonly Known[]) {
  const reading = readValue(answers, config);
  const same = reading.ok && known.find((each) => valueKey(each.value) === valueKey(reading.value));
  const namesake = known.find(({ name }) => isSameName(name, answers.name));
  return {
    fault: reading.ok ? (same ? takenText("It", same) : undefined) : reading.fault,
    nameFault: namesake && `${takenText("This name", namesake)} Choose another.`,
  };
}

function takenText(what: string, { request, name, isRegistered }: Known): string {
  const state = isRegistered ? "registered" : "waiting to be approved";
  return `${what} is already ${state} as ${quoted(name)} (${numberOf(request)}).`;
}

function idFault(serviceId: string, known: readonly Known[]): string | undefined {
  if (!isUsableId(serviceId)) return NO_ID;
  const same = known.find((each) => each.serviceId === serviceId);
  return same && takenText("It", same);
}

const carried = z.object({ answers: destinationAnswers });

/** What was changed of the value that was typed, which comes back in the form's metadata; empty for nothing. */
function cleaningText(metadata: string, value: DestinationValue): string {
  const { typed } = carried.parse(JSON.parse(metadata)).answers;
  const kept = shownText(value);
  if (typed === kept) return "";
  const changes = [
    /[\p{Zs}\t]/u.test(typed) && "spaces removed",
    /[-\u2010-\u2015\u2212]/u.test(typed) && value.kind === "account" && "hyphens removed",
    /[\u00AD\u200B-\u200D\u2060\uFEFF]/u.test(typed) && "hidden characters removed",
    !typed.replace(/[^A-Za-z0-9]/g, "").includes(kept.replace(/[^A-Za-z0-9]/g, "")) &&
      "letters changed to their usual case",
  ].filter((change) => change !== false);
  return `Changed from what you typed: ${changes.join(", ")}. Compare it with your source.`;
}
