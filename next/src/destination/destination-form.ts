import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { networkName } from "../platform/payment-details/networks.ts";
import { input, context as small } from "../platform/slack/blocks/blocks.ts";
import { option, radio, select, textInput } from "../platform/slack/blocks/elements.ts";
import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import { modal } from "../platform/slack/blocks/views.ts";
import type { Values } from "../platform/slack/delivery.ts";
import { accountText } from "../request/card/facts.ts";
import type { Asking } from "../request/forms/ask-screen.ts";
import { readTexts, textIn, textInputs } from "./form-parts.ts";

/** What is asked about a wallet or an account; `typed` is the address or IBAN as it was typed. */
export const destinationAnswers = z.object({
  kind: z.enum(["wallet", "account"]),
  network: z.string(),
  typed: z.string(),
  name: z.string(),
  reason: z.string(),
  /** Empty in a form that imports nothing. */
  serviceId: z.string(),
});

export type DestinationAnswers = z.infer<typeof destinationAnswers>;

/** Each is its block's and its element's id. */
export const FIELD = {
  kind: "destination-kind",
  network: "network",
  address: "address",
  iban: "iban",
  serviceId: "service-id",
} as const;

/** A valid value is shorter, whatever spaces are in it. */
const LONGEST_TYPED = 250;
const LONGEST_ID = 255;

/** One form for both kinds: only the kind redraws it. */
export function destinationForm(
  { context, ground }: Asking,
  answers: Partial<DestinationAnswers>,
  { id, metadata, isImport }: { id: string; metadata: string; isImport: boolean },
): ModalView {
  const { kind = "wallet" } = answers;
  const kinds = [option("Wallet", "wallet"), option("Bank account", "account")];
  const environment = ground.connection?.environment ?? "";
  return modal({
    id,
    title: isImport ? "Import a destination" : "Add a destination",
    submit: "Review",
    close: "Cancel",
    metadata,
    blocks: [
      isImport && richText(section([IMPORT])),
      input(FIELD.kind, "Type", radio(FIELD.kind, kinds, kind), { isReported: true }),
      ...valueInputs(Object.keys(context.config.RAIL_NETWORKS), { ...answers, kind }),
      isImport &&
        input(
          FIELD.serviceId,
          "Id at the service",
          textInput(FIELD.serviceId, answers.serviceId ?? null, { max: LONGEST_ID }),
          { hint: kind === "wallet" ? "For example wa_123." : "For example bka_123." },
        ),
      ...textInputs(answers, "Shown in Slack and at the service."),
      small(accountText({ name: context.self.team, environment })),
    ],
  });
}

const IMPORT = "For a wallet or account that the Rail service already has. Nothing is sent to it.";

/** A single network is no choice: the field names it. */
function valueInputs(
  networks: readonly string[],
  { kind, network = null, typed = null }: { [F in keyof DestinationAnswers]?: string | null },
): KnownBlock[] {
  const hint = "Use a trusted source, never a payment request.";
  if (kind === "account") {
    return [
      input(FIELD.iban, "IBAN", textInput(FIELD.iban, typed, { max: LONGEST_TYPED }), { hint }),
    ];
  }
  const [only] = networks.length === 1 ? networks : [];
  const options = networks.map((each) => option(networkName(each), each));
  const label = only === undefined ? "Address" : `Address on ${networkName(only)}`;
  const address = textInput(FIELD.address, typed, { max: LONGEST_TYPED });
  return [
    ...(only === undefined
      ? [input(FIELD.network, "Network", select(FIELD.network, options, network))]
      : []),
    input(FIELD.address, label, address, { hint }),
  ];
}

/** What was typed and chosen, as it is. */
export function typedIn(values: Values, networks: readonly string[]): DestinationAnswers {
  const kind = textIn(values, FIELD.kind) === "account" ? "account" : "wallet";
  const [only = ""] = networks.length === 1 ? networks : [];
  const field = FIELD[kind === "account" ? "iban" : "address"];
  const typed = values[field]?.[field];
  return {
    kind,
    network: kind === "account" ? "" : textIn(values, FIELD.network) || only,
    typed: typeof typed === "string" ? typed : "",
    ...readTexts(values),
    serviceId: textIn(values, FIELD.serviceId),
  };
}
