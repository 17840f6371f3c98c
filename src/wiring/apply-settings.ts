import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { NO_PINS } from "../authority/pins.ts";
import type { WorkspaceSettings } from "../config/workspace-settings.ts";
import type { Database } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Clock } from "../platform/process/clock.ts";
import { createRailApi } from "../platform/rail-api/client.ts";
import {
  isTokenKept,
  readAccess,
  saveCurrentConnection,
  savePolicy,
  saveWorkspace,
} from "../request/queries/companies.ts";
import type { Store } from "../request/queries/store-port.ts";
import type { AppliedSettings } from "../workspace/applied-settings.ts";
import { readApplied, saveApplied } from "../workspace/applied-settings.ts";
import { checkToken } from "../workspace/connection/check-token.ts";
import { wakeForToken } from "../workspace/connection/wake-for-token.ts";
import type { Named } from "../workspace/install/installations.ts";
import { afterSetupChange } from "../workspace/set-up/keep-setup.ts";
import { stopIfLooser } from "./stop-if-looser.ts";

interface Deps {
  db: Kysely<Database>;
  seal: Seal;
  store: Store;
  clock: Clock;
}

/**
 * Has the environment's word for its one workspace, as far as it says something else than when it was last applied: what
 * was changed in Slack since then stays. Throws, in words for the operator, where a token is another company's or cannot be
 * tried, and a `StoreError` `cannot-unseal` where no key opens the token that is kept.
 */
export async function applySettings(
  deps: Deps,
  workspace: Named,
  { rail, channel, policy, pins = NO_PINS }: WorkspaceSettings,
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
  const connected = rail && now.rail !== before.rail ? await connect(deps, id, rail) : undefined;
  const isAnotherPolicy = policy !== null && now.policy !== before.policy;
  if (isAnotherPolicy) await savePolicy(db, id, policy);
  await store.transaction(async (tx) => {
    await tx.lockSetup(id);
    if (connected) {
      await wakeForToken(tx, id, connected);
      await afterSetupChange(tx, id, "change-connection");
    }
    if (isAnotherPolicy) await afterSetupChange(tx, id, "change-policy");
    if (channel !== null && now.channel !== before.channel) {
      await tx.saveApprovalsChannel(id, channel);
      await afterSetupChange(tx, id, "change-channel");
    }
    await stopIfLooser(tx, id, pins);
    await tx.noteSetUp(id, clock());
  });
  await saveApplied(db, id, now);
}

/** With the wrong keys nothing could be done for the workspace, and whoever starts it is there to hear of it. */
async function openCurrent({ db, seal, store }: Deps, workspaceId: string): Promise<void> {
  const { connection } = await store.setupOf(workspaceId);
  if (connection) await readAccess(db, seal, workspaceId, connection.id);
}

/** The id of the connection, which is current from now on. */
async function connect(
  { db, seal, store }: Deps,
  workspaceId: string,
  { baseUrl, environment, token }: NonNullable<WorkspaceSettings["rail"]>,
): Promise<string> {
  const id = connectionId(workspaceId, { baseUrl, environment });
  if (!(await isTokenKept(db, seal, workspaceId, id, token))) {
    await checkToken({ store, rails: createRailApi({ baseUrl, token }) }, id);
  }
  await saveCurrentConnection(db, seal, workspaceId, { id, baseUrl, environment }, token);
  return id;
}

/** The same address and environment are the same connection, in every replica and after every start. */
function connectionId(
  workspaceId: string,
  { baseUrl, environment }: { baseUrl: string; environment: string },
): string {
  const identity = JSON.stringify([workspaceId, baseUrl, environment]);
  return `con_${createHash("sha256").update(identity).digest("hex").slice(0, 20)}`;
}

/** Tells whether two are the same, and nothing else of them. */
const digestOf = (said: unknown) => createHash("sha256").update(JSON.stringify(said)).digest("hex");
