import type { ModalView } from "@slack/types";
import { z } from "zod";
import { networkName } from "../platform/payment-details/network-name.ts";
import { input, context as small } from "../platform/slack/blocks/blocks.ts";
import { option, radio, select, textInput } from "../platform/slack/blocks/elements.ts";
import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import { modal } from "../platform/slack/blocks/views.ts";
import type { Values } from "../platform/slack/delivery.ts";
import { type FormFacts, readTexts, textIn, textInputs } from "./form-parts.ts";

/** What is asked about a wallet or an account; `typed` is the address or IBAN as it was typed. */
export const destinationAnswers = z.object({
  kind: z.enum(["wallet", "account"]),
  network: z.string(),
  typed: z.string(),
  name: z.string(),
  reason: z.string(),
  /** Empty in the form that imports nothing. */
  serviceId: z.string(),
});

export type DestinationAnswers = z.infer<typeof destinationAnswers>;

export const FIELD = {
  kind: "destination-kind",
  network: "network",
  account: "iban",
  wallet: "address",
  serviceId: "service-id",
} as const;

/** A valid value is shorter, whatever spaces are in it. */
const LONGEST_TYPED = 250;
const LONGEST_ID = 255;

/** Only the kind redraws it. A single network is no choice: the label names it. */
export function destinationForm(
  { config, account }: FormFacts,
  answers: Partial<DestinationAnswers>,
  { id, metadata, isImport }: { id: string; metadata: string; isImport: boolean },
): ModalView {
  const { kind = "wallet", network = null, typed = null, serviceId = null } = answers;
  const kinds = [option("Wallet", "wallet"), option("Bank account", "account")];
  const networks = Object.keys(config.RAIL_NETWORKS);
  const options = networks.map((each) => option(networkName(each), each));
  const on = networks.length === 1 ? ` on ${options[0]?.text.text}` : "";
  return modal({
    id,
    title: isImport ? "Import a destination" : "Add a destination",
    submit: "Review",
    close: "Cancel",
    metadata,
    blocks: [
      isImport && richText(section([IMPORT])),
      input(FIELD.kind, "Type", radio(FIELD.kind, kinds, kind), { isReported: true }),
      kind === "wallet" &&
        networks.length > 1 &&
        input(FIELD.network, "Network", select(FIELD.network, options, network)),
      input(
        FIELD[kind],
        kind === "wallet" ? `Address${on}` : "IBAN",
        textInput(FIELD[kind], typed, { max: LONGEST_TYPED }),
        { hint: "Use a trusted source, never a payment request." },
      ),
      isImport &&
        input(
          FIELD.serviceId,
          "Id at the service",
          textInput(FIELD.serviceId, serviceId, { max: LONGEST_ID }),
          { hint: kind === "wallet" ? "For example wa_123." : "For example bka_123." },
        ),
      ...textInputs(answers, "Shown in Slack and at the service."),
      small(account),
    ],
  });
}

const IMPORT = "For a wallet or account that the Rail service already has. Nothing is sent to it.";

/** What was typed and chosen, as it is. */
export function typedIn(values: Values, networks: readonly string[]): DestinationAnswers {
  const kind = textIn(values, FIELD.kind) === "account" ? "account" : "wallet";
  const [only = ""] = networks.length === 1 ? networks : [];
  const typed = values[FIELD[kind]]?.[FIELD[kind]];
  return {
    kind,
    network: kind === "account" ? "" : textIn(values, FIELD.network) || only,
    typed: typeof typed === "string" ? typed : "",
    ...readTexts(values),
    serviceId: textIn(values, FIELD.serviceId),
  };
}
