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
import * as form from "./destination-form.ts";
import { drawReview, errorsOf, faultsOfTexts, formFactsOf, redraw } from "./form-parts.ts";
import { type Known, readKnown, warningsAbout } from "./known.ts";

export const addScreen = createScreen("add-destination", false);
/** Takes over what the service has, by its id there: all must approve, and nothing is sent. */
export const importScreen = createScreen("import-destination", true);

export const destinationForms: readonly Form[] = [...formsOf(addScreen), ...formsOf(importScreen)];

const toKind = (text: string) => (text === "account" ? "account" : "wallet");

/** *Add a destination*; `value`: the kind that is wanted. */
export const addButton: Button = {
  verb: "add-destination",
  press: (context, delivery, value, answer) =>
    openForm(addScreen, context, delivery, { kind: toKind(value) }, answer),
};

/** Another kind was chosen on either form. */
export const kindChoice: Button = {
  verb: form.FIELD.kind,
  async press(context, delivery, chosen, answer) {
    const { callbackId, values = {} } = delivery.view ?? {};
    const screen = callbackId === importScreen.id ? importScreen : addScreen;
    const { name, reason, serviceId } = form.typedIn(values, []);
    const answers = { kind: toKind(chosen), name, reason, serviceId } as const;
    await redraw(screen, context, delivery, answers, answer);
  },
};

function createScreen(id: string, isImport: boolean): AskScreen<form.DestinationAnswers> {
  return {
    id,
    answers: form.destinationAnswers,
    draw: async (asking, answers, metadata) =>
      form.destinationForm(formFactsOf(asking), answers, { id, metadata, isImport }),

    async read(asking, values) {
      const { config } = asking.context;
      const answers = form.typedIn(values, Object.keys(config.RAIL_NETWORKS));
      const { kind, name, serviceId } = answers;
      const reading = readValue(answers, config);
      const known = await readKnownTo(asking);
      const taken = (isIt: (each: Known) => boolean) => takenText(known.find(isIt));
      const texts = faultsOfTexts(answers);
      const faults = {
        ...texts,
        name: texts.name ?? taken((each) => isSameName(each.name, name)),
        [form.FIELD[kind]]: reading.ok
          ? taken((each) => valueKey(each.value) === valueKey(reading.value))
          : reading.fault,
        ...(isImport && {
          [form.FIELD.serviceId]: isUsableId(serviceId)
            ? taken((each) => each.serviceId === serviceId)
            : NO_ID,
        }),
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
        // First use is a matter of Rails: the first one to it asks approvers for its address.
        traits: { type: null, destination: valueKey(value), isFirstUse: false, warnings },
      };
    },

    async review(asking, content, metadata, isAgain) {
      const view = await drawReview(asking, content, { id: reviewId({ id }), metadata, isAgain });
      const { change } = content;
      const text = change.kind === "add-destination" ? cleanedText(metadata, change.value) : "";
      if (text === "") return view;
      const below = view.blocks.findIndex(({ type }) => type !== "alert");
      return { ...view, blocks: view.blocks.toSpliced(below, 0, richText(section([text]))) };
    },
  };
}

const NO_ID = "Enter the id that the Rail service shows.";

const readKnownTo = ({ context, ground, inForce }: Asking) =>
  readKnown(context.db, ground.workspace, inForce.settings.connectionId);

function readValue(answers: form.DestinationAnswers, { RAIL_NETWORKS }: Config): ValueReading {
  const { kind, network, typed } = answers;
  if (kind === "account") return readIban(typed);
  const family = Object.hasOwn(RAIL_NETWORKS, network) ? RAIL_NETWORKS[network] : undefined;
  if (!family) return { ok: false, fault: "Choose the network." };
  return readAddress(typed, { network, family });
}

function takenText(same: Known | undefined): string | undefined {
  if (!same) return undefined;
  const state = same.isRegistered ? "registered" : "waiting for approval";
  return `Already ${state} as ${quoted(same.name)} (${numberOf(same.request)}).`;
}

const carried = z.object({ answers: form.destinationAnswers });

/** What was changed of the typed value, which the metadata has; empty for nothing. */
function cleanedText(metadata: string, value: DestinationValue): string {
  const { typed } = carried.parse(JSON.parse(metadata)).answers;
  const letters = (text: string) => text.replace(/[^A-Za-z0-9]/g, "");
  const changes = [
    ...(/[\p{Zs}\t]/u.test(typed) ? ["spaces removed"] : []),
    ...(/\p{Pd}|\u2212/u.test(typed) ? ["hyphens removed"] : []),
    ...(/\p{Cf}/u.test(typed) ? ["hidden characters removed"] : []),
    ...(letters(typed) === letters(shownText(value)) ? [] : ["upper and lower case corrected"]),
  ];
  if (typed === shownText(value)) return "";
  return `Changed from what you typed: ${changes.join(", ")}. Compare it with your source.`;
}
