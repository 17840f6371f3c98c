import { section } from "../platform/slack/blocks/rich-text.ts";
import { differenceLines } from "../request/card/change-lines.ts";
import type { Kind } from "../request/engine/context.ts";
import { canonicalBytes } from "../request/rules/digest.ts";
import { settingsOf } from "./from-environment.ts";

const isEqual = (one: unknown, other: unknown) => canonicalBytes(one) === canonicalBytes(other);

/** Decides who decides. The engine saves the next version with the last approval. */
export const changeSettings: Kind<"change-settings"> = {
  async obstacle(_, { change: { from, before, settings } }, { inForce }, config) {
    const isSame = isEqual(inForce, { version: from, settings: before });
    if (isSame && isEqual(settingsOf(config, settings), settings)) return null;
    return { is: "void", because: isSame ? "operator-sets" : "superseded" };
  },

  review: (_, change) => ({
    noun: "change",
    paragraphs: [[section(...differenceLines(change, Number.POSITIVE_INFINITY))]],
  }),
};
