import { h } from "../../page-kit/dom.js";
import { amountInWords } from "./amount.js";
import { keptList } from "./kept-list.js";
import { numberOf, REASONS, STATES, shortId, timeInWords } from "./words.js";

/** Lists the deposits into Rails, with their states. */
export function depositsPart({ sendBack, reportAgain }) {
  const list = keptList("Deposits", draw, "Nothing has come into a Rail yet.");
  document
    .getElementById("deposits")
    .append(h("h2", { id: "deposits-title" }, "Deposits"), ...list.nodes);

  function draw(deposit) {
    const { id, rail, at, from, state, reason, reference, delivered } = deposit;
    const isHeld = state === "held";
    return [
      h(
        "p",
        { class: "entry-head" },
        h("span", { class: `state ${state}` }, STATES[state]),
        h("strong", { class: "sum" }, amountInWords(deposit)),
        h("time", { datetime: at }, timeInWords(at)),
      ),
      h(
        "p",
        { class: "entry-way" },
        `${from.name} → Rail ${shortId(rail)}`,
        delivered ? ` → ${amountInWords(delivered)} delivered` : null,
      ),
      reason
        ? h(
            "p",
            { class: isHeld ? "reason" : "reason past" },
            isHeld ? `${REASONS[reason]} Nothing was converted.` : `Was held: ${REASONS[reason]}`,
          )
        : null,
      h(
        "div",
        { class: "entry-foot" },
        isHeld
          ? button("Return", `Return ${amountInWords(deposit)} to ${from.name}`, () => sendBack(id))
          : null,
        h(
          "details",
          {},
          h("summary", {}, "More"),
          facts([
            ["Deposit", id],
            ["Rail", rail],
            ["From", numberOf(from)],
            ["Reference", reference],
          ]),
          button("Report again", `Report deposit ${id} again`, () => reportAgain(id)),
          h(
            "p",
            { class: "hint" },
            "The bank, or the chain, reports it once more. Nothing may come of that.",
          ),
        ),
      ),
    ];
  }

  return { show: ({ deposits }) => list.show(deposits) };
}

function button(label, name, press) {
  return h("button", { type: "button", "aria-label": name, on: { click: press } }, label);
}

function facts(rows) {
  return h(
    "dl",
    {},
    rows
      .filter(([, value]) => value)
      .map(([name, value]) => [h("dt", {}, name), h("dd", { class: "number" }, value)]),
  );
}
