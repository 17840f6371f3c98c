import type { ViewOutput } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { checkedView } from "../blocks/checked.ts";

type Place = Pick<ViewOutput, "previous_view_id" | "root_view_id">;

/** Slack takes three modals on top of each other (https://docs.slack.dev/surfaces/modals). */
export function isHighest({ previous_view_id, root_view_id }: Place): boolean {
  return previous_view_id !== null && previous_view_id !== root_view_id;
}

/** Answers a submission above its form, in which what was typed stays; in its place where Slack has no room above. */
export function overForm(form: Place, view: ModalView) {
  const response_action = isHighest(form) ? "update" : "push";
  return { response_action, view: checkedView(view) } as const;
}
