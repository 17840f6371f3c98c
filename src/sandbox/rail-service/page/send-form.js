import { h } from "../../page-kit/dom.js";
import { amountInWords, isNothing, readAmount } from "./amount.js";
import { field } from "./field.js";
import { numberOf } from "./words.js";

const NOT_AN_AMOUNT = "Type an amount with a point before its decimals, for example 1,250.50.";

/** The two ways to send, each with its sources, its fields and its body. */
const WAYS = {
  bank: {
    kind: "bank-account",
    to: "To IBAN",
    hasReference: true,
    // A deposit from any other place is held.
    rank: ({ isWhitelisted, hasSome }) => 2 * isWhitelisted + hasSome,
    bodyOf: (from, typed) => ({ ...typed, from: from.iban }),
    nothing: "The company has no bank account outside.",
  },
  chain: {
    kind: "wallet",
    to: "To address",
    hasReference: false,
    rank: ({ isWhitelisted, hasSome }) => 2 * hasSome + isWhitelisted,
    bodyOf: (from, typed) => ({ ...typed, network: from.network, from: from.address }),
    nothing: "The company has no wallet outside.",
  },
};

/** `send` takes the body of the call. It rejects with an Error that may have `errors` by field. */
export function sendForm(way, send, onSent) {
  const { kind, to: toLabel, hasReference, rank, bodyOf, nothing } = WAYS[way];
  const text = (attributes) => h("input", { type: "text", autocomplete: "off", ...attributes });
  const fields = {
    from: field("From", h("select")),
    to: field(toLabel, text({ class: "number", spellcheck: "false" })),
    amount: field("Amount", text({ inputmode: "decimal", placeholder: "1,250.00" })),
    asset: field("Asset", h("select")),
    ...(hasReference && { reference: field("Reference", text({ spellcheck: "false" })) }),
  };
  const { from, to, amount, asset, reference } = fields;
  const button = h("button", { type: "submit", class: "primary" }, "Send");
  const fault = h("p", { class: "field-error", role: "alert" });
  const node = h(
    "form",
    { class: "send-form", novalidate: true, on: { submit } },
    from.node,
    to.node,
    h("div", { class: "field-pair" }, amount.node, asset.node),
    reference?.node,
    fault,
    button,
  );
  from.control.addEventListener("change", () => offerAssets());
  let places = [];

  const chosen = () => places.find((each) => placeKey(each) === from.control.value);

  function show({ outside }) {
    places = outside.filter((each) => each.kind === kind);
    offer(
      from.control,
      places.map((each) => [placeKey(each), placeWords(each)]),
    );
    offerAssets();
    fault.textContent = places.length === 0 ? nothing : fault.textContent;
    button.disabled = places.length === 0;
  }

  /** Only assets with a balance can be sent. */
  function offerAssets() {
    offer(
      asset.control,
      (chosen()?.balances ?? []).map((each) => [each.asset, each.asset]),
    );
  }

  /** Fills in a deposit into this Rail, without the amount. */
  function fillFor({ entry_point: entry, source_asset }) {
    const rankOf = (each) =>
      rank({ isWhitelisted: each.is_whitelisted, hasSome: hasSome(each, source_asset) });
    const [best] = places
      .filter((each) => each.network === entry.network)
      .sort((one, other) => rankOf(other) - rankOf(one));
    if (best) from.control.value = placeKey(best);
    offerAssets();
    if (best && hasSome(best, source_asset)) asset.control.value = source_asset;
    to.control.value = numberOf(entry);
    if (reference) reference.control.value = entry.reference ?? "";
    tell({});
  }

  function tell(errors) {
    const { network, ...others } = errors;
    const byField = network ? { from: network, ...others } : others;
    for (const [name, each] of Object.entries(fields)) each.tell(byField[name]?.join(" "));
    const elsewhere = Object.entries(byField).filter(([name]) => !(name in fields));
    fault.textContent = elsewhere.map(([, words]) => words.join(" ")).join(" ");
    Object.entries(fields)
      .find(([name]) => byField[name])?.[1]
      .control.focus();
  }

  async function submit(event) {
    event.preventDefault();
    if (button.getAttribute("aria-busy") === "true") return;
    const wanted = readAmount(amount.control.value);
    const source = chosen();
    if (!source) return;
    if (wanted === undefined) {
      tell({ amount: [NOT_AN_AMOUNT] });
      return;
    }
    const typed = {
      to: to.control.value.replaceAll(/\s/g, ""),
      asset: asset.control.value,
      amount: wanted,
      ...(reference?.control.value.trim() && { reference: reference.control.value.trim() }),
    };
    button.setAttribute("aria-busy", "true");
    try {
      await send(bodyOf(source, typed));
      tell({});
      amount.control.value = "";
      onSent(`${amountInWords(typed)} sent.`);
    } catch (error) {
      tell(error.errors ?? {});
      if (Object.keys(error.errors ?? {}).length === 0) fault.textContent = error.message;
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  return { node, show, fillFor, focusAmount: () => amount.control.focus() };
}

const placeKey = ({ iban, network, address }) => iban ?? `${network} ${address}`;

const hasSome = ({ balances }, asset) =>
  balances.some((each) => each.asset === asset && !isNothing(each));

function placeWords({ name, network, is_whitelisted, balances }) {
  const held = balances.map(amountInWords).join(", ") || "empty";
  return [name, network, held, is_whitelisted ? undefined : "not whitelisted"]
    .filter(Boolean)
    .join(" · ");
}

/** Replaces options only if they differ, because an open menu closes with them. The choice stays. */
function offer(select, options) {
  const json = JSON.stringify(options);
  if (select.dataset.offered === json) return;
  const { value } = select;
  select.dataset.offered = json;
  select.replaceChildren(...options.map(([key, words]) => h("option", { value: key }, words)));
  if (options.some(([key]) => key === value)) select.value = value;
}
