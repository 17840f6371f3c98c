import { html } from "hono/html";
import type { Books } from "../bank-and-chain/books.ts";
import { addressInWords, amountInWords, REASONS } from "./words.ts";

type Rail = Books["rails"][number];
type Deposit = Books["deposits"][number];

/** How many stations a deposit has reached: the source, the entry point and so on. */
const REACHED: Readonly<Record<Deposit["state"], number>> = {
  returned: 1,
  received: 2,
  held: 2,
  converted: 3,
  delivered: 4,
};

/** A Rail as a line of four stations, and how far its latest deposit has come. */
export function railPicture(rail: Rail, deposits: readonly Deposit[]) {
  const latest = deposits.find((each) => each.rail === rail.id);
  const reached = latest ? REACHED[latest.state] : 0;
  const stations = stationsOf(rail, latest).map(({ role, name, notes, address }, index) => {
    const held = index === 1 ? rail.held : [];
    const look = held.length > 0 ? "alarmed" : index < reached ? "reached" : "";
    return html`<li class="${look}">
    <span class="quiet">${role}</span> <strong>${name}</strong>
    ${address && html`<span class="number">${addressInWords(address)}</span>`}
    ${notes.map((each) => html`<span class="quiet">${each}</span>`)}
    ${held.map((each) => html`<span class="field-error">${amountInWords(each)} held</span>`)}
  </li>`;
  });
  return html`<figure>
  <ol class="line stack">${stations}</ol>
  <figcaption class="row">
    <span role="status">${captionOf(rail, latest)}</span> <span class="number">${rail.id}</span>
  </figcaption>
</figure>`;
}

function stationsOf(rail: Rail, latest: Deposit | undefined) {
  const { type, entry_point, destination, source_asset, destination_asset } = rail;
  const [anySource, entryPoint] =
    type === "ON_RAMP"
      ? ["A whitelisted bank account", "Virtual account"]
      : ["Any wallet", "Dedicated wallet"];
  const { reference } = entry_point;
  const way = reference === null ? entry_point.network : `Reference ${reference}`;
  const converted = `${amountInWords(rail.converted)} converted`;
  const delivered = `${amountInWords(rail.delivered)} delivered`;
  const assets = `${source_asset} → ${destination_asset}`;
  return [
    { role: "Source", name: latest?.from.name ?? anySource, address: null, notes: [] },
    { role: "Entry point", name: entryPoint, address: entry_point.address, notes: [way] },
    { role: "Conversion", name: assets, address: null, notes: [converted] },
    { role: "Destination", ...destination, notes: [destination.network, delivered] },
  ];
}

function captionOf({ deposits }: Rail, latest: Deposit | undefined): string {
  if (!latest) return "No deposit yet.";
  const { state, reason } = latest;
  const count = deposits === 1 ? "1 deposit" : `${deposits} deposits`;
  const why = state === "held" && reason ? ` ${REASONS[reason]} Nothing was converted.` : "";
  return `${count}. The latest: ${amountInWords(latest)}, ${state}.${why}`;
}
