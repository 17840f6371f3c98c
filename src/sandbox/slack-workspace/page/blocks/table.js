import { freshId, h } from "../../../page-kit/dom.js";
import { richText } from "./rich-text.js";

/** Draws a table with its first row as the head. A wide one scrolls inside its message. */
export function table({ rows, column_settings: columns = [] }) {
  const [head = [], ...body] = rows;
  return frame(
    "Table",
    h(
      "table",
      {},
      h("thead", {}, row(head, "th", columns)),
      h(
        "tbody",
        {},
        body.map((cells) => row(cells, "td", columns)),
      ),
    ),
  );
}

/** Draws a table in pages, sorted by the column whose head was pressed last. */
export function dataTable({ caption, rows, page_size: size, row_header_column_index: named }) {
  const [head, ...body] = rows;
  const columns = head.map((_, index) => ({
    align: body.every((cells) => cells[index]?.type === "raw_number") ? "right" : "left",
    is_wrapped: true,
  }));
  const id = freshId("table");
  const root = h("div", { class: "data-table" });
  let first = 0;
  let sorted = { by: undefined, isDown: false };

  function turn(to) {
    first = to;
    draw();
  }

  function sortBy(by) {
    sorted = { by, isDown: sorted.by === by && !sorted.isDown };
    turn(0);
    root.querySelectorAll("th button")[by].focus();
  }

  const heading = (cell, index) =>
    h(
      "th",
      {
        class: classOf(columns[index]),
        scope: "col",
        "aria-sort": sorted.by === index && (sorted.isDown ? "descending" : "ascending"),
      },
      h(
        "button",
        { type: "button", class: "plain", on: { click: () => sortBy(index) } },
        cell.text,
      ),
    );

  const page = (label, to) =>
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": `${label} of ${caption}`,
        disabled: to < 0 || to >= body.length,
        on: { click: () => turn(to) },
      },
      label,
    );

  function draw() {
    const shown = inOrder(body, sorted).slice(first, first + size);
    const table = h(
      "table",
      { id },
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, head.map(heading))),
      h(
        "tbody",
        {},
        shown.map((cells) => row(cells, "td", columns, named)),
      ),
    );
    const pages = h(
      "p",
      { class: "table-pages", "aria-live": "polite" },
      h("span", {}, `${first + 1}–${first + shown.length} of ${body.length}`),
      page("Previous", first - size),
      page("Next", first + size),
    );
    root.replaceChildren(frame(caption, table), ...(body.length > size ? [pages] : []));
  }
  draw();
  return root;
}

const frame = (label, table) =>
  h("div", { class: "table-frame", role: "region", "aria-label": label, tabindex: 0 }, table);

/** `named` is the column whose cell names the row. */
function row(cells, tag, columns, named) {
  return h(
    "tr",
    {},
    cells.map((each, index) => {
      const isHead = tag === "th" || index === named;
      const scope = isHead ? (tag === "th" ? "col" : "row") : null;
      return h(isHead ? "th" : tag, { class: classOf(columns[index]), scope }, cell(each));
    }),
  );
}

function inOrder(rows, { by, isDown }) {
  if (by === undefined) return rows;
  const keyOf = (cells) => cells[by].value ?? cell(cells[by]).textContent ?? cells[by].text;
  const order = new Intl.Collator("en-GB", { numeric: true });
  const up = rows.toSorted((one, other) => order.compare(keyOf(one), keyOf(other)));
  return isDown ? up.toReversed() : up;
}

const classOf = ({ align = "left", is_wrapped = false } = {}) =>
  `to-${align} ${is_wrapped ? "wrapped" : "unwrapped"}`;

const cell = (element) => (element.type === "rich_text" ? richText(element) : element.text);
