import type { SeenEnd, SeenRail } from "./seen-rail.ts";

/** A Rail as the approvers know it: as shown when it was first seen, or when they last heard of it. */
export interface WatchedRail {
  rail: SeenRail;
  isMissing: boolean;
}

/** The news for the approvers about one Rail. */
export type RailChange = { railId: string } & (
  | { is: "missing"; lastSeenAt: string }
  | { is: "changed"; fields: readonly ChangedField[] }
);

export interface ChangedField {
  field: string;
  /** Null if the service shows none. */
  before: string | null;
  now: string | null;
}

/**
 * Compares a Rail with what the approvers know about it.
 * @param before Null for a Rail that nobody watched yet: its watch begins here, without news.
 * @returns What they know from now on, and the news for them; null if nothing is new.
 */
export function railChange(
  before: WatchedRail | null,
  { rail, isMissing }: WatchedRail,
): { watched: WatchedRail; change: RailChange | null } | null {
  const { railId, lastSeenAt } = rail;
  if (!before) return { watched: { rail, isMissing }, change: null };
  if (isMissing) {
    if (before.isMissing) return null;
    const change = { railId, is: "missing", lastSeenAt } as const;
    return { watched: { ...before, isMissing }, change };
  }
  const fields = changedFields(before.rail, rail);
  if (fields.length === 0 && !before.isMissing && knowsAsMuch(before.rail, rail)) return null;
  const change = fields.length === 0 ? null : ({ railId, is: "changed", fields } as const);
  return { watched: { rail, isMissing }, change };
}

/** False if an earlier release noted less about the Rail than we do now. */
const knowsAsMuch = (before: SeenRail, now: SeenRail) =>
  (before.digest === undefined) === (now.digest === undefined);

function changedFields(before: SeenRail, now: SeenRail): ChangedField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(now)];
  const changed = Object.entries(is).flatMap(([field, value]): ChangedField[] => {
    const earlier = was[field];
    // An earlier release did not note it.
    if (earlier === undefined || value === undefined || earlier === value) return [];
    return [{ field, before: earlier, now: value }];
  });
  if (changed.length > 0) return changed;
  const isOther = before.digest !== undefined && now.digest !== undefined;
  return isOther && before.digest !== now.digest
    ? [{ field: "a detail that Signalbox does not keep", before: null, now: null }]
    : [];
}

function fieldsOf(rail: SeenRail): Record<string, string | null | undefined> {
  return {
    type: rail.type,
    "asset paid in": rail.sourceAsset,
    "asset delivered": rail.destinationAsset,
    ...endFields("pay into", rail.source),
    ...endFields("delivers to", rail.destination),
    created: rail.createdAt,
  };
}

function endFields(
  end: string,
  { detail, network, displayName, serviceId, account }: SeenEnd,
): Record<string, string | null | undefined> {
  return {
    [`${end}: IBAN or address`]: detail?.value ?? null,
    [`${end}: sort code`]: account?.sortCode,
    [`${end}: account number`]: account?.accountNumber,
    [`${end}: BIC`]: account?.bicSwift,
    [`${end}: reference`]: account?.reference,
    [`${end}: currency`]: account?.currency,
    [`${end}: network`]: network,
    [`${end}: name`]: displayName,
    [`${end}: id`]: serviceId,
  };
}
