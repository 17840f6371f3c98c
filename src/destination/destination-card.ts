import type { RichTextBlockElement, RichTextSection } from "@slack/types";
import { readAddress } from "../platform/payment-details/address.ts";
import { copyable } from "../platform/slack/blocks/rich-text.ts";
import { counted } from "../platform/text/times.ts";
import type { RequestFacts } from "../request/card/request-facts.ts";
import type {
  DestinationDetails,
  ImportDestination,
  WhitelistDestination,
} from "../request/rules/change.ts";
import { paymentDetailOf } from "../request/rules/destination.ts";
import { addressWarnings } from "./values/address-warnings.ts";

/** The full address or IBAN. */
export function bodyOf(details: DestinationDetails): RichTextBlockElement[] {
  return copyable(paymentDetailOf(details).value);
}

/** Only while it is open: afterwards the register says when it may be used. */
export function coolDown({ request, coolDownHours }: RequestFacts, done: string): string[] {
  const { status } = request.state;
  const isOpen =
    status === "pending" ||
    status === "approved" ||
    status === "blocked" ||
    status === "sending" ||
    status === "needs-a-person";
  if (!isOpen) return [];
  return coolDownHours === 0
    ? [`It may be used at once when it is ${done}.`]
    : [`It may be used ${counted(coolDownHours, "hour")} after it was ${done}.`];
}

/** What was checked is known to be of a family: only Solana's form has more to say of an address than that it is right. */
export function unchecked({
  details,
  isFormatChecked,
}: WhitelistDestination | ImportDestination): RichTextSection[] {
  if (details.kind === "bank-account") return [];
  const { network: id, address } = details;
  const reading = readAddress(address, { id, family: isFormatChecked ? "solana" : null });
  return reading.ok ? addressWarnings(reading, id) : [];
}
