import { bold, section } from "../platform/slack/blocks/rich-text.ts";
import { LONGEST_REASON, stopLines } from "../request/card/change-lines.ts";
import type { Kind } from "../request/engine/context.ts";
import { reviewModal } from "../request/forms/review-blocks.ts";

/** The most stops that the review has, with their reasons whole; the card has fewer. */
const MOST_STOPS = 20;

/** Ends a freeze by agreement. The engine itself makes sure that it is the open one. */
export const resume: Kind<"resume"> = {
  obstacle: async () => null,
  posts: () => [],

  review: (facts, { stops }, frame) =>
    reviewModal(
      facts,
      {
        noun: "stop",
        alerts: facts.sending.map((number) => `Already sent, cannot be stopped: R-${number}`),
        paragraphs: [
          stopLines(stops, MOST_STOPS, LONGEST_REASON),
          [section([bold("Once all have approved, approved requests are sent again.")])],
        ],
      },
      frame,
    ),
};
