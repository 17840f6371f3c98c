import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { reviewChore } from "./review-chore.ts";
import { reviewButton, reviewCommand } from "./review-modal.ts";
import { submitReview } from "./submit-review.ts";

export const contents: Contents = {
  commands: [reviewCommand],
  buttons: [{ ids: [action.openReview], act: "look", press: reviewButton }],
  modals: [{ id: callback.review, act: "look", submit: submitReview }],
  chores: [reviewChore],
};
