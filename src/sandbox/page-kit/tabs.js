import { h } from "./dom.js";

/**
 * Makes tabs for the panel with the id `panel`. The left and right keys move through them, and the focused tab is
 * shown.
 */
export function tabList({ label, tabs, selected, panel, onSelect }) {
  const buttons = tabs.map(({ name, label }) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-selected": String(name === selected),
        "aria-controls": panel,
        tabindex: name === selected ? "0" : "-1",
        on: { click: () => select(name) },
      },
      label,
    ),
  );

  function keydown(event) {
    const at = buttons.indexOf(document.activeElement);
    const last = buttons.length - 1;
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    select(tabs[next].name);
  }

  /** Showing a tab redraws the tabs too. */
  async function select(name) {
    await onSelect(name);
    document.getElementById(`tab-${name}`)?.focus();
  }

  return h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": label, on: { keydown } },
    buttons,
  );
}
