import type { Block } from "../../../../src/sandbox/slack-workspace/blocks/block.ts";
import { allOptions } from "../../../../src/sandbox/slack-workspace/blocks/choices.ts";
import type { Option } from "../../../../src/sandbox/slack-workspace/blocks/composition.ts";
import type { ActionElement } from "../../../../src/sandbox/slack-workspace/blocks/elements.ts";
import { placedElements } from "../../../../src/sandbox/slack-workspace/blocks/find-elements.ts";
import {
  isStateful,
  type StateValue,
  valueFrom,
} from "../../../../src/sandbox/slack-workspace/kept/element-values.ts";
import { plainTextOf } from "../../../../src/sandbox/slack-workspace/plain-text.ts";
import { listAt } from "./json.ts";

/** Block Kit as a person sees it, in a message or a view. */

export interface Placed {
  blockId: string;
  actionId: string;
  element: ActionElement;
  /** The label of its input, or the words on the button. */
  label: string;
  isInput: boolean;
  /** Its change is told to the app at once. */
  isTold: boolean;
}

// A boundary: the sandbox's workspace draws the same, and checks it.
const blocksIn = (shown: unknown) => listAt(shown, "blocks") as readonly Block[];

/** All that it says, a line each. */
export const saysIn = (shown: unknown): string => plainTextOf({ blocks: blocksIn(shown) });

export function headerIn(shown: unknown): string {
  const header = blocksIn(shown).find(({ type }) => type === "header");
  return header?.type === "header" ? header.text.text : "";
}

export const elementsIn = (shown: unknown): Placed[] =>
  placedElements(blocksIn(shown)).map(({ block, element }) => ({
    blockId: block.block_id ?? "",
    actionId: element.action_id ?? "",
    element,
    label: block.type === "input" ? block.label.text : labelOf(element),
    isInput: block.type === "input",
    isTold: block.type !== "input" || block.dispatch_action === true,
  }));

const labelOf = (element: ActionElement) => (element.type === "button" ? element.text.text : "");

/** The entry of a ⋯ menu with these words. */
export const menuOption = ({ element }: Placed, words: string): Option | undefined =>
  element.type === "overflow" ? element.options.find(({ text }) => text.text === words) : undefined;

/** The value of an input in which this is typed, or the option chosen that begins so. */
export function valueFor(element: ActionElement, input: string): StateValue {
  if (!isStateful(element)) throw new Error(`Nothing can be filled into a ${element.type}`);
  if (!("options" in element || "option_groups" in element)) return valueFrom(element, input);
  const options = allOptions<Option>(element);
  const chosen = options.find(({ text }) => text.text.startsWith(input));
  return valueFrom(element, chosen?.value ?? input);
}
