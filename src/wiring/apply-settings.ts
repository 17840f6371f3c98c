import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { WorkspaceSettings } from "../config/workspace-settings.ts";
import type { Database } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Clock } from "../platform/process/clock.ts";
import { readAccess, savePolicy, saveWorkspace } from "../request/queries/companies.ts";
import type { Store } from "../request/queries/store-port.ts";
import type { AppliedSettings } from "../workspace/applied-settings.ts";
import { readApplied, saveApplied } from "../workspace/applied-settings.ts";
import type { Named } from "../workspace/install/installations.ts";
import { afterSetupChange } from "../workspace/set-up/keep-setup.ts";
import { enterConnection, ownerOfToken } from "./enter-connection.ts";

interface Deps {
  db: Kysely<Database>;
  seal: Seal;
  store: Store;
  clock: Clock;
  railServices: readonly { baseUrl: string }[];
}

/**
 * Has the environment's word for its one workspace, as far as it says something else than when it was last applied: what
 * was changed in Slack since then stays. Throws, in words for the operator, where a token cannot be tried, and a `StoreError` `cannot-unseal` where no key opens the token that is kept.
 */
export async function applySettings(
  deps: Deps,
  workspace: Named,
  { rail, channel, policy }: WorkspaceSettings,
): Promise<void> {
  const { db, store, clock } = deps;
  const { id } = workspace;
  await saveWorkspace(db, id, workspace.name);
  await openCurrent(deps, id);
  const before = await readApplied(db, id);
  const now: AppliedSettings = {
    ...before,
    ...(rail && { rail: digestOf([id, rail.baseUrl, rail.environment, rail.token]) }),
    ...(channel !== null && { channel }),
    ...(policy && { policy: digestOf(policy) }),
  };
  const isAnotherPolicy = policy !== null && now.policy !== before.policy;
  if (isAnotherPolicy) await savePolicy(db, id, policy);
  const named = now.rail === before.rail ? null : rail;
  let isApplied = false;
  while (!isApplied) {
    const owned = named && (await ownerOfToken(deps, id, named));
    isApplied = await store.transaction(async (tx) => {
      await tx.lockSetup(id);
      // Another replica or a person was faster: whose token it is has to be found out anew.
      if (owned && !(await enterConnection(tx, id, named, owned, clock()))) return false;
      if (isAnotherPolicy) await afterSetupChange(tx, id, "change-policy");
      if (channel !== null && now.channel !== before.channel) {
        await tx.saveApprovalsChannel(id, channel);
        await afterSetupChange(tx, id, "change-channel");
      }
      await tx.noteSetUp(id, clock());
      return true;
    });
  }
  await saveApplied(db, id, now);
}

/** With the wrong keys nothing could be done for the workspace, and whoever starts it is there to hear of it. */
async function openCurrent(
  { db, seal, store, railServices }: Deps,
  workspaceId: string,
): Promise<void> {
  const { connection } = await store.setupOf(workspaceId);
  if (connection) await readAccess(db, seal, workspaceId, connection.id, railServices);
}

/** Tells whether two are the same, and nothing else of them. */
const digestOf = (said: unknown) => createHash("sha256").update(JSON.stringify(said)).digest("hex");
