import type { Block } from "../../../../src/sandbox/slack-workspace/blocks/block.ts";
import { allOptions } from "../../../../src/sandbox/slack-workspace/blocks/choices.ts";
import type { Option } from "../../../../src/sandbox/slack-workspace/blocks/composition.ts";
import type { PlacedElement } from "../../../../src/sandbox/slack-workspace/blocks/find-elements.ts";
import { placedElements } from "../../../../src/sandbox/slack-workspace/blocks/find-elements.ts";
import { plainTextOf } from "../../../../src/sandbox/slack-workspace/plain-text.ts";
import { listAt } from "./json.ts";

/** Block Kit as a person sees it: of a message or a view. */

// A boundary: what the product sends is drawn by the sandbox's workspace too, which checks it.
const blocksIn = (shown: unknown) => listAt(shown, "blocks") as readonly Block[];

export const elementsIn = (shown: unknown): PlacedElement[] => placedElements(blocksIn(shown));

/** All that it says, a line each. */
export const saysIn = (shown: unknown): string => plainTextOf({ blocks: blocksIn(shown) });

export function headerIn(shown: unknown): string {
  const header = blocksIn(shown).find(({ type }) => type === "header");
  return header?.type === "header" ? header.text.text : "";
}

/** The label above an input; nothing for what is only pressed. */
export const labelOf = ({ block }: PlacedElement): string =>
  block.type === "input" ? block.label.text : "";

/** Whether it is a button with these words, or the option of a ⋯ menu that has them. */
export function pressable({ element }: PlacedElement, words: string): Option | "button" | null {
  if (element.type === "button") return element.text.text === words ? "button" : null;
  if (element.type !== "overflow") return null;
  return element.options.find(({ text }) => text.text === words) ?? null;
}

/** What is typed, or the value of the option that begins so. */
export function inputFor({ element }: PlacedElement, input: string): string {
  if (element.type !== "static_select" && element.type !== "radio_buttons") {
    if (element.type !== "checkboxes") return input;
  }
  const options = allOptions<Option>(element);
  const chosen = options.find(({ text }) => text.text.startsWith(input));
  if (!chosen) throw new Error(`No "${input}" among ${options.map(({ text }) => text.text)}`);
  return chosen.value;
}
