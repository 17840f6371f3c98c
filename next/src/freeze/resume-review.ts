import type { ModalView } from "@slack/types";
import { bold, section } from "../platform/slack/blocks/rich-text.ts";
import { LONGEST_REASON, stopLines } from "../request/card/change-lines.ts";
import { joined } from "../request/card/people.ts";
import { type Frame, type ReviewFacts, reviewModal } from "../request/forms/review-blocks.ts";
import type { Resume } from "../request/rules/content.ts";

const MOST_STOPS = 20;

/** The review of the end of a stop: who stopped sending, with all reasons whole. */
export function resumeReview(facts: ReviewFacts, { stops }: Resume, frame: Frame): ModalView {
  const sent = joined(
    facts.sending.map((number) => `R-${number}`),
    "and",
  );
  const begin = [bold("Approved requests wait."), " "];
  return reviewModal(
    facts,
    {
      noun: "stop",
      alerts: sent === "" ? [] : [`Already sent, cannot be stopped: ${sent}`],
      paragraphs: [
        stopLines(stops, begin, MOST_STOPS, LONGEST_REASON),
        [section([bold("Once all have approved, these requests are sent.")])],
      ],
    },
    frame,
  );
}
