import { section } from "../platform/slack/blocks/rich-text.ts";
import { differenceLines } from "../request/card/change-lines.ts";
import type { Kind } from "../request/engine/context.ts";
import { canonicalBytes } from "../request/rules/digest.ts";

/** Decides who decides. The engine saves the next version with the last approval. */
export const changeSettings: Kind<"change-settings"> = {
  async obstacle(_, { change }, { inForce }) {
    const isSame =
      inForce?.version === change.from &&
      canonicalBytes(inForce.settings) === canonicalBytes(change.before);
    return isSame ? null : { is: "void", because: "superseded" };
  },

  review: (_, change) => ({
    noun: "change",
    paragraphs: [[section(...differenceLines(change, Number.POSITIVE_INFINITY))]],
  }),

  posts: () => [],
};
