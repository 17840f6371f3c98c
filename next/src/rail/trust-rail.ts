import { section } from "../platform/slack/blocks/rich-text.ts";
import { assetsText } from "../request/card/change-lines.ts";
import type { Kind } from "../request/engine/context.ts";
import { valueParagraphs } from "../request/forms/review-blocks.ts";
import { changedFields } from "../request/rules/attest.ts";
import { readRail } from "../request/store/mirror.ts";
import { railPosts } from "./instructions.ts";

/** Lifts the hold of a Rail, or adopts one that was made elsewhere: exactly as it is shown. */
export const trustRail: Kind<"trust-rail"> = {
  async obstacle(db, { workspace, connection, change }) {
    const row = await readRail(db, { workspace, connection: connection.id }, change.railId);
    const isSame = row !== null && changedFields(change.shown, row.rail).length === 0;
    return isSame ? null : { is: "void", because: "rail-changed", until: null };
  },

  review: ({ request }, change) => ({
    noun: "Rail",
    paragraphs: valueParagraphs(
      request.content,
      section([`Every deposit (${assetsText(change.shown)}) is delivered to`]),
    ),
  }),

  posts: railPosts,
};
