import type { PlainTextOption } from "@slack/types";
import { option } from "../../platform/slack/blocks/blocks.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import { grouped, isCopyable, shortened } from "../../platform/text/shown-text.ts";
import type { DestinationRequest } from "../../request/rules/change-request.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationFacts, isUsable, paymentDetailOf } from "../../request/rules/destination.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import { networkName } from "../../request/words.ts";

/** Slack takes 250 kB for a view; so many options are at most 230, if every letter takes four bytes. */
export const MOST_OPTIONS = 300;

export interface Offer {
  /** Destinations that may be used now come first, then requested ones, then those in their cool-down. */
  options: PlainTextOption[];
  /** Ids of those that may be used now. */
  usable: readonly string[];
  /** Cannot be used yet, and have no room. */
  left: number;
}

/** Offers the destinations that a Rail may deliver into, and, marked, those that it may use later. */
export function destinationOffer(
  destinations: readonly Destination[],
  awaited: readonly DestinationRequest[],
  now: string,
): Offer {
  const usable = destinations.filter((each) => isUsable(each, now));
  const cooling = destinations.filter((each) => !isUsable(each, now));
  const others = [
    ...awaited.map(awaitedOption),
    ...cooling.map((each) => registeredOption(each, now)),
  ];
  const room = Math.max(0, MOST_OPTIONS - usable.length);
  return {
    options: [...usable.map((each) => registeredOption(each, now)), ...others.slice(0, room)],
    usable: usable.map(({ id }) => id),
    left: Math.max(0, others.length - room),
  };
}

const AWAITED = "request:";

export const awaitedValue = (requestId: string): string => `${AWAITED}${requestId}`;

/** The request behind an option that is not in the register yet. */
export function awaitedIn(value: string): string | undefined {
  return value.startsWith(AWAITED) ? value.slice(AWAITED.length) : undefined;
}

function registeredOption(destination: Destination, now: string): PlainTextOption {
  const { name, network, value } = destinationFacts(destination);
  const { usableFrom, provenAt, id } = destination;
  const marks = [
    ...(isUsable(destination, now) ? [] : [`from ${dayAndTime(usableFrom)}`]),
    ...(provenAt === null ? ["unproven"] : []),
  ];
  return markedOption(name, marks, id, wholeValue(network, value));
}

function awaitedOption(request: DestinationRequest): PlainTextOption {
  const { details } = subjectOf(request);
  const number = numberOf(request);
  const isPending = request.state.status === "pending";
  const mark = isPending ? `waiting for approval (${number})` : `not whitelisted yet (${number})`;
  const network = details.kind === "wallet" ? details.network : null;
  const { value } = paymentDetailOf(details);
  const { name } = request.content.change;
  return markedOption(name, [mark], awaitedValue(request.id), wholeValue(network, value));
}

/** The marks stay visible, however long the name is. */
function markedOption(name: string, marks: string[], value: string, description: string) {
  const tail = marks.map((mark) => ` · ${mark}`).join("");
  const label = `${shortened(name, limits.optionText - [...tail].length)}${tail}`;
  return option(label, value, description);
}

/** The whole address is beside the name, so that two wallets of one name differ; without room, the address alone. */
function wholeValue(network: string | null, value: string): string {
  const address = isCopyable(value) ? grouped(value) : NOT_SHOWABLE;
  const whole = network === null ? address : `${networkName(network)} · ${address}`;
  return [...whole].length <= limits.optionDescription ? whole : address;
}

const NOT_SHOWABLE = "address with characters that cannot be seen";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `22 Nov 10:00 UTC`: a cool-down ends within days, so the year is known. */
function dayAndTime(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.toISOString().slice(11, 16)} UTC`;
}
