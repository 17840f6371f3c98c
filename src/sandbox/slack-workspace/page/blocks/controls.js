import { h } from "../../../page-kit/dom.js";
import { pageUrl } from "../api.js";
import { directory } from "../directory.js";
import { openMenu } from "../frame/menu.js";
import { confirmed } from "../inputs/confirm.js";
import { safeUrl } from "./safe-url.js";
import { textObject } from "./text-object.js";

/** Draws a button of the app. Nobody can press it again until the app has answered. */
export function button(element, blockId, surface) {
  const control = h(
    "button",
    {
      type: "button",
      class: element.style,
      "aria-label": element.accessibility_label,
      data: { key: `${blockId}/${element.action_id}` },
      on: { click: press },
    },
    textObject(element.text),
    element.url ? h("span", { "aria-hidden": "true" }, " ↗") : null,
  );

  async function press() {
    if (element.confirm && !(await confirmed(element.confirm))) return;
    const url = element.url && safeUrl(element.url);
    if (url) window.open(url, "_blank", "noopener");
    await busy(control, () => surface.press(blockId, element.action_id));
  }
  return control;
}

/** Draws the "⋯" menu. */
export function overflow(element, blockId, surface) {
  const items = element.options.map((option) => ({
    content: textObject(option.text),
    choose: () => pick(option),
  }));
  const opener = h(
    "button",
    {
      type: "button",
      "aria-label": "More actions",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      data: { key: `${blockId}/${element.action_id}` },
      on: { click: () => openMenu(opener, "More actions", items) },
    },
    "⋯",
  );

  async function pick(option) {
    if (element.confirm && !(await confirmed(element.confirm))) return;
    const url = option.url && safeUrl(option.url);
    if (url) window.open(url, "_blank", "noopener");
    await busy(opener, () => surface.press(blockId, element.action_id, { value: option.value }));
  }
  return opener;
}

/**
 * Shows uploaded pictures and those in a data address. Any other is only named, even on this server: loading the event
 * stream as a picture would never end, and would use up one of the browser's few connections.
 */
export function image({ image_url, slack_file, alt_text }) {
  const source = slack_file ? uploaded(slack_file) : image_url;
  return slack_file || source.startsWith("data:image/")
    ? h("img", { src: source, alt: alt_text, title: alt_text })
    : h(
        "span",
        { class: "no-picture", role: "img", "aria-label": alt_text },
        `Picture: ${alt_text}`,
      );
}

/** Asks for a picture as the person at the page, who may see it only through a message or view. */
const uploaded = ({ id, url }) =>
  `${location.origin}${pageUrl(`/people/${directory.me.id}/picture`, { file: id ?? url })}`;

/** Blocks a control while `work` runs. */
export async function busy(control, work) {
  if (control.getAttribute("aria-busy") === "true") return undefined;
  control.setAttribute("aria-busy", "true");
  try {
    return await work();
  } finally {
    control.removeAttribute("aria-busy");
  }
}
