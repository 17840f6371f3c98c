import type { Db } from "../../platform/database/schema.ts";
import { isKeyMissing } from "../../platform/database/store-error.ts";
import type { RailApis } from "../../platform/rail-api/rail-api.ts";
import type { RailApiErrorCode } from "../../platform/rail-api/rail-api-error.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import { findLatestRailId } from "../../request/queries/seen-rails.ts";
import { findSetup } from "../../request/queries/setups.ts";

interface Deps {
  db: Db;
  railApis: RailApis;
}

/** How the Rail service takes the token of the current connection. */
export type TokenState =
  | { is: "missing" }
  /** `sealed`: none of the keys there are opens it. */
  | {
      is: "accepted" | "refused" | "not-listed" | "of-another-company" | "sealed";
      lastFour: string;
    }
  | { is: "not-known"; lastFour: string; because: RailApiErrorCode };

/** Tries it with one read: of a Rail that is known, or else of the first page. */
export async function tryToken({ db, railApis }: Deps, workspaceId: string): Promise<TokenState> {
  const { connection } = await findSetup(db, workspaceId);
  if (!connection || connection.lastFour === null) return { is: "missing" };
  const { id, lastFour } = connection;
  const known = await findLatestRailId(db, id);
  try {
    const rails = await railApis(workspaceId, id);
    if (known === undefined) await rails.listRails()[Symbol.asyncIterator]().next();
    else await rails.getRail(known);
    return { is: "accepted", lastFour };
  } catch (error) {
    if (isKeyMissing(error)) return { is: "sealed", lastFour };
    if (!(error instanceof RailApiError)) throw error;
    if (error.code === "unauthenticated") return { is: "refused", lastFour };
    if (error.code === "not-listed") return { is: "not-listed", lastFour };
    if (error.code === "not-found") return { is: "of-another-company", lastFour };
    return { is: "not-known", lastFour, because: error.code };
  }
}
