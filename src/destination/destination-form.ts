import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import type { Config } from "../config.ts";
import { readAddress } from "../platform/payment-details/address.ts";
import {
  shownText,
  type ValueReading,
  valueKey,
} from "../platform/payment-details/destination-value.ts";
import { readIban } from "../platform/payment-details/iban.ts";
import { networkName } from "../platform/payment-details/network-name.ts";
import { isUsableId } from "../platform/rail-api/rail.ts";
import { input } from "../platform/slack/blocks/blocks.ts";
import { option, radio, select } from "../platform/slack/blocks/elements.ts";
import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { isSameName } from "../platform/text/names.ts";
import { quoted } from "../request/card/change-lines.ts";
import { numberOf } from "../request/card/facts.ts";
import { askScreen, textFields } from "../request/forms/ask-screen.ts";
import { chosenOf, text, textField } from "../request/forms/fields.ts";
import type { Button } from "../request/forms/surface.ts";
import { type Known, readKnown, warningsAbout } from "./known.ts";

const kind = z.enum(["wallet", "account"]).catch("wallet");

export const destinationAnswers = z.object({
  kind,
  network: text,
  /** The address or IBAN, as it was typed. */
  typed: z.string().catch(""),
  name: text,
  reason: text,
  /** Of what the service has already. */
  serviceId: text,
});

type Answers = z.infer<typeof destinationAnswers>;

export const addScreen = createScreen("add-destination", "Add a destination", false);
/** Takes over what the service has, by its id there: all must approve, and nothing is sent. */
export const importScreen = createScreen("import-destination", "Import a destination", true);

/** *Add a destination*; `value`: the kind that is wanted. */
export const addButton: Button = {
  verb: "add-destination",
  press: (asking, value) => addScreen.open(asking, { kind: kind.parse(value) }),
};

function createScreen(id: string, title: string, isImport: boolean) {
  return askScreen<Answers>({
    ...{ id, title, answers: destinationAnswers },

    draw: async ({ context }, given) => destinationBlocks(context.config, given, isImport),

    async build({ context: { config, db }, service }, given) {
      const { name, reason, typed } = given;
      const reading = readValue(given, config);
      const known = await readKnown(db, service);
      const taken = (isIt: (each: Known) => boolean) => {
        const same = known.find(isIt);
        const state = same?.isRegistered ? "registered" : "waiting for approval";
        return same && `Already ${state} as ${quoted(same.name)} (${numberOf(same.request)}).`;
      };
      const serviceId = isImport ? given.serviceId : null;
      const faults = {
        name: taken((each) => isSameName(each.name, name)),
        typed: reading.ok
          ? taken((each) => valueKey(each.value) === valueKey(reading.value))
          : reading.fault,
        serviceId:
          serviceId === null || isUsableId(serviceId)
            ? taken((each) => serviceId !== null && each.serviceId === serviceId)
            : "Enter the id that the Rail service shows.",
      };
      if (!reading.ok || Object.values(faults).some((fault) => fault)) return { faults };
      const { value } = reading;
      return {
        change: { kind: "add-destination", name, reason, value, serviceId },
        // First use is a matter of Rails: the first one to it asks approvers for its address.
        traits: {
          ...{ type: null, destination: valueKey(value), isFirstUse: false },
          warnings: warningsAbout({ name, value }, known),
        },
        note: cleanedText(typed, shownText(value)),
      };
    },
  });
}

/** A valid value is shorter, whatever spaces are in it. */
const LONGEST_TYPED = 250;
const LONGEST_ID = 255;

/** Only the kind redraws it. A single network is no choice: the label names it. */
export function destinationBlocks(
  { RAIL_NETWORKS }: Pick<Config, "RAIL_NETWORKS">,
  given: Answers,
  isImport: boolean,
): Part<KnownBlock>[] {
  const { kind, network, typed, serviceId } = given;
  const isWallet = kind === "wallet";
  const kinds = [option("Wallet", "wallet"), option("Bank account", "account")];
  const options = Object.keys(RAIL_NETWORKS).map((each) => option(networkName(each), each));
  const [only, ...others] = options;
  const on = only && others.length === 0 ? ` on ${only.text.text}` : "";
  return [
    isImport &&
      richText(
        section([
          "For a wallet or account that the Rail service already has. Nothing is sent to it.",
        ]),
      ),
    input("kind", "Type", radio("kind", kinds, kind), { isReported: true }),
    isWallet &&
      others.length > 0 &&
      input("network", "Network", select("network", options, network)),
    textField("typed", typed, {
      label: isWallet ? `Address${on}` : "IBAN",
      max: LONGEST_TYPED,
      hint: "Use a trusted source, never a payment request.",
    }),
    isImport &&
      textField("serviceId", serviceId, {
        label: "Id at the service",
        max: LONGEST_ID,
        hint: `For example ${isWallet ? "wa_123" : "bka_123"}.`,
      }),
    ...textFields(given, "Shown in Slack and at the service."),
  ];
}

function readValue({ kind, network, typed }: Answers, { RAIL_NETWORKS }: Config): ValueReading {
  if (kind === "account") return readIban(typed);
  const on = chosenOf(Object.keys(RAIL_NETWORKS), network) ?? "";
  const family = RAIL_NETWORKS[on];
  if (!family) return { ok: false, fault: "Choose the network." };
  return readAddress(typed, { network: on, family });
}

/** What was changed of the typed value; null for nothing. */
function cleanedText(typed: string, shown: string): string | null {
  if (typed === shown) return null;
  const letters = (value: string) => value.replace(/[^A-Za-z0-9]/g, "");
  const changes = [
    /[\p{Zs}\t]/u.test(typed) && "spaces removed",
    /\p{Pd}|\u2212/u.test(typed) && "hyphens removed",
    /\p{Cf}/u.test(typed) && "hidden characters removed",
    letters(typed) !== letters(shown) && "upper and lower case corrected",
  ].filter(Boolean);
  return `Changed from what you typed: ${changes.join(", ")}. Compare it with your source.`;
}
