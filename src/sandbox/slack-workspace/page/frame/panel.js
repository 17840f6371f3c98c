import { h } from "../../../page-kit/dom.js";
import { directory } from "../directory.js";
import { createDrawer } from "./drawer.js";

const frame = h("iframe");
let drawer;

/** Makes the button for the drawer with another part of the sandbox; nothing if there is none. */
export function panelButton() {
  if (!directory.panel) return null;
  return h(
    "button",
    {
      type: "button",
      class: "nav-item",
      data: { nav: "panel-button" },
      on: { click: () => theDrawer().toggle() },
    },
    h("span", { "aria-hidden": "true" }, "⇄"),
    h("span", {}, directory.panel.label),
  );
}

/** Draws the links from a message into the panel. They belong to the sandbox, and not to the message. */
export function panelLinks(links) {
  if (links.length === 0) return null;
  return h(
    "p",
    { class: "panel-links" },
    links.map(({ label, url }) =>
      h(
        "button",
        { type: "button", title: "Of the sandbox, not of Slack", on: { click: () => show(url) } },
        label,
      ),
    ),
  );
}

function show(url) {
  if (frame.src) frame.contentWindow.location.replace(url);
  else frame.src = url;
  theDrawer().open();
}

function theDrawer() {
  if (drawer) return drawer;
  const { label, url } = directory.panel;
  frame.title = label;
  drawer = createDrawer("panel", label, frame, {
    onOpen() {
      if (!frame.src) frame.src = url;
      frame.focus();
    },
  });
  // Keys that are pressed in the frame reach only the page in it.
  window.addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data === "close") drawer.close();
  });
  return drawer;
}
