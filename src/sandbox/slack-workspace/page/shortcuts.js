import { attempt, post } from "./api.js";
import { directory } from "./directory.js";
import { h } from "./dom.js";

const MARGIN = 8;

/** The "⋮" button with the app's shortcuts for a message. */
export function moreActions(message) {
  const { shortcuts } = directory.app;
  if (shortcuts.length === 0) return null;
  const opener = h(
    "button",
    {
      type: "button",
      class: "plain",
      title: "More actions",
      "aria-label": "More actions",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      on: { click: () => openMenu(opener, message) },
    },
    "⋮",
  );
  return opener;
}

function openMenu(opener, { channel, ts }) {
  const items = directory.app.shortcuts.map(({ name, callbackId, description }) =>
    h(
      "button",
      { type: "button", role: "menuitem", on: { click: () => choose(callbackId) } },
      h("span", {}, name),
      h("small", {}, `${description} · ${directory.app.name}`),
    ),
  );
  // In the top layer, so that neither the end of the list nor a new drawing of it cuts the menu off.
  const menu = h(
    "div",
    {
      class: "shortcuts",
      role: "menu",
      "aria-label": "More actions",
      popover: "auto",
      on: { keydown: key, toggle },
    },
    items,
  );

  function choose(callbackId) {
    menu.hidePopover();
    attempt(() => post(`/people/${directory.me.id}/shortcut`, { channel, ts, callbackId }));
  }

  function key(event) {
    const at = items.indexOf(document.activeElement);
    const last = items.length - 1;
    const next = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === "Tab") menu.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    items[next].focus();
  }

  function toggle({ newState }) {
    opener.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "closed") menu.remove();
  }

  document.body.append(menu);
  menu.showPopover();
  placeBeside(opener, menu);
  items[0].focus();
}

/** Under its button, or above it where there is no room. */
function placeBeside(opener, menu) {
  const at = opener.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const hasRoom = at.bottom + height + MARGIN <= window.innerHeight;
  menu.style.left = `${Math.max(MARGIN, at.right - width)}px`;
  menu.style.top = `${Math.max(MARGIN, hasRoom ? at.bottom + 4 : at.top - height - 4)}px`;
}
