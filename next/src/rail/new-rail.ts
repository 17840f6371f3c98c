import { addScreen, importScreen } from "../destination/destination-screen.ts";
import {
  drawReview,
  errorsOf,
  faultsOfTexts,
  formFactsOf,
  redraw,
} from "../destination/form-parts.ts";
import { readKnown } from "../destination/known.ts";
import { shownText } from "../platform/payment-details/destination-value.ts";
import { faultOfText } from "../platform/text/typed-text.ts";
import {
  type Asking,
  type AskScreen,
  formsOf,
  openForm,
  reviewId,
} from "../request/forms/ask-screen.ts";
import { FIELDS } from "../request/forms/ids.ts";
import type { Button, Command, Form } from "../request/forms/surface.ts";
import { refusalMessage, sentence, tell } from "../request/forms/tell.ts";
import type { Content, CreateRail } from "../request/rules/content.ts";
import { digestOf } from "../request/rules/digest.ts";
import { isLikeTag } from "../request/rules/tag.ts";
import { toDestination } from "../request/store/destinations.ts";
import { readRails, type Service } from "../request/store/mirror.ts";
import { readRequest } from "../request/store/requests.ts";
import * as form from "./new-rail-form.ts";
import { traitsOf } from "./rail-traits.ts";

const ID = "new-rail";

/** Asks for a Rail: the form, then exactly what approvers will see. */
export const newRailScreen: AskScreen<form.RailAnswers> = {
  id: ID,
  answers: form.railAnswers,

  async draw(asking, answers, metadata) {
    const { db } = asking.context;
    const service = serviceOf(asking);
    const known = await readKnown(db, service.workspace, service.connection);
    const rails = await readRails(db, service);
    return form.newRailForm(formFactsOf(asking), answers, { known, rails }, { id: ID, metadata });
  },

  async read({ context }, values) {
    const answers = form.railTypedIn(values, context.config);
    const texts = faultsOfTexts(answers);
    const reference = referenceFault(answers.reference);
    const faults = { ...texts, [form.REFERENCE]: reference };
    if (answers.destination !== "") return errorsOf(faults) ?? answers;
    const field = form.fieldOf("destination", answers.type);
    // Slack shows an error only at a field that is there.
    const missing = field in values ? field : "name";
    return errorsOf({ ...faults, [missing]: "Add or choose a destination." }) ?? answers;
  },

  async build(asking, { type, destination: chosen, reference, ...answers }) {
    const { config, db } = asking.context;
    if (!form.isOffered(config, { type, destination: chosen, reference, ...answers })) {
      return "These assets are not offered here. Choose again.";
    }
    const service = serviceOf(asking);
    const found = await readRequest(db, service.workspace, chosen);
    const registered = found?.is === "intact" ? toDestination(found.request) : null;
    const isFitting =
      registered?.content.connection.id === service.connection &&
      registered.content.change.value.kind === form.destinationKind(type);
    if (!isFitting) return "This destination is not in the register. Choose another.";
    const { request, serviceId: id, content } = registered;
    const { name: destinationName, value } = content.change;
    const { from, network, to, name, reason } = answers;
    const change: CreateRail = {
      kind: "create-rail",
      ...{ name, reason, reference: reference === "" ? null : reference, type },
      source: { asset: from, network: network === "" ? null : network },
      destination: { asset: to, request: request.id, id, name: destinationName, value },
    };
    return { change, traits: await traitsOf(db, service, change) };
  },

  async review(asking, content, metadata, isAgain) {
    const view = await drawReview(asking, content, { id: reviewId({ id: ID }), metadata, isAgain });
    const blocks = view.blocks.map((block) =>
      block.block_id === FIELDS.secondRail ? { ...block, block_id: tickOf(content) } : block,
    );
    return { ...view, blocks };
  },

  check(content, values) {
    if (!content.traits.warnings.some(({ is }) => is === "second-rail")) return null;
    const ticked = values[tickOf(content)]?.[FIELDS.secondRail] ?? [];
    if (ticked.length > 0) return null;
    return { [tickOf(content)]: "Tick to confirm you want a second Rail." };
  },
};

/** A tick counts only for what it stood beside: Slack keeps it while the block's id stays. */
const tickOf = (content: Content) => `${FIELDS.secondRail}-${digestOf(content).slice(0, 12)}`;

const serviceOf = ({ ground: { workspace }, inForce }: Asking): Service => ({
  workspace,
  connection: inForce.settings.connectionId,
});

function referenceFault(reference: string): string | undefined {
  if (reference === "") return undefined;
  if (isLikeTag(reference)) return "A reference cannot contain “signalbox:”.";
  return faultOfText(reference, { label: "Reference", max: form.LONGEST_REFERENCE });
}

export const newRailForms: readonly Form[] = formsOf(newRailScreen);

export const newRailCommand: Command = {
  name: "new",
  usage: "[on|off]",
  says: "Request a Rail",
  run(context, delivery, words, answer) {
    const word = words.toLowerCase();
    const isKnown = ["", "on", "off"].includes(word);
    if (!isKnown) return tell(context, delivery, sentence(UNKNOWN), answer);
    const type = word === "off" ? "OFF_RAMP" : "ON_RAMP";
    return openForm(newRailScreen, context, delivery, { type }, answer);
  },
};

const UNKNOWN = "After new only on or off can follow.";

const newRail: Button = {
  verb: "new-rail",
  press: (context, delivery, _, answer) => openForm(newRailScreen, context, delivery, {}, answer),
};

/** Another type was chosen on the form. */
const typeChoice: Button = {
  verb: form.TYPE,
  async press(context, delivery, chosen, answer) {
    const typed = form.railTypedIn(delivery.view?.values ?? {}, context.config);
    const { name, reason, reference } = typed;
    const type = chosen === "OFF_RAMP" ? "OFF_RAMP" : "ON_RAMP";
    await redraw(newRailScreen, context, delivery, { type, name, reason, reference }, answer);
  },
};

/** *New Rail to it*, by the request that registered it; *Request again*, by an earlier one. */
const fromRequest = (verb: "rail-to" | "request-again"): Button => ({
  verb,
  async press(context, delivery, id, answer) {
    const found = await readRequest(context.db, delivery.workspace, id);
    const change = found?.is === "intact" ? found.request.content.change : null;
    if (change?.kind === "create-rail") {
      return openForm(newRailScreen, context, delivery, answersOf(change), answer);
    }
    if (change?.kind !== "add-destination") {
      return tell(context, delivery, refusalMessage({ is: "not-possible" }, null), answer);
    }
    const { name, reason, value, serviceId } = change;
    if (verb === "rail-to") {
      const type = value.kind === "account" ? "OFF_RAMP" : "ON_RAMP";
      return openForm(newRailScreen, context, delivery, { type, destination: id }, answer);
    }
    const network = value.kind === "wallet" ? value.network : "";
    const typed = { kind: value.kind, network, typed: shownText(value), name, reason };
    const screen = serviceId === null ? addScreen : importScreen;
    return openForm(screen, context, delivery, { ...typed, serviceId: serviceId ?? "" }, answer);
  },
});

function answersOf({ type, source, destination, name, reason, reference }: CreateRail) {
  const texts = { name, reason, reference: reference ?? "" };
  const assets = { from: source.asset, network: source.network ?? "", to: destination.asset };
  return { type, ...assets, destination: destination.request, ...texts };
}

export const newRailButtons: readonly Button[] = [
  newRail,
  typeChoice,
  fromRequest("rail-to"),
  fromRequest("request-again"),
];
