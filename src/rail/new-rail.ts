import { addScreen, importScreen } from "../destination/destination-form.ts";
import { readKnown, registeredBy } from "../destination/known.ts";
import { shownText } from "../platform/payment-details/destination-value.ts";
import { faultOfText } from "../platform/text/typed-text.ts";
import { refused } from "../request/forms/admit.ts";
import { askScreen } from "../request/forms/ask-screen.ts";
import { chosenOf } from "../request/forms/fields.ts";
import { sentence } from "../request/forms/refusals.ts";
import type { Button, Command } from "../request/forms/surface.ts";
import type { CreateRail } from "../request/rules/content.ts";
import { isLikeTag } from "../request/rules/tag.ts";
import { readRails } from "../request/store/mirror.ts";
import { readIntact } from "../request/store/requests.ts";
import { drawSettings } from "../settings/setup.ts";
import * as form from "./new-rail-form.ts";
import { traitsOf } from "./rail-traits.ts";
import { openTrust } from "./trust-form.ts";

/** Asks for a Rail: the form, then exactly what approvers will see. */
export const newRailScreen = askScreen<form.RailAnswers>({
  id: "new-rail",
  title: "New Rail",
  answers: form.railAnswers,

  async draw(asking, answers) {
    const { context, service } = asking;
    const { config, db } = context;
    const known = await readKnown(db, service);
    const rails = await readRails(db, service);
    return form.newRailBlocks({ ...asking, config, known, rails }, answers);
  },

  async build({ context: { config, db }, service }, answers) {
    const { type, name, reason, reference } = answers;
    const known = await readKnown(db, service);
    const registered = registeredBy(known, answers.destination);
    const isFitting = registered?.value.kind === form.destinationKind(answers);
    const offers = form.offersOf(config, answers);
    const [from, network, to] = (["from", "network", "to"] as const).map((choice) =>
      chosenOf(offers[choice], answers[choice]),
    );
    const isOffered = from !== undefined && network !== undefined && to !== undefined;
    const faults = {
      reference: referenceFault(reference),
      destination: isFitting ? undefined : "Add or choose a destination.",
      type: isOffered ? undefined : "These assets are not offered here. Choose again.",
    };
    if (!isFitting || !isOffered || faults.reference) return { faults };
    const { request, serviceId: id, value } = registered;
    const change: CreateRail = {
      kind: "create-rail",
      ...{ name, reason, reference: reference === "" ? null : reference, type },
      source: { asset: from, network: network === "" ? null : network },
      destination: { asset: to, request: request.id, id, name: registered.name, value },
    };
    return { change, traits: await traitsOf(db, service, change, known) };
  },
});

function referenceFault(reference: string): string | undefined {
  if (reference === "") return undefined;
  if (isLikeTag(reference)) return "A reference cannot contain “signalbox:”.";
  return faultOfText(reference, form.REFERENCE);
}

export const newRailCommand: Command = {
  name: "new",
  usage: "[on|off]",
  says: "Request a Rail",
  async run(asking, words) {
    const word = words.toLowerCase();
    if (!["", "on", "off"].includes(word)) return sentence("Only “on” or “off” can follow “new”.");
    return newRailScreen.open(asking, { type: word === "off" ? "OFF_RAMP" : "ON_RAMP" });
  },
};

/** *New Rail to it*, by the request that registered it; *Request again*, by an earlier one. */
const fromRequest = (verb: "rail-to" | "request-again"): Button => ({
  verb,
  async press(asking, id) {
    const found = await readIntact(asking.context.db, asking.service.workspace, id);
    const change = found?.content.change;
    if (change?.kind === "create-rail") {
      const { type, source, destination, name, reason, reference } = change;
      return newRailScreen.open(asking, {
        ...{ type, from: source.asset, network: source.network ?? "", to: destination.asset },
        ...{ destination: destination.request, name, reason, reference: reference ?? "" },
      });
    }
    if (change?.kind === "trust-rail") return openTrust(asking, change.railId);
    // What was requested was drawn against settings that may be others now.
    if (change?.kind === "change-settings") return drawSettings(asking);
    if (change?.kind !== "add-destination") return refused({ is: "not-possible" });
    const { name, reason, value, serviceId } = change;
    const { kind } = value;
    if (verb === "rail-to") {
      const type = kind === "account" ? "OFF_RAMP" : "ON_RAMP";
      return newRailScreen.open(asking, { type, destination: id });
    }
    const network = kind === "wallet" ? value.network : "";
    const typed = { kind, network, typed: shownText(value), name, reason };
    const screen = serviceId === null ? addScreen : importScreen;
    return screen.open(asking, { ...typed, serviceId: serviceId ?? "" });
  },
});

export const newRailButtons: readonly Button[] = [
  { verb: "new-rail", press: (asking) => newRailScreen.open(asking, {}) },
  fromRequest("rail-to"),
  fromRequest("request-again"),
];
