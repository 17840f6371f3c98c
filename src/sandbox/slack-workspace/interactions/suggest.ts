import { z } from "zod";
import { allOptions } from "../blocks/choices.ts";
import { type Option, optionGroup, plainOption } from "../blocks/composition.ts";
import { limits } from "../blocks/limits.ts";
import type { Context } from "../context.ts";
import { PageError } from "../page-routes/page-error.ts";
import { interactionBase } from "../wire.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { type ElementName, elementOn } from "./surface.ts";

export interface Suggested extends Outcome {
  options?: Option[];
  option_groups?: { label: { text: string }; options: Option[] }[];
}

/** Slack's default for `min_query_length`. */
const SHORTEST_QUERY = 3;

/** An answer has one of the two, with at most as many entries as a static select. */
const answer = z.union([
  z.strictObject({ options: z.array(plainOption).max(limits.options) }),
  z.strictObject({ option_groups: z.array(optionGroup).max(limits.optionGroups) }),
]);

/** A person types into an external select: the app gets `block_suggestion`, and has three seconds for its options. */
export async function suggest(
  context: Context,
  userId: string,
  { query, ...name }: ElementName & { query: string },
): Promise<Suggested> {
  const { surface, element } = elementOn(context, userId, name);
  const { blockId, actionId } = name;
  if (element.type !== "external_select" && element.type !== "multi_external_select") {
    throw new PageError("element_not_found", "There is no such menu here.");
  }
  const shortest = element.min_query_length ?? SHORTEST_QUERY;
  if ([...query].length < shortest) {
    throw new PageError("query_too_short", `Type at least ${shortest} characters.`);
  }

  const receipt = await context.deliver("interactive", {
    type: "block_suggestion",
    ...interactionBase(context, userId),
    ...surface.place(),
    block_id: blockId,
    action_id: actionId,
    value: query,
  });
  if (!receipt.isAcknowledged) return outcomeOf(receipt, "Looking for options");
  const { data } = answer.safeParse(receipt.answer);
  if (!data) return { acknowledged: true, failure: "The app's options could not be used." };
  context.suggestions.note({ userId, blockId, actionId }, allOptions(data));
  return { acknowledged: true, ...data };
}
