import { z } from "zod";
import { addressOfKey, CHAIN_NETWORKS, type ChainNetwork, keyOfAddress } from "../addresses.ts";
import { flag, integer } from "../requests/query.ts";
import type { Place } from "./books.ts";

/** An IBAN at the bank, or an address on a network of the chain. */
export interface Location {
  network: "BANK" | ChainNetwork;
  /** The books find it by this one spelling. */
  address: string;
}

export const atBank = (iban: string): Location => ({ network: "BANK", address: iban });

export const onChain = (network: ChainNetwork, address: string): Location => ({
  network,
  address: keyOfAddress(network, address),
});

const common = z.object({ number: integer, company: z.string(), name: z.string() });
const onNetwork = { network: z.enum(CHAIN_NETWORKS), address: z.string() };
const atTheBank = { network: z.literal("BANK"), address: z.string() };
const outside = { rail: z.null(), is_whitelisted: flag };
const entryPoint = { rail: z.string() };

export const placeRow = z.discriminatedUnion("kind", [
  common.extend({ kind: z.literal("bank-account"), ...atTheBank, ...outside }),
  common.extend({ kind: z.literal("wallet"), ...onNetwork, ...outside }),
  common.extend({ kind: z.literal("virtual-account"), ...atTheBank, ...entryPoint }),
  common.extend({ kind: z.literal("dedicated-wallet"), ...onNetwork, ...entryPoint }),
  common.extend({ kind: z.enum(["conversion", "fees", "elsewhere"]), rail: z.null() }),
]);

/** A place in the books of one company. An entry point has a Rail; the service's own places have no location. */
export type KnownPlace = z.output<typeof placeRow>;

export type OutsideKind = "bank-account" | "wallet";
export type KnownOutside = Extract<KnownPlace, { kind: OutsideKind }>;
export type OwnKind = "conversion" | "fees" | "elsewhere";

export const isOutside = (place: KnownPlace): place is KnownOutside =>
  place.kind === "bank-account" || place.kind === "wallet";

/** The location as people read it. */
export function shownPlace(place: KnownPlace): Place {
  const { name } = place;
  switch (place.kind) {
    case "bank-account":
    case "virtual-account":
      return { kind: place.kind, name, iban: place.address };
    case "wallet":
    case "dedicated-wallet":
      return { kind: place.kind, name, ...shownAddress(place) };
    case "conversion":
    case "fees":
    case "elsewhere":
      return { kind: place.kind, name };
  }
}

export function shownOutside(place: KnownOutside) {
  const { name } = place;
  return place.kind === "bank-account"
    ? { kind: place.kind, name, iban: place.address }
    : { kind: place.kind, name, ...shownAddress(place) };
}

const shownAddress = ({ network, address }: { network: ChainNetwork; address: string }) => ({
  network,
  address: addressOfKey(network, address),
});
