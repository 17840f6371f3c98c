import { html } from "hono/html";
import type { Html } from "../../page-kit/page.ts";
import type { Books } from "../bank-and-chain/books.ts";
import { addressInWords, amountInWords, REASONS, shortId, timeInWords } from "./words.ts";

/** What became of a deposit, and what people can do about it. */
export function depositEntry(
  deposit: Books["deposits"][number],
  deed: (deposit: number, name: string) => Html,
) {
  const { number, rail, at, from, state, reason, reference, delivered } = deposit;
  const words = amountInWords(deposit);
  return html`<li class="stack" id="deposit-${number}">
  <p class="row">
    <span class="state ${state}">${state}</span> <strong>${words}</strong> ${timeOf(at)}
  </p>
  <p>${from.name} → ${shortId(rail)}${delivered && ` → ${amountInWords(delivered)} delivered`}</p>
  ${reason && html`<p>${state === "held" ? "" : "Was held: "}${REASONS[reason]}</p>`}
  <div class="row">
    ${state === "held" && button("Return", `${words} to ${from.name}`, deed(number, "return"))}
    <details id="more-${number}">
      <summary>More</summary>
      <dl>
        <dt>Rail</dt><dd class="number">${rail}</dd>
        <dt>From</dt><dd class="number">${addressInWords(from.address) || from.name}</dd>
        <dt>Reference</dt><dd class="number">${reference ?? "none"}</dd>
      </dl>
      ${button("Report again", `the deposit of ${words}`, deed(number, "report"))}
      <p class="hint">The bank, or the chain, reports it once more: nothing may come of that.</p>
    </details>
  </div>
</li>`;
}

const button = (verb: string, what: string, act: Html) =>
  html`<button type="button" class="button" aria-label="${verb}: ${what}" ${act}>${verb}</button>`;

export const movementEntry = (movement: Books["movements"][number]) =>
  html`<li class="stack" id="movement-${movement.number}">
  <p class="row">
    <span class="quiet kind">${movement.kind}</span>
    <strong>${amountInWords(movement)}</strong> ${timeOf(movement.at)}
  </p>
  <p>${movement.from} → ${movement.to}</p>
  ${movement.reference && html`<p class="quiet">Reference ${movement.reference}</p>`}
</li>`;

/** An account or a wallet outside, with its balances. */
export const placeEntry = (place: Books["outside"][number]) =>
  html`<li class="stack" id="place-${place.number}">
  <p class="row">
    <strong>${place.name}</strong>
    <span class="quiet last">${place.is_whitelisted ? "✓ whitelisted" : "not whitelisted"}</span>
  </p>
  <p class="number">${addressInWords(place.address)}</p>
  ${place.network !== "BANK" && html`<p class="quiet">${place.network}</p>`}
  <ul class="row" aria-label="Balances of ${place.name}">
    ${place.balances.map((each) => html`<li>${amountInWords(each)}</li>`)}
  </ul>
</li>`;

const timeOf = (at: string) => html`<time class="last" datetime="${at}">${timeInWords(at)}</time>`;
