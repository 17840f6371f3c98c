import { cleanText } from "../text/shown-text.ts";

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
