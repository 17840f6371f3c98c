import { h } from "../../page-kit/dom.js";
import { amountInWords } from "./amount.js";
import { keptList } from "./kept-list.js";
import { numberOf } from "./words.js";

/** Lists the company's accounts and wallets outside the service, with their balances. */
export function placesPart() {
  const list = keptList("Accounts and wallets", draw, "The company has none outside the service.");
  document
    .getElementById("places")
    .append(h("h2", { id: "places-title" }, "Accounts and wallets"), ...list.nodes);

  return {
    show: ({ outside }) =>
      list.show(outside.map((each) => ({ id: `${each.network} ${numberOf(each)}`, ...each }))),
  };
}

function draw({ name, network, is_whitelisted, balances, ...place }) {
  return [
    h(
      "p",
      { class: "entry-head" },
      h("strong", {}, name),
      h(
        "span",
        { class: is_whitelisted ? "mark whitelisted" : "mark" },
        is_whitelisted ? "✓ whitelisted" : "not whitelisted",
      ),
    ),
    h("p", { class: "number" }, numberOf(place)),
    network ? h("p", { class: "hint" }, network) : null,
    h(
      "ul",
      { class: "balances", "aria-label": `Balances of ${name}` },
      balances.map((balance) => h("li", {}, amountInWords(balance))),
    ),
  ];
}
