import { h } from "../../../page-kit/dom.js";

const MARGIN = 8;

/**
 * Opens a menu beside the button `opener`, which has `aria-haspopup` and `aria-expanded`. Arrow keys move through the
 * items. Escape, Tab and a click elsewhere close it, and the focus returns to the button.
 */
export function openMenu(opener, label, items) {
  const entries = items.map(({ content }) =>
    h("button", { type: "button", role: "menuitem", tabindex: "-1", on: { click } }, content),
  );
  // The menu is in the top layer, so that neither the end of a list nor a redraw cuts it off.
  const menu = h(
    "div",
    {
      class: "menu",
      role: "menu",
      "aria-label": label,
      popover: "auto",
      on: { keydown, beforetoggle, toggle },
    },
    entries,
  );

  function click({ currentTarget }) {
    menu.hidePopover();
    items[entries.indexOf(currentTarget)].choose();
  }

  function keydown(event) {
    const at = entries.indexOf(document.activeElement);
    const last = entries.length - 1;
    const next = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === "Tab") menu.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    entries[next].focus();
  }

  function beforetoggle({ newState }) {
    opener.setAttribute("aria-expanded", String(newState === "open"));
  }

  function toggle({ newState }) {
    if (newState === "closed") menu.remove();
  }

  // Nothing outside an open dialog can be used.
  (opener.closest("dialog") ?? document.body).append(menu);
  menu.showPopover();
  placeBeside(opener, menu);
  entries[0].focus();
}

/** Places the menu under its button, or above it if there is no room. */
function placeBeside(opener, menu) {
  const at = opener.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const hasRoom = at.bottom + height + MARGIN <= window.innerHeight;
  menu.style.left = `${Math.max(MARGIN, at.right - width)}px`;
  menu.style.top = `${Math.max(MARGIN, hasRoom ? at.bottom + 4 : at.top - height - 4)}px`;
}
