import { isOpen } from "../rules/request.ts";
import { changeFacts, titleOf } from "./change-lines.ts";
import type { Face, Mark } from "./face.ts";
import * as parts from "./face-parts.ts";
import { type CardFacts, mayExist, numberOf, usableFrom } from "./facts.ts";
import { askAgainText, EARLIER, warningTexts } from "./warnings.ts";

type Marked = Pick<CardFacts, "request" | "settings" | "trust" | "naming" | "now">;

/** `says` follows the number, unless the card's own parts have a sentence. */
type Look = readonly [
  sign: Mark["sign"],
  state: string,
  says: string,
  partsOf: (facts: CardFacts) => Partial<Face>,
];

/** The table of faces: what each state of each kind is called, says, and has on its card. */
function lookOf({ request, settings, trust, naming, now }: Marked): Look {
  const { state, content } = request;
  const { change } = content;
  if (change.kind === "resume" && isOpen(request)) {
    return ["🛑", "Sending stopped", "", (facts) => parts.stopped(facts, change)];
  }
  switch (state.is) {
    case "pending":
      return ["⏳", "Waiting", "needs approval", parts.waiting];
    case "ready":
      return ["⏳", "Ready", "is approved and waits to be sent", (all) => parts.ready(all, state)];
    case "sending":
      return ["⏳", "Sending", "is being sent", parts.sending];
    case "unknown":
      return ["⏳", "Checking", "is not confirmed yet", () => parts.unknown(state)];
    case "created":
      return ["⏳", "Checking", "is created and being checked", () => parts.created(state)];
    case "stuck":
      return ["⚠️", "Needs review", "needs review", (facts) => parts.stuck(facts, state)];
    case "closed": {
      const [word, says] = parts.ENDINGS[state.how];
      return ["⚪️", word, says, (facts) => parts.closed(facts, state)];
    }
    case "done":
      break;
  }
  switch (change.kind) {
    case "change-settings":
      return ["✅", "Done", "has changed the settings", () => ({})];
    case "create-rail":
    case "trust-rail":
      if (change.kind === "trust-rail" && naming && naming.id !== request.id) {
        const newer = numberOf(naming);
        return ["✅", "Done", `was replaced by ${newer}`, () => parts.followed(newer)];
      }
      return trust?.is === "payable"
        ? ["✅", "Payable", "is payable", parts.payable]
        : ["🔴", "Held", "", parts.held];
    case "add-destination": {
      if (trust?.is === "held") return ["🔴", "Held", "is held", parts.contradicted];
      const from = usableFrom(request, settings);
      return from <= now
        ? ["✅", "Usable", "can be used", parts.usable]
        : ["✅", "Done", "is registered", () => parts.usableLater(from)];
    }
    case "resume":
      return ["✅", "Done", "", parts.resumed];
  }
}

export function markOf(marked: Marked): Mark {
  const [sign, state] = lookOf(marked);
  return { sign, state };
}

/** `🔴 Rail R-142 · Held`: one line, and nobody's words. */
export function titleLine(marked: Marked): string {
  const { sign, state } = markOf(marked);
  return `${sign} ${titleOf(marked.request)} · ${state}`;
}

export function faceOf(facts: CardFacts): Face {
  const { request, settings } = facts;
  const { content, state } = request;
  const [, , says, partsOf] = lookOf(facts);
  const isUndecided = state.is === "pending" || state.is === "ready";
  return {
    says: `${numberOf(request)} ${says}`,
    warnings: [
      ...(mayExist(request) ? [isUndecided ? EARLIER : askAgainText(content.change)] : []),
      ...(isUndecided ? warningTexts(content) : []),
    ],
    lead: [],
    facts: changeFacts(request, settings.coolDownHours, isUndecided),
    who: [],
    context: [parts.approvedBy(request.approvals)],
    buttons: [],
    more: [],
    ...partsOf(facts),
  };
}
