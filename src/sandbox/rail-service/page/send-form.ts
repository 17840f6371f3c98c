import { html } from "hono/html";
import { attributes, posts } from "../../page-kit/page.ts";
import type { Books } from "../bank-and-chain/books.ts";
import { ASSETS } from "../bank-and-chain/outside.ts";
import { addressInWords, amountInWords } from "./words.ts";

type Rail = Books["rails"][number];
type Place = Books["outside"][number];

/** What the page knows beside the books. */
export interface Around {
  companies: readonly string[];
  /** The address of the company's bank and chain. */
  bank: string;
  /** The Rail that was asked for. */
  wanted: string;
  /** Changes with each payment, so that the form begins anew. */
  sent: string;
}

/** The form for a payment; a deposit into the Rail on show is filled in, but for its amount. */
export function sendForm({ company, outside, movements, rails }: Books, around: Around) {
  const [rail] = rails;
  const { address = null, reference = "" } = rail?.entry_point ?? {};
  const sent = String((movements[0]?.number ?? 0) + 1);
  const next = new URLSearchParams({ company, rail: rail?.id ?? "", sent });
  const focus = attributes({ autofocus: rail !== undefined && rail.id === around.wanted });
  const option = (value: string, words: string, selected: boolean) =>
    html`<option ${attributes({ value, selected })}>${words}</option>`;
  const best = rail && bestSource(rail, outside);
  return html`<section aria-labelledby="send-title" tabindex="-1">
  <h2 id="send-title">Send</h2>
  <form class="stack" id="send-${rail?.id}-${around.sent}" ${posts(`${around.bank}/payments`)}
    data-then="?${next}">
    <label class="stack">From <select name="from">
      ${outside.map((each) => option(`${each.number}`, nameOf(each), each === best))}
    </select></label>
    <label class="stack">To <input name="to" class="number" required spellcheck="false" autocomplete="off"
      placeholder="IBAN or address" value="${addressInWords(address)}"></label>
    <div class="pair">
      <label class="stack">Amount <input name="amount" required inputmode="decimal" autocomplete="off"
        placeholder="1,250.00" ${focus}></label>
      <label class="stack">Asset <select name="asset">
        ${ASSETS.map((each) => option(each, each, each === rail?.source_asset))}
      </select></label>
    </div>
    <label class="stack">Reference <input name="reference" spellcheck="false" autocomplete="off"
      value="${reference}"></label>
    <div><button type="submit" class="button primary">Send</button></div>
  </form>
</section>`;
}

const nameOf = ({ name, balances, is_whitelisted }: Place) => {
  const held = balances.map(amountInWords).join(", ") || "empty";
  return `${name} · ${held}${is_whitelisted ? "" : " · not whitelisted"}`;
};

/** A deposit into an on-ramp from a place that is not whitelisted is held. */
function bestSource({ entry_point, source_asset }: Rail, outside: readonly Place[]) {
  const rank = ({ is_whitelisted, balances }: Place) =>
    is_whitelisted + 2 * Number(balances.some(({ asset }) => asset === source_asset));
  return outside
    .filter(({ network }) => network === entry_point.network)
    .toSorted((one, other) => rank(other) - rank(one))[0];
}
