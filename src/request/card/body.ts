import type { KnownBlock } from "@slack/types";
import { actions, context, header } from "../../platform/slack/blocks/blocks.ts";
import { option, overflow } from "../../platform/slack/blocks/elements.ts";
import { bold, type Line, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { type Message, message } from "../../platform/slack/blocks/views.ts";
import type { Request } from "../rules/request.ts";
import { type Face, MORE, press } from "./face.ts";
import { faceOf, titleLine } from "./faces.ts";
import type { CardFacts } from "./facts.ts";
import { warningBlock } from "./warnings.ts";

/**
 * The card of a request: state, risk, facts, people's words, who must act, context, buttons.
 * `history`: in the place of the button that shows it.
 */
export function drawCard(facts: CardFacts, history: readonly Line[] = []): Message {
  const face = faceOf(facts);
  const { seq, hash } = facts.last;
  const hasHistory = history.length > 0;
  return message(
    face.says,
    header(titleLine(facts)),
    ...faceBlocks(face),
    hasHistory && richText([bold("History")], ...history),
    context(...face.context, facts.account, `audit ${seq} · ${hash.slice(0, 12)}`),
    actions(...buttonsOf(facts.request, face, hasHistory)),
  );
}

/** What a face says, between the header and the context. */
export function faceBlocks({ warnings, lead, facts, who }: Face): Part<KnownBlock>[] {
  return [warningBlock(warnings), ...[lead, facts, who].map((part) => richText(...part))];
}

/** Secondary acts are behind three dots, which never stand alone. */
function buttonsOf(request: Request, { buttons, more }: Face, hasHistory: boolean) {
  const secondary: Face["more"] = [
    ...(hasHistory ? [] : [["History", "history"] as const]),
    ...more,
  ];
  if (buttons.length === 0) return secondary.map(([label, verb]) => press(request, label, verb));
  const options = secondary.map(([label, verb]) => option(label, `${verb}:${request.id}`));
  return options.length === 0 ? buttons : [...buttons, overflow(MORE, options)];
}
