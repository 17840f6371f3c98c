import { z } from "zod";
import { anyText, generatedId, plainText, typed } from "./composition.ts";
import { type ActionElement, actionsElement, inputElement } from "./elements.ts";
import { broken } from "./faults.ts";
import { LIMITS } from "./limits.ts";
import { richText } from "./rich-text.ts";

const blockOf = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  typed(type, { block_id: generatedId, ...shape });

const actions = z.array(actionsElement).min(1).max(LIMITS.actionsElements);

export const block = z.discriminatedUnion("type", [
  blockOf("section", {
    text: anyText(LIMITS.text),
    accessory: actionsElement.optional(),
    expand: z.boolean().optional(),
  }),
  blockOf("actions", { elements: actions }).superRefine(({ elements }, context) => {
    const ids = elements.map(({ action_id }) => action_id);
    refuseTwice(ids, (index) => ["elements", index, "action_id"], context);
  }),
  blockOf("context", {
    elements: z.array(anyText(LIMITS.text)).min(1).max(LIMITS.contextElements),
  }),
  blockOf("divider", {}),
  blockOf("header", { text: plainText(LIMITS.header) }),
  blockOf("input", {
    label: plainText(LIMITS.inputLabel),
    hint: plainText(LIMITS.inputHint).optional(),
    optional: z.boolean().default(false),
    dispatch_action: z.boolean().default(false),
    element: inputElement,
  }),
  blockOf("alert", {
    text: anyText(LIMITS.alertText),
    level: z.enum(["default", "info", "warning", "error", "success"]).default("default"),
  }),
  richText,
]);

/** An accepted block, with missing ids filled in. */
export type Block = z.output<typeof block>;
export type InputBlock = Extract<Block, { type: "input" }>;

/** At most `max` blocks, with unique block_ids, one that has the focus, and alerts in modals alone. */
export const blockList = (max: number, { isModal }: { isModal: boolean }) =>
  z
    .array(block)
    .max(max)
    .superRefine((blocks, context) => {
      const ids = blocks.map(({ block_id }) => block_id);
      refuseTwice(ids, (index) => [index, "block_id"], context);
      for (const [index, { type }] of blocks.entries()) {
        if (type !== "alert" || isModal) continue;
        const constraint = { type: "surface", expected: ["modal"] };
        context.addIssue(broken('"alert" is for modals alone', constraint, [index, "type"]));
      }
      const focused = blocks.flatMap((each, index) =>
        each.type === "input" && "focus_on_load" in each.element && each.element.focus_on_load
          ? [[index, "element", "focus_on_load"]]
          : [],
      );
      for (const path of focused.slice(1)) {
        context.addIssue(broken("another element has the focus", { type: "unique" }, path));
      }
    });

function refuseTwice(
  ids: readonly string[],
  pathOf: (index: number) => (string | number)[],
  context: z.RefinementCtx,
): void {
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) === index) continue;
    const path = pathOf(index);
    context.addIssue(broken(`${path.at(-1)} already used`, { type: "unique" }, path));
  }
}

/** An element that a person can act on, with its block. */
export interface PlacedElement {
  block: Block;
  element: ActionElement;
}

export const placedElements = (blocks: readonly Block[]): PlacedElement[] =>
  blocks.flatMap((each) => elementsOf(each).map((element) => ({ block: each, element })));

function elementsOf(each: Block): readonly ActionElement[] {
  switch (each.type) {
    case "section":
      return each.accessory ? [each.accessory] : [];
    case "input":
      return [each.element];
    case "actions":
      return each.elements;
    default:
      return [];
  }
}

export const inputBlocks = (blocks: readonly Block[]): InputBlock[] =>
  blocks.flatMap((each) => (each.type === "input" ? [each] : []));
