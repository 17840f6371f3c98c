import { block } from "./block.ts";
import { anyText } from "./composition.ts";
import { accessory, actionsElement, inputElement } from "./elements.ts";
import { richTextLeaf, richTextPart } from "./rich-text.ts";
import { tableCell } from "./table.ts";
import { modalView } from "./view.ts";

interface Union {
  options: readonly { shape: { type: { value: string } } }[];
}

const typesIn = ({ options }: Union) => options.map(({ shape }) => shape.type.value);

const KNOWN: ReadonlySet<string> = new Set([
  ...[block, accessory, actionsElement, inputElement].flatMap(typesIn),
  ...[anyText(1), tableCell, richTextPart, richTextLeaf].flatMap(typesIn),
  modalView.shape.type.value,
  "home",
]);

/** Does this workspace have it, wherever it may stand? */
export const isKnown = (type: string): boolean => KNOWN.has(type);
