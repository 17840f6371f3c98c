import { h } from "../../../page-kit/dom.js";

/**
 * Makes a drawer at the right of the page, one open at a time: the dialog `#id` with its title and content. An open
 * form covers the page, so the drawer then lies on the form.
 */
export function createDrawer(id, title, content, { onOpen, onClose = () => {} }) {
  const drawer = document.getElementById(id);
  drawer.replaceChildren(
    h(
      "div",
      { class: "drawer-header" },
      h("h2", { id: `${id}-title` }, title),
      h(
        "button",
        { type: "button", class: "plain", "aria-label": "Close", on: { click: close } },
        "✕",
      ),
    ),
    content,
  );

  const isCovered = () => document.querySelector("dialog:modal:not(.drawer)") !== null;
  const isInReach = () => drawer.open && (drawer.matches(":modal") || !isCovered());

  function open() {
    if (!isInReach()) {
      for (const other of document.querySelectorAll(".drawer[open]")) other.close();
      if (isCovered()) drawer.showModal();
      else drawer.show();
    }
    onOpen();
  }

  function close() {
    drawer.close();
  }

  function toggle() {
    if (isInReach()) close();
    else open();
  }

  drawer.addEventListener("close", () => {
    // The drawer closes only to open again on a form.
    if (drawer.open) return;
    onClose();
    // A toast in the drawer must stay readable.
    const toasts = document.getElementById("toasts");
    if (drawer.contains(toasts)) document.body.append(toasts);
  });

  drawer.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !drawer.matches(":modal")) close();
  });

  return { open, close, toggle, isOpen: () => drawer.open };
}
