import { h } from "../../../page-kit/dom.js";
import { image } from "./controls.js";
import { richText } from "./rich-text.js";
import { textObject } from "./text-object.js";

const SIGNS = { info: "ℹ️", warning: "⚠️", error: "⛔", success: "✅" };

/** A sign and a word show the level, never the colour alone. */
export function alert({ text, level }) {
  const sign = SIGNS[level];
  return h(
    "div",
    {
      class: `alert-box ${level}`,
      role: "note",
      "aria-label": level === "default" ? "Note" : level,
    },
    sign ? h("span", { "aria-hidden": "true" }, sign) : null,
    h("div", { class: "text" }, textObject(text)),
  );
}

/** `buttons` are its drawn actions. */
export function card({ hero_image, icon, title, subtitle, body }, buttons) {
  return h(
    "div",
    { class: "card-box" },
    hero_image ? image(hero_image) : null,
    heading({ icon, title: title && textObject(title), subtitle }),
    body ? h("div", { class: "text" }, textObject(body)) : null,
    buttons.length > 0 ? h("div", { class: "block actions" }, buttons) : null,
  );
}

/** `children` are its drawn blocks. */
export function container(block, children) {
  const { rich_text_title: rich, width, is_collapsible, default_collapsed } = block;
  const title = rich ? richText(rich) : textObject(block.title);
  const head = heading({ ...block, title });
  const inner = h("div", { class: "container-body" }, children);
  const attributes = { class: `container-box ${width}` };
  if (!is_collapsible) {
    const line = block.has_header_divider ? h("hr") : null;
    return h("div", attributes, head, line, inner);
  }
  return h("details", { ...attributes, open: !default_collapsed }, h("summary", {}, head), inner);
}

function heading({ icon, title, subtitle }) {
  return h(
    "div",
    { class: "box-head" },
    icon ? image(icon) : null,
    h(
      "div",
      {},
      title ? h("strong", {}, title) : null,
      subtitle ? h("small", { class: "text" }, textObject(subtitle)) : null,
    ),
  );
}
