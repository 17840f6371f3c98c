import type { ViewOutput } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { checkedView } from "../blocks/checked.ts";

type Place = Pick<ViewOutput, "previous_view_id" | "root_view_id">;

/** Slack takes three modals on top of each other (https://docs.slack.dev/surfaces/modals). */
export function isHighest({ previous_view_id, root_view_id }: Place): boolean {
  return previous_view_id !== null && previous_view_id !== root_view_id;
}

/** Answers a submission with a view on top of the form, so that nothing typed is lost. A third form is replaced. */
export function overForm(form: Place, view: ModalView) {
  const response_action = isHighest(form) ? "update" : "push";
  return { response_action, view: checkedView(view) } as const;
}
