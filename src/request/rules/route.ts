import type { RailSpec } from "../../platform/rail-api/rules/rail.ts";
import type { Change } from "./change.ts";
import { detailsKey } from "./destination.ts";
import { canonicalJson } from "./digest.ts";

/**
 * What a change is about, in one text: of a Rail its type, assets, networks and destination id; of any change of the
 * register the destination itself, of one of the set-up which part of it. Two requests with the same route ask for the same,
 * or about the same thing.
 */
export function routeOf(change: Change): string {
  switch (change.kind) {
    case "create-rail":
      return routeOfSpec(change.spec);
    case "whitelist-destination":
    case "import-destination":
    case "retire-destination":
      return detailsKey(change.details);
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return change.kind;
  }
}

export function routeOfSpec(spec: RailSpec): string {
  return canonicalJson({
    type: spec.type,
    source: spec.source,
    asset: spec.destination.asset,
    destination: destinationIdOf(spec),
  });
}

/** The service's own id of the destination. */
export function destinationIdOf({ destination }: RailSpec): string {
  return "wallet" in destination ? destination.wallet.id : destination.bankAccount.id;
}
