import type { ViewStateValue } from "@slack/bolt";
import type {
  ActionsBlockElement,
  Block,
  InputBlockElement,
  KnownBlock,
  ModalView,
} from "@slack/types";
import type { SubmittedView } from "../../src/platform/slack/blocks/state.ts";

/** What a person did with a view: by block_id, the text typed or the value chosen; `null` leaves the block empty. */
export type Answers = Record<string, string | null>;

/** A view as Slack sends it back: a value for every input, preselected ones and typed ones too. */
export function filledIn(view: ModalView, answers: Answers = {}): SubmittedView {
  return {
    private_metadata: view.private_metadata ?? "",
    state: {
      values: Object.fromEntries(view.blocks.flatMap((block) => stateOf(block, answers))),
    },
  };
}

type Element = InputBlockElement | ActionsBlockElement;

function stateOf(
  block: KnownBlock | Block,
  answers: Answers,
): [string, Record<string, ViewStateValue>][] {
  const element = elementOf(block);
  if (block.block_id === undefined || !element?.action_id) return [];
  return [[block.block_id, { [element.action_id]: valueIn(element, answers[block.block_id]) }]];
}

function elementOf(block: KnownBlock | Block): Element | undefined {
  if ("element" in block && block.type === "input") return block.element;
  if ("elements" in block && block.type === "actions") return block.elements[0];
  return undefined;
}

function valueIn(element: Element, answer: string | null | undefined): ViewStateValue {
  switch (element.type) {
    case "number_input":
    case "plain_text_input":
      return {
        type: element.type,
        value: answer === undefined ? (element.initial_value ?? null) : answer,
      };
    case "multi_users_select":
      return { type: element.type, selected_users: element.initial_users ?? [] };
    case "multi_static_select":
      return {
        type: element.type,
        selected_options:
          answer === undefined
            ? (element.initial_options ?? []).map(({ value = "" }) => chosen(value))
            : (answer ?? "").split(" ").map(chosen),
      };
    case "checkboxes":
      return { type: element.type, selected_options: answer ? [chosen(answer)] : [] };
    case "radio_buttons":
    case "static_select": {
      const value = answer === undefined ? element.initial_option?.value : answer;
      return { type: element.type, selected_option: value ? chosen(value) : null };
    }
    default:
      throw new Error(`No ${element.type} stands on a form of this app`);
  }
}

const chosen = (value: string) => ({ text: { type: "plain_text", text: value } as const, value });
