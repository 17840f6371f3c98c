import type { Db } from "../../platform/database/schema.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { KnownRail } from "../../request/queries/rails/known-rails.ts";
import { listKnownRails } from "../../request/queries/rails/known-rails.ts";
import type { ListRow } from "../../request/rules/list-row.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";

export interface RailRow extends ListRow {
  known: KnownRail;
}

const TYPES: Record<KnownRail["rail"]["type"], readonly [word: string, says: string]> = {
  ON_RAMP: ["on", TYPE_NAMES.ON_RAMP],
  OFF_RAMP: ["off", TYPE_NAMES.OFF_RAMP],
  EXCHANGE: ["exchange", TYPE_NAMES.EXCHANGE],
};

/** The words of the list of Rails, each with what people read for it. */
export const RAIL_TYPES = Object.fromEntries(Object.values(TYPES));

export const RAIL_STATES = {
  approved: "Approved here",
  elsewhere: "Not approved here",
  disputed: "Disputed",
  quarantined: "Quarantined",
  withheld: "Withheld",
  reported: "Problem reported",
  missing: "No longer shown",
  unreviewed: "Not reviewed yet",
};

/** As remembered: a number of the newest, or all. */
export async function knownRailRows(
  db: Db,
  connectionId: string,
  limit?: number,
): Promise<RailRow[]> {
  return (await listKnownRails(db, connectionId, limit)).map(railRow);
}

export function railRow(known: KnownRail): RailRow {
  const { rail, owner } = known;
  const { railId, sourceAsset, destinationAsset, source, destination } = rail;
  const values = [railId, ...[source, destination].flatMap((end) => [end.serviceId, paidAt(end)])];
  return {
    known,
    ref: railId,
    name: owner === null || owner.name === null ? routeName(rail) : shortened(owner.name, 60),
    type: TYPES[rail.type][0],
    states: statesOf(known),
    assets: [...new Set([sourceAsset, destinationAsset])],
    to: destination.displayName,
    by: owner?.requestedBy ?? null,
    at: rail.createdAt ?? null,
    values: [...values, owner && `R-${owner.number}`],
  };
}

/** `GBP → GBPA to Agency wallet · outside`, where nobody approved a name. Never show it in bold. */
function routeName({ sourceAsset, destinationAsset, destination }: KnownRail["rail"]): string {
  const route = `${code(sourceAsset)} → ${code(destinationAsset)}`;
  return `${route} to ${shortened(destination.displayName, 60)} · outside`;
}

const paidAt = ({ detail }: KnownRail["rail"]["source"]) => detail?.value ?? null;

/** The state that a reader must know first comes first. */
function statesOf(known: KnownRail): (keyof typeof RAIL_STATES)[] {
  const { rail, owner, isMissing } = known;
  return [
    ...(rail.dispute ? (["disputed"] as const) : []),
    ...(owner === null ? (["elsewhere"] as const) : []),
    ...(isMissing ? (["missing"] as const) : []),
    ...(known.isReported ? (["reported"] as const) : []),
    ...(owner ? [owner.standing] : []),
    ...(known.isUnreviewed ? (["unreviewed"] as const) : []),
  ];
}

/** Words say the danger beside the red sign. */
export function railStatus(known: KnownRail): string {
  const [first = "elsewhere"] = statesOf(known);
  const number = known.owner && `R-${known.owner.number}`;
  if (first === "approved") return `Approved · ${number}`;
  const isOfRequest = first === "quarantined" || first === "withheld";
  return `🔴 ${isOfRequest ? `${number} ${first}` : RAIL_STATES[first]}`;
}
