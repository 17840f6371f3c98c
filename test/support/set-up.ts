import type { Db } from "../../src/platform/database/schema.ts";
import type { Seal } from "../../src/platform/database/seal.ts";
import { findPolicy, isSamePolicy, lockSetup } from "../../src/request/queries/companies.ts";
import { keepToken } from "../../src/request/queries/connections.ts";
import { savePolicyVersion } from "../../src/request/queries/setups.ts";
import { makeConnectionCurrent } from "../../src/request/queries/successions.ts";
import type { PolicyDocument } from "../../src/request/rules/approval/policy-document.ts";
import type { Connection } from "../../src/request/rules/change.ts";

/** Puts a policy in force that nobody has asked for; one that is in force already keeps its version. */
export const savePolicy = (
  db: Db,
  workspaceId: string,
  wanted: PolicyDocument,
  at: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockSetup(trx, workspaceId);
    const current = await findPolicy(trx, workspaceId);
    if (current.version > 0 && isSamePolicy(current, wanted)) return;
    await savePolicyVersion(trx, workspaceId, wanted, null, null, at);
  });

/** Makes this the current connection of a workspace, with this token. */
export const saveCurrentConnection = (
  db: Db,
  seal: Seal,
  workspaceId: string,
  connection: Connection,
  token: string,
  at: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockSetup(trx, workspaceId);
    const lastFour = token.length < 12 ? "" : token.slice(-4);
    await keepToken(trx, seal, workspaceId, { ...connection, name: "", lastFour }, token, at);
    await makeConnectionCurrent(trx, workspaceId, connection.id);
  });
