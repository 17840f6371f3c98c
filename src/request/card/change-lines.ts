import type { RichTextBlockElement } from "@slack/types";
import type { DestinationValue } from "../../platform/payment-details/destination-value.ts";
import { countryOfIban } from "../../platform/payment-details/iban.ts";
import { networkName } from "../../platform/payment-details/network-name.ts";
import {
  bold,
  channel,
  date,
  type Leaf,
  type Line,
  quote,
  type RichPart,
  section,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { cleanText, inQuotes } from "../../platform/text/shown-text.ts";
import { counted, upTo } from "../../platform/text/times.ts";
import {
  type Change,
  type ChangeSettings,
  type CreateRail,
  type Report,
  type TrustRail,
  valueIn,
} from "../rules/content.ts";
import { differences } from "../rules/differences.ts";
import { type Request, SIGNALBOX } from "../rules/request.ts";
import { numberOf } from "./facts.ts";
import { actor, named } from "./people.ts";

/** The most of a name, and of a reason on a card; the review has a reason whole. */
export const NAME_LENGTH = 60;
export const REASON_ON_CARD = 150;
export const LONGEST_REASON = 500;

/** Somebody's words, between quotation marks. */
export const quoted = (text: string, max = NAME_LENGTH) => inQuotes(text, max);

/** `Rail R-142`, `Wallet R-131`, and `R-150` of a stop. */
export function titleOf(request: Request): string {
  const { change } = request.content;
  switch (change.kind) {
    case "create-rail":
    case "trust-rail":
      return `Rail ${numberOf(request)}`;
    case "add-destination":
      return `${change.value.kind === "wallet" ? "Wallet" : "Account"} ${numberOf(request)}`;
    case "change-settings":
      return `Settings ${numberOf(request)}`;
    case "resume":
      return numberOf(request);
  }
}

/** What people call it: in bold once approvers agreed to the name, and quoted before. */
export function nameOf({ content: { change }, state }: Request): Leaf | null {
  if (change.kind === "resume") return null;
  const isApproved = change.kind === "add-destination" && state.is === "done";
  return isApproved ? bold(cleanText(change.name, NAME_LENGTH)) : quoted(change.name);
}

type Assets = Record<"source" | "destination", { asset: string }>;

/** `GBP → GBPA`. */
export function assetsText({ source, destination }: Assets): string {
  return `${cleanText(source.asset, 20)} → ${cleanText(destination.asset, 20)}`;
}

/** The network on which tokens move. */
export function networkOf({ source, destination: { value } }: CreateRail): string {
  return networkName(value.kind === "wallet" ? value.network : (source.network ?? ""));
}

/**
 * What the change is, without payment details, and the requester's words. `whole` adds what an
 * approver has to weigh.
 */
export function changeFacts(
  request: Request,
  coolDownHours: number,
  whole: boolean,
): Part<RichPart>[] {
  const { content, requestedBy, state } = request;
  const { change } = content;
  const words = requesterQuote(change, requestedBy, whole ? "reason" : "name");
  switch (change.kind) {
    case "create-rail": {
      const ramp = change.type === "ON_RAMP" ? "On-ramp" : "Off-ramp";
      const limits = `${networkOf(change)} · permanent, no amount limit, cannot be undone`;
      const route = [`${ramp} ${assetsText(change)} to `, ...placeOf(change)];
      return [route, whole && [limits], words];
    }
    case "add-destination": {
      const place = placeText(change.value);
      if (state.is === "done") {
        return [
          [nameOf(request), ` · ${place}`],
          ["Requested by ", actor(requestedBy)],
        ];
      }
      if (!whole) return [[place.charAt(0).toUpperCase() + place.slice(1)], words];
      const what = `${change.serviceId === null ? "New" : "Imported"} ${place}`;
      return [[what], [`Rails can use it ${coolDownText(coolDownHours)}`], words];
    }
    case "trust-rail": {
      const route = [`Rail ${assetsText(change.shown)} to `, ...placeOf(change)];
      const limits = whole && ["Permanent, no amount limit, cannot be undone"];
      return [whole && [bold(trustText(change))], route, limits, words];
    }
    case "change-settings":
      return [...differenceLines(change), words];
    case "resume":
      return [];
  }
}

/** More people than that are in the review. */
const PEOPLE_ON_CARD = 20;

/** What approving it does. */
export const trustText = ({ made }: TrustRail): string =>
  made ? `Lifts the hold of Rail ${numberOf(made)}.` : "Trusts a Rail created outside Signalbox.";

/** What a change of the settings changes, a line each; what it loosens comes first, in red. */
export function differenceLines(
  change: Pick<ChangeSettings, "before" | "settings" | "destinations">,
  most = PEOPLE_ON_CARD,
): Line[] {
  const all = differences(change);
  if (all.length === 0) return [["Rail service: another token of the same company"]];
  return all
    .toSorted((one, other) => Number(other.loosens) - Number(one.loosens))
    .map(({ line: [first, ...words], loosens }) => [
      loosens ? `🔴 ${first}` : first,
      ...words.flatMap((word): Line => {
        if (typeof word === "string") return [word];
        return "people" in word ? named(word.people, ",", most) : [channel(word.channel)];
      }),
    ]);
}

/**
 * Where a change sends money: in bold what approvers agreed to call it, or else what it is.
 * `isWhole`: with the network of a wallet that has a name.
 */
export function placeOf(change: Change, isWhole = false): Leaf[] {
  const value = valueIn(change);
  const registered = change.kind === "trust-rail" ? change.registeredAs : null;
  const name = change.kind === "create-rail" ? change.destination.name : registered;
  if (name === null) return value ? [`an unregistered ${placeText(value)}`] : [];
  const network = isWhole && value?.kind === "wallet" ? ` on ${networkName(value.network)}` : "";
  return [bold(cleanText(name, NAME_LENGTH)), network];
}

/** `wallet on Solana (devnet)`, `bank account, United Kingdom`. */
export function placeText(value: DestinationValue): string {
  return value.kind === "wallet"
    ? `wallet on ${networkName(value.network)}`
    : `bank account, ${countryOfIban(value.iban)}`;
}

/** `24 hours after approval`. */
export function coolDownText(hours: number): string {
  return hours === 0 ? "as soon as it is approved" : `${counted(hours, "hour")} after approval`;
}

/** The requester's words, begun by who wrote them; null where there are none. */
export function requesterQuote(
  change: Change,
  by: string,
  much: "name" | "reason" | "all",
): RichTextBlockElement | null {
  if (change.kind === "resume") return null;
  const { name, reason } = change;
  const reference = change.kind === "create-rail" ? change.reference : null;
  const most = much === "all" ? LONGEST_REASON : REASON_ON_CARD;
  // The name of a part is ours.
  if (change.kind === "change-settings") return quote([actor(by), ": ", quoted(reason, most)]);
  // The name of a Rail that was made here is somebody else's word.
  const made = change.kind === "trust-rail" ? change.made : null;
  const about = made ? [` on ${numberOf(made)}, ${quoted(name)}`] : [": ", quoted(name)];
  return quote(
    [actor(by), ...about],
    much !== "name" && reason !== "" && [quoted(reason, most)],
    much === "all" && reference !== null && [`Reference: ${quoted(reference, LONGEST_REASON)}`],
  );
}

const DID = { stop: "stopped sending", report: "reported a problem" };

/** Who stopped or reported, and why: what Signalbox found comes first, then the newest. */
export function saidLines(
  noun: keyof typeof DID,
  all: readonly Report[],
  { lead, most, max = REASON_ON_CARD }: { lead: string; most: number; max?: number },
): RichTextBlockElement[] {
  const own = all.filter(({ by }) => by === SIGNALBOX);
  const others = all.filter(({ by }) => by !== SIGNALBOX);
  const said = [...own, ...others.toReversed()].map(({ by, at, reason }, index) => {
    const who: Line = [index === 0 && bold(lead), index === 0 && " ", actor(by)];
    const what = section([...who, ` ${DID[noun]} `, date(at), reason === "" ? "." : ":"]);
    return reason === "" ? [what] : [what, quote([quoted(reason, max)])];
  });
  return upTo(said, most, (more) => [section([`${counted(more, `more ${noun}`)} before.`])]).flat();
}
