import type { KnownBlock, RichTextBlockElement } from "@slack/types";
import type {
  BankAccount,
  ExchangeRail,
  OffRampRail,
  OnRampRail,
  Rail,
} from "../../platform/rail-api/rules/rail.ts";
import { actions, header } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyable,
  copyableInline,
  date,
  lines,
  link,
  named,
  richText,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { nameInText, shortened } from "../../platform/text/shown-text.ts";
import { railButton } from "../../request/card/rail-button.ts";
import { code, environmentName } from "../../request/words.ts";
import type { RailFacts } from "../screens/rail-facts.ts";
import { addressImage } from "./pictures.ts";

interface Extras {
  /** Slack's id of the picture of an off-ramp's address, where it was uploaded. */
  qrFileId?: string | undefined;
  /** Slack did not say whether it took another message with them. */
  mayStandTwice?: boolean;
}

/** Says how to pay into a Rail, in the service's own values and no others. */
export function depositInstructions(props: RailFacts, extras: Extras = {}): Message {
  return {
    text: `Deposit instructions: ${nameInText(props.name ?? "a Rail without a name here")} (${environmentName(props.environment)})`,
    blocks: [
      ...instructionsBody(props, extras),
      ...(extras.mayStandTwice ? [richText(lines([ANOTHER]))] : []),
      ...instructionsButtons(props.rail),
    ],
  };
}

const ANOTHER = "Another message with the same instructions may stand here too; this one counts.";

/** A Rail without an id cannot be read again. */
export function instructionsButtons({ id }: Pick<Rail, "id">): KnownBlock[] {
  const buttons = railButton("Check again", action.checkInstructions, id);
  return buttons.length === 0 ? [] : [actions(...buttons)];
}

/** The same without buttons, for the details of a Rail. */
export function instructionsBody(props: RailFacts, extras: Extras = {}): KnownBlock[] {
  const { rail } = props;
  return [
    // The approved name; the service's own name for a Rail gives no trust.
    header(props.name === null ? "Not approved here" : shortened(props.name, 60)),
    richText(
      ...(props.name === null ? [NOT_APPROVED] : []),
      lines(originLine(props), checkedLine(props)),
    ),
    ...(rail.type === "EXCHANGE" ? exchange(rail) : sendingTo(rail, props, extras)),
  ];
}

const NOT_APPROVED = warningLine(
  "do not send money to this Rail.",
  " Nobody approved it here. Ask the approvers first.",
);

/** Bold only where the register has it. */
function destinationLeaf({ destinationName, isDestinationApproved }: Named): Leaf {
  if (isDestinationApproved) return named(destinationName);
  return `“${shortened(destinationName, 60)}” (not approved here)`;
}

type Named = Pick<RailFacts, "destinationName" | "isDestinationApproved">;

function originLine({ rail, requestNumber, requestLink }: RailFacts): Leaf[] {
  const request = requestNumber === undefined ? undefined : `R-${requestNumber}`;
  return [
    "Rail ",
    rail.id === null ? "without an id" : copyableInline(rail.id),
    ...(request === undefined
      ? []
      : [" · ", requestLink === undefined ? request : link(requestLink, request)]),
  ];
}

function checkedLine({ checkedAt, workspaceName, environment }: RailFacts): Leaf[] {
  return [
    "Checked with the service ",
    date(checkedAt, "{date_short} {time_secs}"),
    ` · ${shortened(workspaceName, 60)} · ${environmentName(environment)}`,
  ];
}

function sendingTo(
  rail: OnRampRail | OffRampRail,
  destination: Named,
  { qrFileId }: Extras,
): KnownBlock[] {
  return [
    ...(rail.type === "ON_RAMP" ? onRamp(rail, destination) : offRamp(rail, destination, qrFileId)),
    richText(
      lines([
        "Not shown by the service: fees, rates, timing, limits. ",
        bold("Send a small amount first."),
      ]),
    ),
  ];
}

function onRamp({ source, destination }: OnRampRail, name: Named): KnownBlock[] {
  return [
    richText(
      lines(
        [bold(`ON-RAMP: send ${code(source.asset)} by bank transfer`)],
        [
          "1. Send only from a bank account your company has whitelisted (how that is done, the service does not document).",
        ],
        ["2. Send to this account. The reference belongs to the transfer."],
      ),
      ...accountFields(source.bankAccount),
    ),
    richText(
      lines([
        `→ ${code(destination.asset)} goes to `,
        destinationLeaf(name),
        ` on ${code(destination.wallet.network)}`,
      ]),
      ...copyable(destination.wallet.address),
    ),
  ];
}

function offRamp(rail: OffRampRail, name: Named, qrFileId: string | undefined): KnownBlock[] {
  const { source, destination } = rail;
  const { asset, wallet } = source;
  const iban = filled(destination.bankAccount.iban);
  const address = [
    lines([bold(`OFF-RAMP: send ${code(asset)} on ${code(wallet.network)} only, to:`)]),
    ...copyable(wallet.address),
  ];
  const about = lines(
    ["Other tokens or networks may be lost: the service documents no return."],
    field("Name shown by the service", wallet.displayName),
    field("Network", wallet.network),
  );
  const image = qrFileId === undefined ? undefined : addressImage(rail, qrFileId);
  return [
    ...(image ? [richText(...address), image, richText(about)] : [richText(...address, about)]),
    richText(
      lines([`→ ${code(destination.asset)} goes to `, destinationLeaf(name)]),
      ...(iban === undefined ? [lines(field("IBAN", null))] : copyable(iban)),
    ),
  ];
}

/** Shows what the service returned. The document does not say how to use it. */
function exchange({ source, destination }: ExchangeRail): KnownBlock[] {
  return [
    richText(
      lines(
        [bold("EXCHANGE: read from the service, not set up here")],
        [
          "The service does not document how this type behaves, so there is nothing here on sending.",
        ],
      ),
    ),
    ...[source, destination].map((side, index) =>
      richText(
        lines([bold(index === 0 ? "Source" : "Destination"), `: ${code(side.asset)}`]),
        ...(side.kind === "fiat"
          ? accountFields(side.bankAccount)
          : [
              lines(field("Name shown by the service", side.wallet.displayName)),
              lines(field("Network", side.wallet.network)),
              ...copyable(side.wallet.address),
            ]),
      ),
    ),
  ];
}

/** Every field of the document, whether it is filled or not. */
function accountFields(account: BankAccount): RichTextBlockElement[] {
  const iban = filled(account.iban);
  return [
    lines(field("Name shown by the service", account.displayName)),
    ...(iban === undefined ? [lines(field("IBAN", null))] : copyable(iban, "IBAN: ")),
    lines(
      field("Account number", account.accountNumber),
      field("Sort code", account.sortCode),
      field("BIC", account.bicSwift),
      field("Reference", account.reference),
      field("Currency", account.currency),
    ),
  ];
}

function field(label: string, value: string | null): Leaf[] {
  const text = filled(value);
  return [`${label}: `, text === undefined ? "the service shows none" : copyableInline(text)];
}

/** Byte for byte, but for a value of blanks only, which shows nothing. */
function filled(value: string | null): string | undefined {
  return value === null || value.trim() === "" ? undefined : value;
}
