import type { Db } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import { isTokenKept } from "../../request/queries/companies.ts";
import { findSeenRail } from "../../request/queries/disputes.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { findLatestRailId } from "../../request/queries/rails/seen-rails.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { isConnectionBlank, isHeld } from "../../request/queries/successions.ts";
import type { Connection } from "../../request/rules/change.ts";
import { isSameRail, shownRail } from "../../request/rules/outcome/seen-rail.ts";

/** The connection to which a token belongs, or which it may have because nothing depends on it. */
export interface Owner {
  /** Null: the token needs a connection of its own. */
  connection: Connection | null;
  /** Proven by the token kept there, or by a Rail known there; nobody knows without either. */
  proof: "kept" | "sees-a-rail" | "none";
}

/**
 * The document shows no owner of a token: the only proof is that it is kept already, or sees a Rail that we know.
 * Throws a `RailApiError` if the service does not say.
 */
export async function ownerOfToken(
  { db, seal }: { db: Db; seal: Seal },
  rails: Pick<RailApi, "getRail">,
  { workspaceId, token, found }: { workspaceId: string; token: string; found: Connection[] },
): Promise<Owner> {
  const is = ({ id, baseUrl, environment }: Connection, proof: Owner["proof"]): Owner => ({
    connection: { id, baseUrl, environment },
    proof,
  });
  for (const each of found) {
    if (await isTokenKept(db, seal, workspaceId, each, token)) return is(each, "kept");
  }
  for (const each of found) {
    const known = await findLatestRailId(db, each.id);
    if (known === undefined) continue;
    const rail = { connectionId: each.id, railId: known };
    if (await sees(db, rails, rail)) return is(each, "sees-a-rail");
  }
  for (const each of found) {
    if (await isConnectionBlank(db, each.id)) return is(each, "none");
  }
  return { connection: null, proof: "none" };
}

/**
 * Whether waiting requests are held once `to` takes over: at the same service a token may belong to the same company.
 * Returning to a held connection ends its hold instead.
 */
export async function hasToHold(
  db: Db,
  workspaceId: string,
  to: Connection,
  proof: Owner["proof"],
): Promise<boolean> {
  const { connection } = await findSetup(db, workspaceId);
  const isSameService =
    connection?.baseUrl === to.baseUrl && connection.environment === to.environment;
  return isSameService && proof !== "sees-a-rail" && !(await isHeld(db, workspaceId, to.id));
}

/** A Rail of one of our connections. */
interface KnownRail {
  connectionId: string;
  railId: string;
}

/**
 * Whether a token sees a Rail that we know. Nothing says that another company has no Rail of the same id, so people have
 * to pay into the same account or wallet. Throws a `RailApiError` if the service does not say.
 */
export async function sees(
  db: Db,
  rails: Pick<RailApi, "getRail">,
  { connectionId, railId }: KnownRail,
): Promise<boolean> {
  const known =
    (await findSeenRail(db, connectionId, railId)) ??
    (await madeRail(db, { connectionId, railId }));
  try {
    const rail = await rails.getRail(railId);
    return known === undefined || isSameRail(known, shownRail(rail, railId, known.lastSeenAt));
  } catch (error) {
    if (error instanceof RailApiError && error.code === "not-found") return false;
    throw error;
  }
}

/** As the service answered when it was created: it may never have been read since. */
async function madeRail(db: Db, { connectionId, railId }: KnownRail) {
  const [owner] = await findRequestsByRailIds(db, connectionId, [railId]);
  const issued = owner && "issued" in owner.state ? owner.state.issued : null;
  return issued ? shownRail(issued, railId, owner?.requestedAt ?? "") : undefined;
}
