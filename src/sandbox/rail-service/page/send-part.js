import { h } from "../../page-kit/dom.js";
import { tabList } from "../../page-kit/tabs.js";
import { sendForm } from "./send-form.js";

const TABS = [
  { name: "bank", label: "From the bank" },
  { name: "chain", label: "On the chain" },
];

/** Draws two forms and shows one of them. `pay` and `transfer` make the calls. */
export function sendPart({ pay, transfer, onSent }) {
  const forms = {
    bank: sendForm("bank", pay, onSent),
    chain: sendForm("chain", transfer, onSent),
  };
  const tabs = h("div");
  const panel = h("div", { id: "send-panel", role: "tabpanel" });
  document.getElementById("send").append(h("h2", { id: "send-title" }, "Send"), tabs, panel);
  let shown;
  select("bank");

  function select(name) {
    if (name === shown) return;
    shown = name;
    tabs.replaceChildren(
      tabList({ label: "Send", tabs: TABS, selected: name, panel: panel.id, onSelect: select }),
    );
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    panel.replaceChildren(forms[name].node);
  }

  return {
    show(books) {
      for (const form of Object.values(forms)) form.show(books);
    },
    /** Fills in a deposit into the Rail. */
    fillFor(rail, { isPaying }) {
      const name = rail.type === "ON_RAMP" ? "bank" : "chain";
      select(name);
      forms[name].fillFor(rail);
      if (isPaying) forms[name].focusAmount();
    },
  };
}
