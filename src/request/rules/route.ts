import type { RailSpec } from "../../platform/rail-api/rules/rail.ts";
import { canonicalJson } from "./digest.ts";

/** The type, assets, networks and destination id of a Rail, in one text. */
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
