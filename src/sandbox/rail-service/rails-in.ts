import { atBank, CHAIN_NETWORKS, type Location, onChain } from "./addresses.ts";
import type { Places } from "./bank-and-chain/places.ts";
import type { Store } from "./store.ts";

/** At most this many words of a kind are looked up. */
const MOST_LOOK_UPS = 60;

const RAIL_ID = /\brail_[0-9a-f]{24}\b/g;
/** The service's own accounts are British. An IBAN is one word, or groups of four. */
const IBAN = /\bGB\d{2}(?: ?[A-Z0-9]){18}\b/g;
const ADDRESS = /\b(?:0x[0-9A-Fa-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})\b/g;

/** The ids of the company's Rails that a text names, by id or by entry point, each once. */
export function railsIn(store: Store, places: Places, company: string, text: string): string[] {
  const named = found(text, RAIL_ID).filter((id) => store.rail(company, id));
  const locations: Location[] = [
    ...found(text, IBAN).map((iban) => atBank(iban.replaceAll(" ", ""))),
    ...found(text, ADDRESS).flatMap((address) =>
      CHAIN_NETWORKS.map((network) => onChain(network, address)),
    ),
  ];
  const entered = locations.flatMap((location) => places.find(company, location)?.rail ?? []);
  return [...new Set([...named, ...entered])];
}

const found = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([word]) => word))].slice(0, MOST_LOOK_UPS);
