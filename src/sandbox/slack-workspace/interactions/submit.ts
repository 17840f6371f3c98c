import { z } from "zod";
import { type Block, type InputBlock, inputBlocks } from "../blocks/block.ts";
import { LIMITS } from "../blocks/limits.ts";
import { acceptModal } from "../blocks/read.ts";
import type { Context } from "../context.ts";
import { entriesIn, type StateValues } from "../kept/element-values.ts";
import type { OpenModal } from "../kept/views.ts";
import { PageError, SlackError } from "../slack-error.ts";
import { toSlackView } from "../wire.ts";
import { interact, type Outcome, outcomeOf } from "./tell-app.ts";

export interface Submission extends Outcome {
  /** The submitted view is gone, because the app accepted it. */
  closed: boolean;
  /** The faults of the fields by block_id, found by Slack's rules or the app. */
  errors?: Record<string, string>;
}

const responseAction = z.discriminatedUnion("response_action", [
  z.object({ response_action: z.literal("errors"), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal("update"), view: z.unknown() }),
  z.object({ response_action: z.literal("push"), view: z.unknown() }),
  z.object({ response_action: z.literal("clear") }),
]);

/** Checks the top modal as Slack's client does, and sends it as `view_submission`. */
export async function submit(context: Context, userId: string): Promise<Submission> {
  const view = context.views.top(userId);
  if (!view?.content.submit) {
    throw new PageError("nothing_to_submit", "There is no form to submit.");
  }

  const refused = refusedInputs(view.content.blocks, view.values);
  context.views.note(view, { errors: refused });
  if (Object.keys(refused).length > 0) {
    return { acknowledged: false, closed: false, errors: refused };
  }

  const sent = { view: toSlackView(view, context.seed), response_urls: [] };
  const receipt = await interact(context, userId, "view_submission", sent);
  if (!receipt.isAcknowledged) return { ...outcomeOf(receipt, "Submitting"), closed: false };
  return answered(context, view, receipt.answer);
}

function answered(context: Context, view: OpenModal, answer: Record<string, unknown>): Submission {
  if (Object.keys(answer).length === 0) {
    context.views.remove(view);
    return { acknowledged: true, closed: true };
  }
  try {
    return carryOut(context, view, responseAction.parse(answer));
  } catch (error) {
    if (!(error instanceof SlackError || error instanceof z.ZodError)) throw error;
    const failure = `The app's answer could not be used: ${error.message}`;
    return { acknowledged: true, closed: false, failure };
  }
}

function carryOut(
  context: Context,
  view: OpenModal,
  answer: z.output<typeof responseAction>,
): Submission {
  const { views } = context;
  switch (answer.response_action) {
    case "errors": {
      const { errors } = answer;
      refuseUnknownBlocks(view, errors);
      views.note(view, { errors });
      return { acknowledged: true, closed: false, errors };
    }
    case "update":
      views.update(view, acceptModal(answer.view));
      return { acknowledged: true, closed: false };
    case "push":
      views.push(view.userId, acceptModal(answer.view));
      return { acknowledged: true, closed: false };
    case "clear":
      views.close(view.userId, "all");
      return { acknowledged: true, closed: true };
  }
}

/** Slack shows errors under input blocks; for another block_id it rejects the whole answer. */
function refuseUnknownBlocks(view: OpenModal, errors: Record<string, string>): void {
  const known = inputBlocks(view.content.blocks).map(({ block_id }) => block_id);
  const unknown = Object.keys(errors).filter((blockId) => !known.includes(blockId));
  if (unknown.length > 0) {
    throw new SlackError("invalid_errors", [`no input block ${unknown.join(", ")}`]);
  }
}

/** Returns the faults that Slack's client finds before the app gets a submission, by block_id. */
function refusedInputs(blocks: readonly Block[], values: StateValues): Record<string, string> {
  const refused = inputBlocks(blocks).flatMap(({ block_id, element, optional }) => {
    const state = values[block_id]?.[element.action_id];
    const [value] = state ? entriesIn(state) : [];
    const problem =
      value === undefined
        ? !optional && "Please complete this required field."
        : element.type === "plain_text_input" && lengthProblem(element, [...value].length);
    return problem ? [[block_id, problem] as const] : [];
  });
  return Object.fromEntries(refused);
}

function lengthProblem(
  { min_length: min = 0, max_length: max = LIMITS.inputText }: TextInput,
  length: number,
): string | false {
  if (length < min) return `Must be at least ${min} characters (it has ${length}).`;
  return length > max && `Must be at most ${max} characters (it has ${length}).`;
}

type TextInput = Extract<InputBlock["element"], { type: "plain_text_input" }>;
