import type { ModalView } from "@slack/types";
import { bold, section } from "../platform/slack/blocks/rich-text.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { ageOf } from "../platform/text/times.ts";
import { networkOf } from "../request/card/change-lines.ts";
import { numberOf } from "../request/card/facts.ts";
import { actor } from "../request/card/people.ts";
import {
  type Frame,
  type ReviewFacts,
  reviewModal,
  valueParagraphs,
} from "../request/forms/review-blocks.ts";
import type { CreateRail } from "../request/rules/content.ts";

/** The review of a new Rail: what each deposit becomes, and the whole destination. */
export function railReview(facts: ReviewFacts, change: CreateRail, frame: Frame): ModalView {
  return reviewModal(
    facts,
    {
      noun: "Rail",
      paragraphs: [
        [section([depositText(change)], [bold("Permanent, no amount limit, cannot be undone.")])],
        ...valueParagraphs(facts.content, destinationSection(change, facts)),
      ],
    },
    frame,
  );
}

function depositText(change: CreateRail): string {
  const [from, to] = [change.source.asset, change.destination.asset].map((asset) =>
    cleanText(asset, 20),
  );
  const network = networkOf(change);
  return change.type === "ON_RAMP"
    ? `Every ${from} deposit becomes ${to} on ${network}.`
    : `Every ${from} deposit on ${network} becomes ${to}.`;
}

/** `To **Treasury cold wallet**, registered 3 days ago (R-131, requested by @Dee)`. */
function destinationSection(change: CreateRail, { destination, now }: ReviewFacts) {
  const name = bold(cleanText(change.destination.name, 60));
  if (destination?.state.is !== "done") return section(["To ", name]);
  const age = ageOf(destination.state.at, now);
  const who = [` (${numberOf(destination)}, requested by `, actor(destination.requestedBy), ")"];
  return section(["To ", name, `, registered ${age} ago`, ...who]);
}
