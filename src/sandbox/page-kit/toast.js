import { h } from "./dom.js";

const SHOWN_MS = 9_000;

/** Tells the person that something failed. */
export function toast(text) {
  const close = () => item.remove();
  const item = h(
    "div",
    { class: "toast" },
    h("span", {}, text),
    h(
      "button",
      { class: "plain", type: "button", "aria-label": "Dismiss", on: { click: close } },
      "✕",
    ),
  );
  // A modal dialog covers the page, so the message must be inside it.
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const region = document.getElementById("toasts");
  (dialogs.at(-1) ?? document.body).append(region);
  region.append(item);
  setTimeout(close, SHOWN_MS);
}
