import type { KnownBlock } from "@slack/types";
import { actions, context, header } from "../../platform/slack/blocks/blocks.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { type Message, message } from "../../platform/slack/blocks/views.ts";
import { titleOf } from "./change-lines.ts";
import type { Face } from "./face.ts";
import { faceOf } from "./faces.ts";
import { accountText, type CardFacts } from "./facts.ts";
import { markOf } from "./mark.ts";
import { warningBlock } from "./warnings.ts";

/** The card of a request: state, risk, facts, people's words, who must act, context, buttons. */
export function drawCard(facts: CardFacts): Message {
  const face = faceOf(facts);
  const { seq, hash } = facts.last;
  return message(
    face.says,
    headerOf(facts),
    ...faceBlocks(face),
    context(...face.context, accountText(facts.account), `audit ${seq} · ${hash.slice(0, 12)}`),
    actions(...face.buttons),
  );
}

/** `⏳ Rail R-142 · Waiting`: one line, and nobody's words. */
export function headerOf(facts: CardFacts): KnownBlock {
  const { sign, state } = markOf(facts);
  return header(`${sign} ${titleOf(facts.request)} · ${state}`);
}

/** What a face says, between the header and the context. */
export function faceBlocks({ warnings, lead, facts, who }: Face): Part<KnownBlock>[] {
  const parts = [lead, facts, who].filter((part) => part.length > 0);
  return [warningBlock(warnings), ...parts.map((part) => richText(...part))];
}
