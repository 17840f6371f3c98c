import { type Block, placedElements } from "../../src/sandbox/slack-workspace/blocks/block.ts";
import type { Option } from "../../src/sandbox/slack-workspace/blocks/composition.ts";
import {
  type ActionElement,
  allOptions,
} from "../../src/sandbox/slack-workspace/blocks/elements.ts";
import {
  isStateful,
  type StateValue,
  valueFrom,
} from "../../src/sandbox/slack-workspace/kept/element-values.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { listAt } from "./json.ts";

/** Block Kit as a person sees it, in a message or a view. */

export type Placed = ReturnType<typeof elementsIn>[number];

// A boundary: the sandbox's workspace draws the same, and checks it.
const blocksIn = (shown: unknown) => listAt(shown, "blocks") as readonly Block[];

/** All that it says, a line each. */
export const saysIn = (shown: unknown): string => plainTextOf({ blocks: blocksIn(shown) });

export function headerIn(shown: unknown): string {
  const header = blocksIn(shown).find(({ type }) => type === "header");
  return header?.type === "header" ? header.text.text : "";
}

/**
 * What can be pressed and filled in, with the words on the button or its label; `isTold`: the app
 * hears of it at once.
 */
export const elementsIn = (shown: unknown) =>
  placedElements(blocksIn(shown)).map(({ block, element }) => {
    const placed = { blockId: block.block_id ?? "", actionId: element.action_id ?? "", element };
    if (block.type === "input") {
      const isTold = block.dispatch_action === true;
      return { ...placed, label: block.label.text, isInput: true, isTold };
    }
    const label = element.type === "button" ? element.text.text : "";
    return { ...placed, label, isInput: false, isTold: true };
  });

/** The value of an input in which this is typed, or the option that begins so; null without one. */
export function valueFor(
  element: ActionElement,
  input: string | readonly string[],
): StateValue | null {
  if (!isStateful(element)) return null;
  if (!("options" in element || "option_groups" in element)) return valueFrom(element, input);
  const words = String(input);
  const chosen = allOptions<Option>(element).find(({ text }) => text.text.startsWith(words));
  return chosen ? valueFrom(element, chosen.value) : null;
}
