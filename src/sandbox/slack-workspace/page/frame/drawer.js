import { h } from "../../../page-kit/dom.js";

/**
 * What opens at the right of the page, one at a time: the dialog `#id` with its title and content. Upon a form, which covers
 * all else, it comes to lie on the form.
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
    // Closed only to be opened again, upon a form.
    if (drawer.open) return;
    onClose();
    // A toast that was shown in the drawer is still to be read.
    const toasts = document.getElementById("toasts");
    if (drawer.contains(toasts)) document.body.append(toasts);
  });

  drawer.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !drawer.matches(":modal")) close();
  });

  return { open, close, toggle, isOpen: () => drawer.open };
}
