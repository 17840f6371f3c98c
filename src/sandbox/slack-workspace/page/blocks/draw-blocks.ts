import { html } from "hono/html";
import { attributes, type Html } from "../../../page-kit/page.ts";
import type { Block, InputBlock } from "../../blocks/block.ts";
import { LIMITS } from "../../blocks/limits.ts";
import { drawElement, idOf } from "./element.ts";
import { drawRichText } from "./rich-text.ts";
import type { Surface } from "./surface.ts";
import { drawText, type Words } from "./text.ts";

/** Draws an app's blocks as one person sees them. */
export const drawBlocks = (blocks: readonly Block[], surface: Surface): Html[] =>
  blocks.map(
    (block) =>
      html`<div class="block ${block.type} ${LAYOUT[block.type]}">${content(block, surface)}</div>`,
  );

const LAYOUT: Partial<Record<Block["type"], string>> = {
  ...{ context: "row quiet", actions: "row", input: "stack" },
};

function content(block: Block, surface: Surface): Words {
  const { reader } = surface;
  switch (block.type) {
    case "header":
      return html`<h3>${drawText(block.text, reader)}</h3>`;
    case "section":
      return section(block, surface);
    case "context":
      return block.elements.map(
        (each) => html`<span class="text">${drawText(each, reader)}</span>`,
      );
    case "actions":
      return block.elements.map((element) =>
        drawElement(element, { surface, blockId: block.block_id }),
      );
    case "divider":
      return html`<hr>`;
    case "rich_text":
      return drawRichText(block, reader);
    case "alert":
      return alert(block, surface);
    case "input":
      return input(block, surface);
  }
}

type Of<Type> = Extract<Block, { type: Type }>;

function section({ block_id, text, expand, accessory }: Of<"section">, surface: Surface) {
  const { reader } = surface;
  const words = drawText(text, reader);
  const shown = expand
    ? html`<div class="text">${words}</div>`
    : html`<div class="text" data-fold="${LIMITS.foldAbovePx}">${words}</div><button type="button" class="plain" hidden></button>`;
  const aria = { "aria-label": text.text };
  return html`<div class="section-text stack">${shown}</div>${accessory && drawElement(accessory, { surface, blockId: block_id, aria })}`;
}

const SIGNS = { default: "", info: "ℹ️", warning: "⚠️", error: "⛔", success: "✅" };

/** A sign and a word show the level, never the colour alone. */
const alert = ({ text, level }: Of<"alert">, { reader }: Surface) =>
  html`<div class="alert-box ${level}" role="note" aria-label="${level}"><span aria-hidden="true">${SIGNS[level]}</span><div class="text">${drawText(text, reader)}</div></div>`;

function input({ block_id, label, hint, optional, element }: InputBlock, surface: Surface): Html {
  const id = idOf(surface, block_id, element.action_id);
  const error = Object.hasOwn(surface.errors, block_id) ? surface.errors[block_id] : undefined;
  const described = [error && `${id}.error`, hint && `${id}.hint`].filter(Boolean).join(" ");
  const isGroup =
    ["checkboxes", "radio_buttons"].includes(element.type) || element.type.startsWith("multi_");
  const aria = {
    "aria-labelledby": `${id}.label`,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? "true" : undefined,
    "aria-required": optional || isGroup ? undefined : "true",
  };
  const words = html`${drawText(label, surface.reader)}${optional && html` <small>(optional)</small>`}`;
  return html`<label${attributes({ id: `${id}.label`, for: isGroup ? undefined : id })}>${words}</label>${drawElement(element, { surface, blockId: block_id, aria })}${
    error && html`<p class="field-error" id="${id}.error">${error}</p>`
  }${hint && html`<p class="hint" id="${id}.hint">${drawText(hint, surface.reader)}</p>`}`;
}
