import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Config } from "../config.ts";
import { isContradicted } from "../destination/contradiction.ts";
import { type FormFacts, readTexts, textIn, textInputs } from "../destination/form-parts.ts";
import type { Known } from "../destination/known.ts";
import { groupsOf } from "../platform/payment-details/destination-value.ts";
import { networkName } from "../platform/payment-details/network-name.ts";
import * as blocks from "../platform/slack/blocks/blocks.ts";
import { button, option, radio, select, textInput } from "../platform/slack/blocks/elements.ts";
import { date, type Leaf, richText, section } from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { modal } from "../platform/slack/blocks/views.ts";
import type { Values } from "../platform/slack/delivery.ts";
import { isAlikeName } from "../platform/text/names.ts";
import { quoted } from "../request/card/change-lines.ts";
import { markOf } from "../request/card/faces.ts";
import { usableFrom } from "../request/card/facts.ts";
import { countApprovals } from "../request/rules/may.ts";
import type { Request } from "../request/rules/request.ts";
import type { InForce } from "../request/rules/settings.ts";
import type { RailRow } from "../request/store/mirror.ts";

/** `from` and `to` are assets, `destination` is the request that registered it. */
export const railAnswers = z.object({
  type: z.enum(["ON_RAMP", "OFF_RAMP"]),
  from: z.string(),
  /** Empty for an on-ramp. */
  network: z.string(),
  to: z.string(),
  destination: z.string(),
  name: z.string(),
  reason: z.string(),
  reference: z.string(),
});

export type RailAnswers = z.infer<typeof railAnswers>;
type Type = RailAnswers["type"];

export const TYPE = "rail-type";
export const REFERENCE = "reference";
export const LONGEST_REFERENCE = 100;

const CHOICES = ["from", "network", "to"] as const;
const LABELS = { from: "You send", network: "Network", to: "It arrives as" };

/** Another type has other ids, because Slack keeps what was chosen while the ids stay. */
export const fieldOf = (choice: keyof RailAnswers, type: Type) => `${choice}-${type}`;

export const destinationKind = (type: Type) => (type === "ON_RAMP" ? "wallet" : "account");

/** What the operator offers: an on-ramp's network is that of its wallet. */
function offersOf(config: Config, type: Type) {
  const { RAIL_FIAT_ASSETS: fiat, RAIL_STABLECOINS: stablecoins, RAIL_NETWORKS } = config;
  return type === "ON_RAMP"
    ? { from: fiat, network: [""], to: stablecoins }
    : { from: stablecoins, network: Object.keys(RAIL_NETWORKS), to: fiat };
}

export function isOffered(config: Config, answers: RailAnswers): boolean {
  const offers = offersOf(config, answers.type);
  return CHOICES.every((choice) => offers[choice].includes(answers[choice]));
}

/** What was typed and chosen; what is no choice is filled in. */
export function railTypedIn(values: Values, config: Config): RailAnswers {
  const type = textIn(values, TYPE) === "OFF_RAMP" ? "OFF_RAMP" : "ON_RAMP";
  const offers = offersOf(config, type);
  const chosen = (choice: (typeof CHOICES)[number]) =>
    textIn(values, fieldOf(choice, type)) || (onlyOf(offers[choice]) ?? "");
  return {
    ...{ type, from: chosen("from"), network: chosen("network"), to: chosen("to") },
    destination: textIn(values, fieldOf("destination", type)),
    ...readTexts(values),
    reference: textIn(values, REFERENCE),
  };
}

const onlyOf = (all: readonly string[]) => (all.length === 1 ? all[0] : undefined);

interface Around {
  known: readonly Known[];
  rails: readonly RailRow[];
}

/** One modal; only the type redraws it. */
export function newRailForm(
  facts: FormFacts,
  answers: Partial<RailAnswers>,
  around: Around,
  frame: { id: string; metadata: string },
): ModalView {
  const { type = "ON_RAMP", reference = null } = answers;
  const types = [
    option("On-ramp: bank → stablecoin", "ON_RAMP"),
    option("Off-ramp: stablecoin → bank", "OFF_RAMP"),
  ];
  const line = textInput(REFERENCE, reference, { max: LONGEST_REFERENCE });
  const hint = "Stored with the Rail at the service.";
  return modal({
    ...{ ...frame, title: "New Rail", submit: "Review", close: "Cancel" },
    blocks: [
      blocks.input(TYPE, "Type", radio(TYPE, types, type), { isReported: true }),
      ...assetBlocks(facts.config, type, answers),
      ...destinationBlocks(facts, type, answers.destination ?? null, around),
      blocks.actions(button("Add a destination", "add-destination", destinationKind(type))),
      ...textInputs(answers, "Shown in Slack only."),
      blocks.input(REFERENCE, "Reference", line, { hint, isOptional: true }),
      blocks.context(facts.account),
    ],
  });
}

/** A line where there is nothing to choose, else menus. */
function assetBlocks(config: Config, type: Type, answers: Partial<RailAnswers>): KnownBlock[] {
  const offers = offersOf(config, type);
  const { from, network, to } = offers;
  if (CHOICES.every((choice) => offers[choice].length === 1)) {
    const on = type === "ON_RAMP" ? "" : ` on ${networkName(network[0] ?? "")}`;
    return [richText(section([`You send ${from[0]}${on}, it arrives as ${to[0]}.`]))];
  }
  return CHOICES.flatMap((choice) => {
    if (choice === "network" && type === "ON_RAMP") return [];
    const all = offers[choice];
    const nameOf = (each: string) => (choice === "network" ? networkName(each) : each);
    const options = all.map((each) => option(nameOf(each), each));
    const menu = select(fieldOf(choice, type), options, answers[choice] || (onlyOf(all) ?? null));
    return [blocks.input(fieldOf(choice, type), LABELS[choice], menu)];
  });
}

const MOST_WAITING = 5;

function destinationBlocks(
  facts: FormFacts,
  type: Type,
  chosen: string | null,
  { known, rails }: Around,
): Part<KnownBlock>[] {
  const kind = destinationKind(type);
  const all = known
    .filter(({ value }) => value.kind === kind)
    .map((each) => ({ ...each, why: whyNotUsable(facts, each, rails) }));
  const usable = all.filter(({ why }) => why === null);
  // Names that people take for each other are told apart by their addresses.
  const options = usable.map(({ request, name, value }) => {
    const isAlone = usable.filter((each) => isAlikeName(each.name, name)).length === 1;
    return option(name, request.id, isAlone ? undefined : groupsOf(value).join(" "));
  });
  const waits = all.flatMap(({ name, why }) => (why ? [[`${quoted(name)} (`, ...why, ")"]] : []));
  const more = waits.length - MOST_WAITING;
  const shown = waits
    .slice(0, MOST_WAITING)
    .flatMap((wait, at) => (at > 0 ? [", ", ...wait] : wait));
  const noun = kind === "wallet" ? "wallet" : "bank account";
  const field = fieldOf("destination", type);
  return [
    usable.length > 0
      ? blocks.input(field, "Destination", select(field, options, chosen, `Choose a ${noun}`))
      : richText(section([`Add a ${noun} first. Once it is approved you can choose it here.`])),
    shown.length > 0 &&
      richText(section(["Not usable yet: ", ...shown, more > 0 && ` and ${more} more`])),
  ];
}

/** Null for a destination that can be chosen. */
function whyNotUsable(
  { inForce, now, restoredAt }: FormFacts,
  { request, value, serviceId, isRegistered }: Known,
  rails: readonly RailRow[],
): readonly Leaf[] | null {
  const { settings } = inForce;
  if (isRegistered) {
    const from = usableFrom(request, settings);
    const isContradictory = isContradicted(rails, { id: serviceId ?? "", value });
    if (isContradictory) return ["the Rail service shows another value"];
    return from > now ? ["from ", date(from)] : null;
  }
  const { state } = markOf({ request, settings, now, trust: null });
  return [`${state.toLowerCase()}${progressOf(request, { inForce, restoredAt })}`];
}

/** ` 1 of 2` of what waits for one requirement; empty for all else, as two have no true total. */
export function progressOf(
  request: Request,
  around: { inForce: InForce | null; restoredAt: number },
): string {
  const { progress } = countApprovals(request, { ...around, standings: new Map() });
  const [only] = request.state.is === "pending" && progress.length === 1 ? progress : [];
  return only ? ` ${Math.min(only.given.length, only.needed)} of ${only.needed}` : "";
}
