/** The forms of address. `unknown`: nobody told us what the network's addresses look like. */
export type AddressFamily = "solana" | "ethereum" | "unknown";

/** A place that money goes to, without its name. */
export type DestinationValue =
  | {
      kind: "wallet";
      /** The service's identifier, such as `SOLANA_DEVNET`. */
      network: string;
      family: AddressFamily;
      address: string;
    }
  | { kind: "account"; iban: string };

/** What a person typed, as it will be kept and sent; or what is wrong with it, in a sentence. */
export type ValueReading = { ok: true; value: DestinationValue } | { ok: false; fault: string };

/**
 * One account, or one address on one network, has one key, however it is spelled. The same address
 * on another network has another.
 */
export function valueKey(value: DestinationValue): string {
  if (value.kind === "account") return `account:${comparedText(value)}`;
  const network = value.network.replaceAll("%", "%25").replaceAll(":", "%3A");
  return `wallet:${network}:${comparedText(value)}`;
}

/** The value as it is shown: an IBAN in electronic spelling, an address verbatim. */
export function shownText(value: DestinationValue): string {
  if (value.kind === "wallet") return value.address;
  return ASCII.test(value.iban) ? value.iban.replace(/[ \t]/g, "").toUpperCase() : value.iban;
}

/** Without the case that means nothing: equal texts are one account, or one address somewhere. */
export function comparedText(value: DestinationValue): string {
  const text = shownText(value);
  return value.kind === "wallet" && ignoresCase(value) ? lowered(text) : text;
}

/** In groups of four, as people read an IBAN or an address aloud. */
export function groupsOf(value: DestinationValue): string[] {
  return inFours(shownText(value));
}

export function inFours(text: string): string[] {
  return text.match(/.{1,4}/gsu) ?? [];
}

/** An IBAN and an address in hexadecimal or bech32 mean the same in any case; on Solana none do. */
export function ignoresCase(value: DestinationValue): boolean {
  if (value.kind === "account") return true;
  const { address, family } = value;
  if (family === "solana") return false;
  if (HEXADECIMAL.test(address)) return true;
  return address.length > 14 && (BECH32.test(address) || BECH32_CAPITALS.test(address));
}

/** In small letters if it is ASCII: beyond it the Kelvin sign would become a `k`. */
export function lowered(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text;
}

const ASCII = /^[\t\n\r -~]*$/;
const HEXADECIMAL = /^0x[0-9a-f]+$/i;
const BECH32 = /^[a-z][a-z_]*1[02-9ac-hj-np-z]+$/;
const BECH32_CAPITALS = /^[A-Z][A-Z_]*1[02-9AC-HJ-NP-Z]+$/;
