import type { KnownBlock, RichTextBlockElement, RichTextSection } from "@slack/types";
import type { AddressNetwork, AddressReading } from "../../platform/payment-details/address.ts";
import { readAddress } from "../../platform/payment-details/address.ts";
import type { IbanReading } from "../../platform/payment-details/iban.ts";
import { readIban } from "../../platform/payment-details/iban.ts";
import {
  addressFaultSentence,
  ibanFaultSentence,
} from "../../platform/payment-details/value-faults.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  lines,
  richText,
  shownExactly,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { lookAlikeLines, sameLines } from "../../request/card/known-value-lines.ts";
import type { Room } from "../../request/change-kind.ts";
import type { DestinationDetails } from "../../request/rules/change.ts";
import type { Destination } from "../../request/rules/destination.ts";
import type { ValueFacts } from "../../request/rules/known-value.ts";
import { networkName } from "../../request/words.ts";
import { addressWarnings } from "../destination-card.ts";

export type TypedValue = { typed: string } & (
  | { kind: "bank-account"; reading: IbanReading }
  | { kind: "wallet"; network: AddressNetwork; reading: AddressReading }
);

/** Undefined where nothing was typed, or no network is chosen: an address is checked for its network. */
export function readTypedValue(
  kind: Destination["kind"],
  {
    network: chosen,
    value: typed = "",
  }: { network?: string | undefined; value?: string | undefined },
  networks: readonly AddressNetwork[],
): TypedValue | undefined {
  if (typed === "") return undefined;
  if (kind === "bank-account") return { typed, kind, reading: readIban(typed) };
  const network = networks.find(({ id }) => id === chosen);
  return network && { typed, kind, network, reading: readAddress(typed, network) };
}

/** The destination as it would be sent to the service; undefined if what was typed is not taken. */
export function detailsIn(value: TypedValue | undefined): DestinationDetails | undefined {
  switch (value?.kind) {
    case undefined:
      return undefined;
    case "bank-account":
      return value.reading.ok ? { kind: value.kind, iban: value.reading.iban } : undefined;
    case "wallet":
      return value.reading.ok
        ? { kind: value.kind, network: value.network.id, address: value.reading.address }
        : undefined;
  }
}

/** Nobody told us what addresses of this network look like. */
export function isFormatChecked(value: TypedValue): boolean {
  return value.kind === "bank-account" || (value.reading.ok && value.reading.checked);
}

/** Why it is not taken; undefined when it is. */
export function valueError(value: TypedValue): string | undefined {
  if (value.kind === "bank-account") {
    return value.reading.ok ? undefined : ibanFaultSentence(value.reading.fault);
  }
  return value.reading.ok ? undefined : addressFaultSentence(value.reading.fault);
}

export interface ValueCheck {
  value: TypedValue;
  /** Undefined while the value is not a valid one. */
  facts: ValueFacts | undefined;
  isImport: boolean;
}

/** Says under the field, as it is typed, what an IBAN or address is, and what it can be taken for. */
export function valueCheck({ value, facts, isImport }: ValueCheck): KnownBlock {
  const error = valueError(value);
  const details = detailsIn(value);
  if (error !== undefined || !details) return richText(faultLine(value, error ?? ""));
  return richText(
    formLine(value),
    ...cleaningLines(value, details),
    // What was cleaned is shown as it is requested.
    shownExactly(text(details), !value.reading.ok || !value.reading.cleaned),
    ...formWarnings(value),
    ...(facts ? knownLines(details, facts, isImport) : []),
  );
}

/** Nobody types what is hidden or only looks right by mistake: a slip of the finger is another matter. */
function faultLine(value: TypedValue, error: string): RichTextSection {
  const fault = value.reading.ok ? undefined : value.reading.fault;
  switch (fault?.type) {
    case "hidden-character":
    case "foreign-character":
      return warningLine(error);
    case "wrong-length": {
      const [shortest, longest] =
        "expected" in fault ? [fault.expected, fault.expected] : [fault.shortest, fault.longest];
      if (fault.found >= shortest) break;
      const range = shortest === longest ? `${longest}` : `${shortest} to ${longest}`;
      return lines([bold(`${fault.found} of ${range} characters so far.`)]);
    }
  }
  return lines([bold("Not valid yet: "), error]);
}

function formLine(value: TypedValue): Line {
  if (value.kind === "bank-account") {
    if (!value.reading.ok) return [];
    const { country, countryName } = value.reading;
    const where = countryName === null ? country : `${countryName} (${country})`;
    return [
      bold(`IBAN of ${where}: `),
      "length, structure and check digits are right. This does not confirm who owns the account.",
    ];
  }
  const { reading, network, typed } = value;
  if (!reading.ok) return [];
  switch (reading.family) {
    case "ethereum":
      return [
        bold(`Address on ${networkName(network.id)}: `),
        isOneCase(typed)
          ? "its form is right. It was typed without its checksum, the mix of capitals and small letters, so a slip in it is not noticed: compare every character."
          : "its form and its checksum (EIP-55) are right. This does not confirm who owns it.",
      ];
    case "solana":
      return [
        bold(`Address on ${networkName(network.id)}: `),
        "the length is right. Solana addresses have no checksum, so a typing error may not be noticed: compare every character.",
      ];
    case null:
      return [bold(`Address on ${networkName(network.id)}, taken as it was typed.`)];
  }
}

function isOneCase(typed: string): boolean {
  const digits = typed.trim().slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}

/** Says how the saved value differs from what was typed, so that nothing changes behind anyone's back. */
function cleaningLines({ typed, reading }: TypedValue, details: DestinationDetails) {
  if (!reading.ok || !reading.cleaned) return [];
  const kept = text(details);
  const hadBlanks = /[ \t]/.test(typed);
  const hasOtherCase = typed.replace(/[ \t]/g, "") !== kept;
  const what = [
    ...(hadBlanks ? ["spaces were removed"] : []),
    ...(hasOtherCase
      ? [
          details.kind === "wallet"
            ? "upper and lower case were set by its checksum (EIP-55)"
            : "lower case was changed to upper case",
        ]
      : []),
  ].join(", ");
  return [lines([bold("Cleaned: "), `${what}. Your request will contain this value:`])];
}

function formWarnings(value: TypedValue): RichTextSection[] {
  return value.kind === "bank-account" || !value.reading.ok
    ? []
    : addressWarnings(value.reading, value.network.id);
}

const ROOM: Room = { most: 3, size: 20_000 };

function knownLines(
  details: DestinationDetails,
  { same, lookAlikes }: ValueFacts,
  isImport: boolean,
): RichTextBlockElement[] {
  const network = details.kind === "wallet" ? details.network : null;
  return [...lookAlikeLines(lookAlikes, ROOM), ...sameLines(same, { network, isImport })];
}

function text(details: DestinationDetails): string {
  return details.kind === "wallet" ? details.address : details.iban;
}
