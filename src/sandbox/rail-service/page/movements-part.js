import { h } from "../../page-kit/dom.js";
import { amountInWords } from "./amount.js";
import { keptList } from "./kept-list.js";
import { KINDS, timeInWords } from "./words.js";

/** Lists all movements, newest first. */
export function movementsPart() {
  const list = keptList("Movements", draw, "Nothing has moved yet.");
  document
    .getElementById("movements")
    .append(h("h2", { id: "movements-title" }, "Movements"), ...list.nodes);
  return { show: ({ movements }) => list.show(movements) };
}

function draw({ kind, at, from, to, reference, ...sum }) {
  return [
    h(
      "p",
      { class: "entry-head" },
      h("span", { class: "kind" }, KINDS[kind]),
      h("strong", { class: "sum" }, amountInWords(sum)),
      h("time", { datetime: at }, timeInWords(at)),
    ),
    h("p", { class: "entry-way" }, `${from.name} → ${to.name}`),
    reference ? h("p", { class: "hint" }, `Reference ${reference}`) : null,
  ];
}
