import type { Db } from "../../platform/database/schema.ts";
import { isKeyMissing } from "../../platform/database/store-error.ts";
import type { RailApis } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import { dropToken } from "../../request/queries/connections.ts";
import { findLatestRailId } from "../../request/queries/seen-rails.ts";
import { findSetup } from "../../request/queries/setups.ts";
import type { DirectDeps, Setting } from "../set-up/set-directly.ts";
import { setDirectly } from "../set-up/set-directly.ts";
import type { ConnectFault } from "./connect.ts";
import { FAULTS } from "./connect.ts";
import { sees } from "./prove-owner.ts";

interface Deps {
  db: Db;
  railApis: RailApis;
}

export type TokenLook =
  | "accepted"
  /** The service takes it, but it does not see a Rail that we know. */
  | "another-company"
  | "no-token"
  /** None of the keys there are opens it. */
  | "sealed"
  | ConnectFault;

/** What the service says now of the token that is kept. */
export async function lookAtToken({ db, railApis }: Deps, workspaceId: string): Promise<TokenLook> {
  const { connection } = await findSetup(db, workspaceId);
  if (connection?.lastFour === null || connection === null) return "no-token";
  const known = await findLatestRailId(db, connection.id);
  try {
    const rails = await railApis(workspaceId, connection.id);
    if (known !== undefined) return (await sees(rails, known)) ? "accepted" : "another-company";
    for await (const _ of rails.listRails()) break;
    return "accepted";
  } catch (error) {
    if (isKeyMissing(error)) return "sealed";
    if (error instanceof RailApiError) return FAULTS[error.code];
    throw error;
  }
}

/** Nothing more is sent from now on; what waits goes on waiting. False where there was none. */
export async function removeToken(deps: DirectDeps, setting: Setting): Promise<boolean> {
  const { workspaceId } = setting;
  const set = await setDirectly(deps, setting, async (tx, { connection }) => {
    if (connection === null || connection.lastFour === null) return undefined;
    await dropToken(tx.db, workspaceId, connection.id);
    return { action: "token-removed", facts: { connectionId: connection.id } };
  });
  return set.is === "set";
}
