import { CHAIN_NETWORKS } from "./addresses.ts";
import { atBank, type Location, onChain } from "./bank-and-chain/place.ts";
import type { Places } from "./bank-and-chain/places.ts";
import type { State } from "./state.ts";

/** At most this many words of a kind are looked up. */
const MOST_LOOK_UPS = 60;

const RAIL_ID = /\brail_[0-9a-f]{24}\b/g;
/** The service's own accounts are British. An IBAN is one word, or groups of four. */
const IBAN = /\bGB\d{2}(?: ?[A-Z0-9]){18}\b/g;
const ADDRESS = /\b(?:0x[0-9A-Fa-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})\b/g;

interface Deps {
  state: Pick<State, "findRail">;
  places: Pick<Places, "resolve">;
}

/** The ids of the company's Rails that a text names, each once: by the id itself, or by the IBAN or address of an entry point. */
export function railsIn({ state, places }: Deps, company: string, text: string): string[] {
  const named = found(text, RAIL_ID).filter((id) => state.findRail(company, id));
  const entered = locationsIn(text).flatMap((location) => {
    const place = places.resolve(company, location);
    return place?.rail && place.company === company ? [place.rail] : [];
  });
  return [...new Set([...named, ...entered])];
}

const locationsIn = (text: string): Location[] => [
  ...found(text, IBAN).map((iban) => atBank(iban.replaceAll(" ", ""))),
  ...found(text, ADDRESS).flatMap((address) =>
    CHAIN_NETWORKS.map((network) => onChain(network, address)),
  ),
];

function found(text: string, pattern: RegExp): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(pattern)) {
    words.add(word);
    if (words.size === MOST_LOOK_UPS) break;
  }
  return [...words];
}
