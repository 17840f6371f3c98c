import { h } from "../../page-kit/dom.js";
import { place } from "../../page-kit/place.js";

/**
 * Makes a list whose unchanged entries keep their node, so that the focus and open details stay. New or changed entries
 * are marked as fresh, except the first time.
 */
export function keptList(label, draw, whenEmpty) {
  const drawn = new Map();
  const list = h("ul", { class: "entries", "aria-label": label });
  const empty = h("p", { class: "hint" }, whenEmpty);
  let isFirst = true;

  function show(entries) {
    const nodes = entries.map((entry) => {
      const key = entry.id;
      const json = JSON.stringify(entry);
      const known = drawn.get(key);
      if (known?.json === json) return known.node;
      const node = h("li", { class: isFirst ? "entry" : "entry fresh" }, draw(entry));
      if (known) keepOpen(known.node, node);
      drawn.set(key, { json, node });
      return node;
    });
    const keys = new Set(entries.map(({ id }) => id));
    for (const key of drawn.keys()) if (!keys.has(key)) drawn.delete(key);
    place(list, nodes);
    empty.hidden = nodes.length > 0;
    list.hidden = nodes.length === 0;
    isFirst = false;
  }

  return { nodes: [empty, list], show };
}

function keepOpen(old, fresh) {
  const details = fresh.querySelector("details");
  if (details && old.querySelector("details")?.open) details.open = true;
}
