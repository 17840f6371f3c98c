import { bold, section } from "../platform/slack/blocks/rich-text.ts";
import { LONGEST_REASON, stopLines } from "../request/card/change-lines.ts";
import { sentWarnings } from "../request/card/face-parts.ts";
import type { Kind } from "../request/engine/context.ts";

/** The most stops that the review has, with their reasons whole; the card has fewer. */
const MOST_STOPS = 20;

/** Ends a freeze by agreement. The engine itself makes sure that it is the open one. */
export const resume: Kind<"resume"> = {
  obstacle: async () => null,
  posts: () => [],

  /** Who stopped sending, with all reasons whole. */
  review: ({ sending }, { stops }) => ({
    noun: "stop",
    alerts: sentWarnings(sending),
    paragraphs: [
      stopLines(stops, MOST_STOPS, LONGEST_REASON),
      [section([bold("Once all have approved, sending resumes.")])],
    ],
  }),
};
