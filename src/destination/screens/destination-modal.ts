import type { KnownBlock, ModalView } from "@slack/types";
import type { AddressNetwork } from "../../platform/payment-details/address.ts";
import { input, option, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import {
  checkedTextInput,
  codeSelect,
  radio,
  textInput,
} from "../../platform/slack/blocks/inputs.ts";
import { lines, richText, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import type { ValueFacts } from "../../request/queries/known-values.ts";
import type { Environment } from "../../request/rules/change.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { titled } from "../../request/words.ts";
import type { TypedValue } from "../values/typed-value.ts";
import { valueCheck } from "../values/value-check.ts";
import type { DestinationDraft } from "./destination-form.ts";
import { NO_NETWORKS, valueBlock } from "./destination-form.ts";
import { destinationMetadata } from "./destination-metadata.ts";
import type { DestinationReview } from "./destination-review.ts";
import { destinationReview } from "./destination-review.ts";

export interface DestinationModal {
  draft: DestinationDraft;
  environment: Environment;
  networks: readonly AddressNetwork[];
  /** What was typed as address or IBAN, read, and what it is to the company; undefined while there is nothing to check. */
  checked: { value: TypedValue; facts: ValueFacts | undefined } | undefined;
  /** Where all of it has been checked: what asking comes to, instead of the check under the field. */
  review?: Omit<DestinationReview, "value" | "facts" | "isImport"> | undefined;
}

/**
 * The form in which a wallet or bank account is asked for; `readDestinationForm` reads it. Submitting it shows the check
 * of everything in place; submitting that, unchanged, asks.
 */
export function destinationModal({ review, ...props }: DestinationModal): ModalView {
  const { draft, environment, checked } = props;
  const { values: _, ...metadata } = draft;
  return {
    type: "modal",
    callback_id: callback.addDestination,
    private_metadata: destinationMetadata(metadata),
    title: plain(titled(draft.isImport ? "Import" : "Whitelist", environment)),
    submit: plain(review ? "Ask for approval" : "Check"),
    close: plain(draft.under ? "Back" : "Cancel"),
    blocks:
      review && checked
        ? [
            ...destinationReview({ ...review, ...checked, isImport: draft.isImport }),
            ...formBlocks({ ...props, isReviewed: true }),
          ]
        : formBlocks({ ...props, isReviewed: false }),
  };
}

function formBlocks({
  draft,
  networks,
  checked,
  isReviewed,
}: Omit<DestinationModal, "review"> & { isReviewed: boolean }): KnownBlock[] {
  const { kind, isImport, isKindOpen, values } = draft;
  return [
    ...(isImport ? [section(IMPORT)] : []),
    ...(isKindOpen ? [kindRadio(kind)] : []),
    input(
      block.name,
      "Name",
      { ...textInput(values.name), ...(isReviewed && SEEN_FIRST) },
      {
        hint: isImport ? NAME_HINT : `${NAME_HINT} The Rail service is told it too.`,
      },
    ),
    ...(kind === "wallet" ? networkInput(networks, values.network) : []),
    input(
      valueBlock(kind),
      kind === "wallet" ? "Address" : "IBAN",
      checkedTextInput(values.value),
      {
        dispatch_action: true,
        hint: "Checked as you type. Take it from where you can trust it, not from a message that asks for money.",
      },
    ),
    ...(isReviewed ? [] : checkBlocks(draft, networks, checked)),
    ...(isImport ? serviceIdBlocks(kind, values.serviceId) : []),
    input(block.reason, "Reason", textInput(values.reason, { multiline: true }), {
      hint: "The approvers read it.",
    }),
  ];
}

const IMPORT =
  "For what the Rail service has whitelisted already. Nothing is sent: it comes into the register here, once that is approved.";

/** Wherever the form was scrolled to, what is said above its first field has to be seen. */
const SEEN_FIRST = { focus_on_load: true };

const NAME_HINT = "How people will find it here.";

function kindRadio(kind: Destination["kind"]): KnownBlock {
  const options = [option("Wallet", "wallet"), option("Bank account", "bank-account")];
  return input(block.destinationKind, "Kind", radio(options, kind, action.chooseDestinationKind), {
    dispatch_action: true,
  });
}

function networkInput(
  networks: readonly AddressNetwork[],
  chosen: string | undefined,
): KnownBlock[] {
  if (networks.length === 0) return [section(NO_NETWORKS)];
  const ids = networks.map(({ id }) => id);
  return [
    input(block.walletNetwork, "Network", codeSelect(ids, chosen, action.chooseNetwork), {
      dispatch_action: true,
    }),
  ];
}

function checkBlocks(
  { kind, isImport, values }: DestinationDraft,
  networks: readonly AddressNetwork[],
  checked: DestinationModal["checked"],
): KnownBlock[] {
  if (checked) return [valueCheck({ ...checked, isImport })];
  const isChosen = networks.some(({ id }) => id === values.network);
  const isTyped = (values.value ?? "").trim().length > 1;
  const waitsForNetwork = kind === "wallet" && networks.length > 0 && !isChosen && isTyped;
  return waitsForNetwork
    ? [richText(lines(["Choose the network: then the address is checked for it."]))]
    : [];
}

function serviceIdBlocks(kind: Destination["kind"], id: string | undefined): KnownBlock[] {
  const [own, other] = kind === "wallet" ? ["wa_", "bka_"] : ["bka_", "wa_"];
  const isOther = (id ?? "").trim().startsWith(other);
  const otherName = kind === "wallet" ? "bank account" : "wallet";
  return [
    input(block.serviceId, "Id at the Rail service", checkedTextInput(id), {
      dispatch_action: true,
      hint: `As the Rail service shows it. It usually begins with ${own}`,
    }),
    ...(isOther
      ? [
          richText(
            warningLine(`an id that begins with ${other} is usually that of a ${otherName}.`),
          ),
        ]
      : []),
  ];
}
