import type { ModalView } from "@slack/types";
import { valueNote } from "../platform/payment-details/value-note.ts";
import { bold, code, section } from "../platform/slack/blocks/rich-text.ts";
import { coolDownText, placeText } from "../request/card/change-lines.ts";
import {
  type Frame,
  type ReviewFacts,
  reviewModal,
  valueParagraphs,
} from "../request/forms/review-blocks.ts";
import type { AddDestination } from "../request/rules/content.ts";

/** The review of a new destination, or of one that the service has already. */
export function destinationReview(
  facts: ReviewFacts,
  change: AddDestination,
  frame: Frame,
): ModalView {
  const { value, serviceId } = change;
  const usable = `Rails can use it ${coolDownText(facts.settings.coolDownHours)}.`;
  return reviewModal(
    facts,
    {
      noun: value.kind === "wallet" ? "wallet" : "account",
      paragraphs: [
        [
          section(
            [`${serviceId === null ? "New" : "Imported"} ${placeText(value)}`],
            serviceId !== null && ["The service has it already as ", code(serviceId), "."],
            [bold(usable)],
            ["The service cannot undo this. You can remove it from the register here."],
          ),
        ],
        ...valueParagraphs(facts.content, section([valueNote(value)])),
      ],
    },
    frame,
  );
}
