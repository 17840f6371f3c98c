import { freshId, h } from "../../../page-kit/dom.js";
import { input } from "../inputs/inputs.js";
import { button, image, overflow } from "./controls.js";
import { foldable } from "./fold.js";
import { markdown } from "./markdown.js";
import { alert, card, container } from "./newer.js";
import { richText } from "./rich-text.js";
import { dataTable, table } from "./table.js";
import { textObject } from "./text-object.js";
import { video } from "./video.js";

/** Draws the app's blocks. `values` are the person's entries, and `errors` their faults. */
export function renderBlocks(blocks, { surface, values = {}, errors = {} }) {
  return blocks.map((block) =>
    h(
      "div",
      { class: `block ${block.type}`, data: { block: block.block_id } },
      content(block, { surface, values, errors }),
    ),
  );
}

function content(block, context) {
  switch (block.type) {
    case "header":
      return h("h3", {}, textObject(block.text));
    case "section":
      return section(block, context);
    case "context":
      return block.elements.map((each) =>
        each.type === "image" ? image(each) : h("span", { class: "text" }, textObject(each)),
      );
    case "actions":
      return block.elements.map((element) => control(element, block, context));
    case "divider":
      return h("hr");
    case "image":
      return h(
        "figure",
        {},
        block.title ? h("figcaption", {}, textObject(block.title)) : null,
        image(block),
      );
    case "rich_text":
      return richText(block);
    case "input":
      return inputBlock(block, context);
    case "markdown":
      return h("div", { class: "markdown" }, markdown(block.text));
    case "table":
      return table(block);
    case "data_table":
      return dataTable(block);
    case "alert":
      return alert(block);
    case "card":
      return card(
        block,
        (block.actions ?? []).map((element) => control(element, block, context)),
      );
    case "container":
      return container(block, renderBlocks(block.child_blocks, context));
    case "video":
      return video(block);
    case "file":
      return h("p", { class: "remote-file" }, `Remote file ${block.external_id}`);
    default:
      return h("p", { class: "unknown" }, `This page does not draw "${block.type}" blocks.`);
  }
}

function section(block, context) {
  return [
    h(
      "div",
      { class: "section-text" },
      block.text ? sectionText(block) : null,
      block.fields
        ? h(
            "div",
            { class: "fields" },
            block.fields.map((field) => h("div", { class: "text" }, textObject(field))),
          )
        : null,
    ),
    block.accessory ? control(block.accessory, block, context) : null,
  ];
}

function sectionText({ text, expand }) {
  const node = h("div", { class: "text" }, textObject(text));
  return expand ? node : foldable(node);
}

function control(element, block, { surface, values }) {
  switch (element.type) {
    case "button":
    case "workflow_button":
      return button(element, block.block_id, surface);
    case "overflow":
      return overflow(element, block.block_id, surface);
    case "image":
      return image(element);
    default:
      return input(element, {
        blockId: block.block_id,
        state: values[block.block_id]?.[element.action_id],
        surface,
        isDispatched: true,
        attributes: {
          "aria-label": element.placeholder?.text ?? block.text?.text ?? element.action_id,
        },
      });
  }
}

function inputBlock(
  { block_id, label, hint, optional, dispatch_action, element },
  { surface, values, errors },
) {
  const id = freshId("field");
  const error = Object.hasOwn(errors, block_id) ? errors[block_id] : undefined;
  return [
    h(
      "label",
      { for: id, id: `${id}-label` },
      textObject(label),
      optional ? h("span", { class: "optional" }, " (optional)") : null,
    ),
    input(element, {
      blockId: block_id,
      state: values[block_id]?.[element.action_id],
      surface,
      isDispatched: dispatch_action,
      attributes: {
        id,
        "aria-labelledby": `${id}-label`,
        "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`]
          .filter(Boolean)
          .join(" "),
        "aria-invalid": error ? "true" : undefined,
        "aria-required": optional ? undefined : "true",
      },
    }),
    error ? h("p", { class: "field-error", id: `${id}-error` }, error) : null,
    hint ? h("p", { class: "hint", id: `${id}-hint` }, textObject(hint)) : null,
  ];
}
