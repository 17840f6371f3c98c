import { valueKey } from "../../platform/payment-details/destination-value.ts";
import { contentDigest, entryPointOf, type Rail, valueAt } from "../../platform/rail-api/rail.ts";
import { routeKey } from "../rules/content.ts";
import { sha256 } from "../rules/digest.ts";
import { readTag } from "../rules/tag.ts";

/** What the columns beside `shown` repeat of a Rail, and its key if it is new. */
export function railColumns(rail: Rail) {
  const shown = JSON.stringify(rail);
  const { key: destination, id: destination_id } = destinationOf(rail);
  return {
    key: rail.id ?? contentDigest(rail),
    rail_id: rail.id,
    shown,
    digest: sha256(shown),
    tag_request: readTag(rail.metadata)?.request ?? null,
    route: routeOf(rail, destination ?? ""),
    ...{ destination, destination_id },
    entry: entryOf(rail),
  };
}

/** Nobody can ask for an `EXCHANGE`: it has no route of ours. */
function routeOf({ type, source, destination }: Rail, key: string): string | null {
  if (type === "EXCHANGE") return null;
  const network = source.kind === "crypto" ? source.wallet.network : null;
  return routeKey({ type, source: { asset: source.asset, network }, destination }, key);
}

/** The id of its destination, and the key of its value; null for what it does not show. */
export function destinationOf({ destination }: Rail): { key: string | null; id: string | null } {
  const { id } = destination.kind === "crypto" ? destination.wallet : destination.bankAccount;
  const value = valueAt(destination);
  return { key: value && valueKey(value), id };
}

/** Where people pay in, and what: one address may take several assets. Null if not shown. */
function entryOf({ source }: Rail): string | null {
  const value = entryPointOf({ source });
  const network = source.kind === "crypto" ? source.wallet.network : "";
  return value && [source.asset, network, value].join("|");
}
