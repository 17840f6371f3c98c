import { canonicalJson } from "./digest.ts";
import type { RailSpec } from "./rail.ts";

/** Type, assets, networks and destination id of a Rail in one text: two requests with the same route ask for the same. */
export function routeOf(spec: RailSpec): string {
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
