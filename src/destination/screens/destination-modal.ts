import type { KnownBlock, ModalView, RichTextSection } from "@slack/types";
import type { AddressNetwork } from "../../platform/payment-details/address.ts";
import { context, header, input, option, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import {
  checkedTextInput,
  codeSelect,
  radio,
  textInput,
} from "../../platform/slack/blocks/inputs.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyableInline,
  lines,
  named,
  richText,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { unproven } from "../../request/card/request-warnings.ts";
import type {
  DestinationChange,
  Environment,
  ImportDestination,
} from "../../request/rules/change.ts";
import type { Destination } from "../../request/rules/destination.ts";
import type { ValueFacts } from "../../request/rules/known-value.ts";
import type { Asking } from "../../request/screens/asking.ts";
import { askingLines } from "../../request/screens/asking.ts";
import { connectionName, environmentName, networkName } from "../../request/words.ts";
import { destinationText, usableSentence } from "../destination-card.ts";
import type { TypedValue, ValueCheck } from "../values/value-check.ts";
import { valueCheck } from "../values/value-check.ts";
import type { DestinationDraft } from "./destination-form.ts";
import { destinationMetadata, NO_NETWORKS, valueBlock } from "./destination-form.ts";

export interface DestinationModal {
  draft: DestinationDraft;
  environment: Environment;
  networks: readonly AddressNetwork[];
  /** The address or IBAN as it was read; undefined while there is nothing to check. */
  checked: { value: TypedValue; facts: ValueFacts | undefined } | undefined;
  /** Once everything has been checked: what asking comes to, instead of the check under the field. */
  review?: Omit<DestinationReview, "value" | "facts" | "isImport"> | undefined;
}

/** Submitting this form shows the check of everything in place; submitting that, unchanged, sends it for approval. */
export function destinationModal({ review, ...props }: DestinationModal): ModalView {
  const { draft, environment, checked } = props;
  const { values: _, ...metadata } = draft;
  return modal({
    id: callback.addDestination,
    title: draft.isImport ? "Import" : "Whitelist",
    submit: review ? "Send for approval" : "Check",
    close: draft.under ? "Back" : "Cancel",
    carries: destinationMetadata(metadata),
    blocks:
      review && checked
        ? [
            ...destinationReview({ ...review, ...checked, isImport: draft.isImport }),
            ...formBlocks({ ...props, isReviewed: true }),
            context(connectionName(review.workspaceName, environment)),
          ]
        : [...formBlocks({ ...props, isReviewed: false }), context(environmentName(environment))],
  });
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
    ...(isKindOpen
      ? [
          input(block.destinationKind, "Kind", radio(KINDS, kind, action.chooseDestinationKind), {
            dispatch_action: true,
          }),
        ]
      : []),
    input(
      block.name,
      "Name",
      { ...textInput(values.name), ...(isReviewed && SEEN_FIRST) },
      { hint: isImport ? NAME_HINT : `${NAME_HINT} The Rail service gets it too.` },
    ),
    ...(kind === "wallet" ? networkInput(networks, values.network) : []),
    input(
      valueBlock(kind),
      kind === "wallet" ? "Address" : "IBAN",
      checkedTextInput(values.value),
      {
        dispatch_action: true,
        hint: "Checked as you type. Use a trusted source, never a payment request.",
      },
    ),
    ...(isReviewed ? [] : checkBlocks(draft, networks, checked)),
    ...(isImport ? serviceIdBlocks(kind, values.serviceId) : []),
    input(block.reason, "Reason", textInput(values.reason, { multiline: true }), {
      hint: "Shown to the approvers.",
    }),
  ];
}

const IMPORT =
  "For what the Rail service has whitelisted already. Nothing is sent to it. Once approved, the destination is in the register here.";

/** The form may be scrolled down, but people must see what is said above its first field. */
const SEEN_FIRST = { focus_on_load: true };

const NAME_HINT = "How people will find it here.";

const KINDS = [option("Wallet", "wallet"), option("Bank account", "bank-account")];

function networkInput(
  networks: readonly AddressNetwork[],
  chosen: string | undefined,
): KnownBlock[] {
  if (networks.length === 0) return [section(NO_NETWORKS)];
  const ids = networks.map(({ id }) => id);
  return [
    input(
      block.walletNetwork,
      "Network",
      codeSelect(ids, chosen, { actionId: action.chooseNetwork, named: networkName }),
      {
        dispatch_action: true,
      },
    ),
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
    ? [richText(["Choose the network: then the address is checked for it."])]
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

interface DestinationReview extends Asking, ValueCheck {
  change: DestinationChange;
  coolDownHours: number;
}

/** Stands above the checked fields: what asking comes to, and once more the value with its red lines. */
function destinationReview(props: DestinationReview): KnownBlock[] {
  const done = props.change.kind === "import-destination" ? "imported" : "whitelisted";
  return [
    header("Checked. Send for approval?"),
    richText(...whatIsAsked(props)),
    valueCheck(props),
    richText([usableSentence(props.coolDownHours, done)], askingLines(props), [
      bold("Compare the value with its source once more."),
      " Changes below are checked again before the request is sent.",
    ]),
    header("What you typed"),
  ];
}

function whatIsAsked({ change, facts }: DestinationReview): RichTextSection[] {
  const what: Line = [named(change.name), `, a ${destinationText(change.details)}`];
  switch (change.kind) {
    case "whitelist-destination":
      return [
        lines(
          ["Whitelist ", ...what, "."],
          [
            "Once approved, it is whitelisted at the Rail service. The service cannot undo that; you can retire it here.",
          ],
        ),
      ];
    case "import-destination":
      return [
        lines(
          ["Import ", ...what, ", with the id ", copyableInline(change.serviceId)],
          ["Nothing is sent: the Rail service has whitelisted it already."],
        ),
        ...(isShown(change, facts) ? [] : [unproven(change.details)]),
      ];
    case "retire-destination":
      return [lines(["Retire ", ...what, "."])];
  }
}

/** The service itself has shown this id with this value. */
function isShown(
  { serviceId, details }: ImportDestination,
  facts: ValueFacts | undefined,
): boolean {
  const network = details.kind === "wallet" ? details.network : null;
  return (facts?.same ?? []).some(
    (known) =>
      known.is === "unregistered" &&
      known.network === network &&
      known.rail.destination.serviceId === serviceId,
  );
}
