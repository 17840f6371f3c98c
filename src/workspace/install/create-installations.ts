import type { Transaction } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import { firstMarks, hasNothingSet, isFresh, keepMarks } from "../../request/sign-rows.ts";
import {
  departuresDue,
  forgetHistory,
  forgetSome,
  leaveSome,
  leftWithWaiting,
  noteLateEntries,
  removeInstallation,
} from "./departures.ts";
import type { Installation, IssuedTokens, Named } from "./installations.ts";
import {
  aboutInstallation,
  endRefresh,
  findInstallation,
  findServing,
  saveInstallation,
  saveRefreshed,
  takeRefresh,
} from "./slack-installations.ts";
import {
  comeBack,
  hasLeft,
  isForgotten,
  leftWorkspaces,
  recordInstallation,
  rememberWorkspace,
  workspacesOf,
} from "./workspaces.ts";

export type Installations = ReturnType<typeof createInstallations>;

/** Every query about installations. Opening a token throws a `StoreError` `cannot-unseal` if no key fits. */
export function createInstallations(db: Db, seal: Seal) {
  const inTransaction = <Result>(work: (trx: Transaction<Database>) => Promise<Result>) =>
    db.transaction().execute(work);
  return {
    find: (id: string) => findInstallation(db, seal, id),
    servingWorkspace: (workspaceId: string) => findServing(db, seal, workspaceId),
    about: (id: string) => aboutInstallation(db, id),
    save: (installation: Installation, at: string) => save(db, seal, installation, at),
    remember: (workspace: Named, enterpriseId: string | null) =>
      rememberWorkspace(db, workspace, enterpriseId),
    comeBack: (workspaceId: string, at: string) =>
      inTransaction(async (trx) => {
        const marks = await marksFromStart(trx, seal, workspaceId);
        const isBack = await comeBack(trx, workspaceId);
        if (isBack) await keepMarks(trx, workspaceId, { at, actor: "signalbox" }, marks);
        return saved(isBack);
      }),
    leftWorkspaces: (of: Pick<Installation, "id" | "isOrgWide">) => leftWorkspaces(db, of),
    takeRefresh: (id: string, version: number, ms: number) => takeRefresh(db, id, version, ms),
    saveRefreshed: (id: string, version: number, tokens: IssuedTokens) =>
      saveRefreshed(db, seal, id, version, tokens),
    endRefresh: (id: string, version: number, how: { isRefused: boolean }) =>
      endRefresh(db, id, version, how),
    remove: (id: string, at: string) => inTransaction((trx) => removeInstallation(trx, id, at)),
    leaveSome: (id: string, workspaceIds: readonly string[], at: string) =>
      inTransaction((trx) => leaveSome(trx, id, workspaceIds, at)),
    hasLeft: (workspaceId: string) => hasLeft(db, workspaceId),
    leftWithWaiting: () => leftWithWaiting(db),
    noteLateEntries: () => noteLateEntries(db),
    forgetSome: (workspaceId: string, most: number) => forgetSome(db, workspaceId, most),
    departuresDue: (keptDays: number, limit: number) => departuresDue(db, keptDays, limit),
    forgetHistory: (workspaceId: string, most: number) => forgetHistory(db, workspaceId, most),
  };
}

const saved = (isSaved: boolean) => (isSaved ? "saved" : "not-forgotten");

/**
 * A new workspace, or one that was wholly forgotten, is signed from its start. Anybody who writes to the database can say
 * that a workspace left, but by that gets no code for a set-up: only for having none.
 */
async function marksFromStart(db: Db, seal: Seal, workspaceId: string) {
  const isAtStart = (await isFresh(db, workspaceId)) || (await isForgotten(db, workspaceId));
  const isEmpty = isAtStart && (await hasNothingSet(db, workspaceId));
  return isEmpty ? firstMarks(db, seal, workspaceId) : [];
}

class NotForgotten extends Error {}

/** Keeps the newest installation. Saves nothing, and says so, if anything of a removed workspace is still kept. */
async function save(
  db: Db,
  seal: Seal,
  installation: Installation,
  at: string,
): Promise<"saved" | "not-forgotten"> {
  const { workspace, enterprise, installedBy: actor, scopes } = installation;
  const entry = { action: "app-installed", actor, at, facts: { scopes } } as const;
  try {
    await db.transaction().execute(async (trx) => {
      if (workspace) await rememberWorkspace(trx, workspace, enterprise?.id ?? null);
      const workspaces = await workspacesOf(trx, installation);
      await saveInstallation(trx, seal, installation, at);
      for (const id of workspaces) {
        const marks = await marksFromStart(trx, seal, id);
        if (!(await comeBack(trx, id))) throw new NotForgotten();
        await recordInstallation(trx, id, entry, marks);
      }
    });
    return "saved";
  } catch (error) {
    if (error instanceof NotForgotten) return "not-forgotten";
    throw error;
  }
}
