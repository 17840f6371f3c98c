import { cleanText } from "../text/shown-text.ts";
import type { AddressFamily } from "./destination-value.ts";

type Families = Readonly<Record<string, AddressFamily>>;

/**
 * The networks of which the service's document says enough. The operator's configuration adds
 * others.
 */
export const NETWORK_FAMILIES: Families = { SOLANA_DEVNET: "solana" };

/**
 * The form of a network's addresses: as the operator says, else as we know; `unknown` is never
 * checked.
 */
export function familyOf(network: string, configured: Families = {}): AddressFamily {
  for (const families of [configured, NETWORK_FAMILIES]) {
    if (Object.hasOwn(families, network)) return families[network] ?? "unknown";
  }
  return "unknown";
}

/**
 * `SOLANA_DEVNET` as `Solana (devnet)`; an identifier of another shape as it is, at most 40
 * characters.
 */
export function networkName(network: string): string {
  if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(network)) return cleanText(network, 40) || "(none)";
  const [chain = "", ...rest] = network.split("_");
  const name = chain.slice(0, 1) + chain.slice(1).toLowerCase();
  return cleanText(rest.length === 0 ? name : `${name} (${rest.join(" ").toLowerCase()})`, 40);
}
