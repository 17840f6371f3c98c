import { h } from "../../page-kit/dom.js";
import { richText } from "./rich-text.js";

/** A table with its first row as the head. A wide one scrolls within its message. */
export function table({ rows, column_settings: columns = [] }) {
  const [head, ...body] = rows;
  const row = (tag, cells) =>
    h(
      "tr",
      {},
      cells.map((each, index) =>
        h(tag, { class: classOf(columns[index]), scope: tag === "th" ? "col" : null }, cell(each)),
      ),
    );
  return h(
    "div",
    { class: "table-frame", role: "region", "aria-label": "Table", tabindex: 0 },
    h(
      "table",
      {},
      head ? h("thead", {}, row("th", head)) : null,
      h(
        "tbody",
        {},
        body.map((cells) => row("td", cells)),
      ),
    ),
  );
}

const classOf = ({ align = "left", is_wrapped = false } = {}) =>
  `to-${align} ${is_wrapped ? "wrapped" : "unwrapped"}`;

const cell = (element) => (element.type === "rich_text" ? richText(element) : element.text);
