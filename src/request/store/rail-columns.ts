import { valueKey } from "../../platform/payment-details/destination-value.ts";
import { contentDigest, entryPointOf, type Rail, valueAt } from "../../platform/rail-api/rail.ts";
import { routeKey } from "../rules/content.ts";
import { sha256 } from "../rules/digest.ts";
import { readTag } from "../rules/tag.ts";

/** What the columns beside `shown` repeat of a Rail, and its key if it is new. */
export function railColumns(rail: Rail) {
  const shown = JSON.stringify(rail);
  const { type, source, destination: to } = rail;
  const network = source.kind === "crypto" ? source.wallet.network : null;
  const reference = source.kind === "fiat" ? source.bankAccount.reference : null;
  const asked = { type, source: { asset: source.asset, network }, destination: to };
  const { key: destination, id: destination_id } = destinationOf(rail);
  const entry = entryPointOf(rail);
  return {
    key: rail.id ?? contentDigest(rail),
    rail_id: rail.id,
    shown,
    digest: sha256(shown),
    tag_request: readTag(rail.metadata)?.request ?? null,
    // Nobody can ask for an `EXCHANGE`: it has no route of ours.
    route: type === "EXCHANGE" ? null : routeKey(asked, destination ?? ""),
    ...{ destination, destination_id },
    // One address may take several assets, and many may share an account. Null if not shown.
    entry: entry && [source.asset, network ?? "", entry, reference ?? ""].join("|"),
  };
}

/** A destination's id and the key of its value, as a Rail shows them; null where it does not. */
export interface ShownDestination {
  id: string | null;
  key: string | null;
}

export function destinationOf({ destination }: Rail): ShownDestination {
  const { id } = destination.kind === "crypto" ? destination.wallet : destination.bankAccount;
  const value = valueAt(destination);
  return { key: value && valueKey(value), id };
}

/** Whether one shows a destination's id with another value: then nobody knows where money goes. */
export const isShownOtherwise = (
  shown: readonly ShownDestination[],
  { id, key }: ShownDestination,
): boolean => shown.some((each) => each.id === id && each.key !== null && each.key !== key);
