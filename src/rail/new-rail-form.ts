import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import type { Config } from "../config.ts";
import { type Known, useOf } from "../destination/known.ts";
import { groupsOf } from "../platform/payment-details/destination-value.ts";
import { networkName } from "../platform/payment-details/network-name.ts";
import * as blocks from "../platform/slack/blocks/blocks.ts";
import { button, option, radio, select } from "../platform/slack/blocks/elements.ts";
import { type Line, richText, section } from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { isAlikeName } from "../platform/text/names.ts";
import { upTo } from "../platform/text/times.ts";
import { quoted } from "../request/card/change-lines.ts";
import { textFields } from "../request/forms/ask-screen.ts";
import { text, textField } from "../request/forms/fields.ts";
import { countApprovals } from "../request/rules/may.ts";
import type { Request } from "../request/rules/request.ts";
import type { InForce } from "../request/rules/settings.ts";
import type { Ground } from "../request/store/ground.ts";
import type { RailRow } from "../request/store/mirror.ts";

/** `from` and `to` are assets, `destination` is the request that registered it. */
export const railAnswers = z.object({
  type: z.enum(["ON_RAMP", "OFF_RAMP"]).catch("ON_RAMP"),
  from: text,
  /** Empty for an on-ramp. */
  network: text,
  to: text,
  destination: text,
  name: text,
  reason: text,
  reference: text,
});

export type RailAnswers = z.infer<typeof railAnswers>;

export const REFERENCE = { label: "Reference", max: 100 };

/** Another type has other ids, because Slack keeps what was chosen while the ids stay. */
const fieldOf = (choice: keyof RailAnswers, { type }: RailAnswers) => `${choice}.${type}`;

export const destinationKind = ({ type }: Pick<RailAnswers, "type">) =>
  type === "ON_RAMP" ? "wallet" : "account";

/** What the operator offers: an on-ramp's network is that of its wallet. */
export function offersOf(config: Config, { type }: Pick<RailAnswers, "type">) {
  const { RAIL_FIAT_ASSETS: fiat, RAIL_STABLECOINS: stablecoins, RAIL_NETWORKS } = config;
  return type === "ON_RAMP"
    ? { from: fiat, network: [""], to: stablecoins }
    : { from: stablecoins, network: Object.keys(RAIL_NETWORKS), to: fiat };
}

export interface RailFormFacts {
  config: Config;
  inForce: InForce;
  ground: Pick<Ground, "now" | "restoredAt">;
  known: readonly Known[];
  rails: readonly RailRow[];
}

/** One modal; only the type redraws it. */
export function newRailBlocks(around: RailFormFacts, answers: RailAnswers): Part<KnownBlock>[] {
  const { type, reference } = answers;
  const types = [
    option("On-ramp: bank → stablecoin", "ON_RAMP"),
    option("Off-ramp: stablecoin → bank", "OFF_RAMP"),
  ];
  return [
    blocks.input("type", "Type", radio("type", types, type), { isReported: true }),
    ...assetBlocks(around.config, answers),
    ...destinationBlocks(around, answers),
    blocks.actions(button("Add a destination", "add-destination", destinationKind(answers))),
    ...textFields(answers, "Shown in Slack only."),
    textField("reference", reference, {
      ...REFERENCE,
      isOptional: true,
      hint: "Stored with the Rail at the service.",
    }),
  ];
}

/** A line for what is no choice, and menus for the rest. */
function assetBlocks(config: Config, answers: RailAnswers): Part<KnownBlock>[] {
  const offers = offersOf(config, answers);
  const nameOf = { from: String, network: networkName, to: String };
  const menu = (choice: keyof typeof offers, label: string) => {
    const options = offers[choice].map((each) => option(nameOf[choice](each), each));
    const menu = select(choice, options, answers[choice]);
    return options.length > 1 && blocks.input(fieldOf(choice, answers), label, menu);
  };
  const only = (choice: keyof typeof offers, before: string) => {
    const [one, ...others] = offers[choice];
    return one && others.length === 0 ? `${before} ${nameOf[choice](one)}` : "";
  };
  const sent = [only("from", "you send"), only("network", "on")];
  const parts = [sent.filter(Boolean).join(" "), only("to", "it arrives as")].filter(Boolean);
  const line = parts.join(", ");
  return [
    line !== "" && richText(section([`${line.charAt(0).toUpperCase()}${line.slice(1)}.`])),
    menu("from", "You send"),
    menu("network", "Network"),
    menu("to", "It arrives as"),
  ];
}

const MOST_WAITING = 5;

function destinationBlocks(
  { inForce, ground, known, rails }: RailFormFacts,
  answers: RailAnswers,
): Part<KnownBlock>[] {
  const kind = destinationKind(answers);
  const all = known
    .filter(({ value }) => value.kind === kind)
    .map((each) => {
      const { mark, why } = useOf(each, rails, { ...inForce, ...ground });
      const waits = `${mark.state}${progressOf(each.request, { ...ground, inForce })}`;
      return { ...each, why: why ?? (each.isRegistered ? null : [waits]) };
    });
  const usable = all.filter(({ why }) => why === null);
  // Names that people take for each other are told apart by their addresses.
  const options = usable.map(({ request, name, value }) => {
    const isAlone = usable.filter((each) => isAlikeName(each.name, name)).length === 1;
    return option(name, request.id, isAlone ? undefined : groupsOf(value).join(" "));
  });
  const waits = all.flatMap(({ name, why }): Line[] =>
    why ? [[`${quoted(name)} (`, ...why, ")"]] : [],
  );
  const shown = upTo(waits, MOST_WAITING, (more) => [`${more} more`]).flatMap((wait, at) =>
    at > 0 ? [", ", ...wait] : wait,
  );
  const noun = kind === "wallet" ? "wallet" : "bank account";
  // A single option is chosen already, as a review follows. An earlier choice is kept.
  const [only] = options.length === 1 ? options : [];
  const chosen = answers.destination || (only?.value ?? null);
  const menu = select("destination", options, chosen, `Choose a ${noun}`);
  return [
    usable.length > 0
      ? blocks.input(fieldOf("destination", answers), "Destination", menu)
      : waits.length === 0 &&
        richText(section([`Add a ${noun} first. Once it is approved you can choose it here.`])),
    shown.length > 0 && richText(section(["Not usable yet: ", ...shown])),
  ];
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
