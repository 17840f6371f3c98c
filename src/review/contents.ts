import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { reviewButton, reviewCommand } from "./open-review.ts";
import { reviewChore } from "./review-chore.ts";
import { submitReview } from "./submit-review.ts";

export const contents: Contents = {
  commands: [reviewCommand],
  buttons: [{ ids: [action.openReview], act: "look", press: reviewButton }],
  modals: [{ id: callback.review, act: "look", submit: submitReview }],
  chores: [reviewChore],
};
