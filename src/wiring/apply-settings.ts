import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { NO_PINS } from "../authority/pins.ts";
import type { WorkspaceSettings } from "../config/workspace-settings.ts";
import type { Database } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Clock } from "../platform/process/clock.ts";
import { createRailApi } from "../platform/rail-api/client.ts";
import { isTokenKept, readAccess, saveWorkspace } from "../request/queries/companies.ts";
import type { AppliedSettings, UntoldChange } from "../request/queries/kept-settings.ts";
import type { Store } from "../request/queries/store-port.ts";
import type { Transaction } from "../request/queries/transaction-port.ts";
import { checkToken } from "../workspace/connection/check-token.ts";
import { lastFourOf } from "../workspace/connection/last-four.ts";
import { wakeForToken } from "../workspace/connection/wake-for-token.ts";
import type { Named } from "../workspace/install/installations.ts";
import { afterSetupChange } from "../workspace/set-up/keep-setup.ts";
import type { Applied, Moment } from "./apply-policy.ts";
import { applyPolicy } from "./apply-policy.ts";
import { stopIfLooser } from "./stop-if-looser.ts";

interface Deps {
  db: Kysely<Database>;
  seal: Seal;
  store: Store;
  clock: Clock;
  logger: Pick<Logger, "warn">;
}

type Rail = NonNullable<WorkspaceSettings["rail"]>;

/**
 * Has the environment's word for its one workspace, as far as it says something else than when it was last applied: what
 * was tightened in Slack since then stays. All of it, with the audit, is saved in one transaction. Throws, in words for
 * the operator, where a token is another company's or cannot be tried, where Slack has chosen something looser, or where
 * a policy could not be satisfied; and a `StoreError` `cannot-unseal` where no key opens the token that is kept.
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
  const said: AppliedSettings = {
    ...(rail && { rail: digestOf([id, rail.baseUrl, rail.environment, rail.token]) }),
    ...(channel !== null && { channel }),
    ...(policy && { policy: digestOf(policy) }),
  };
  const before = (await store.keptSettings(id)).applied;
  if (rail && said.rail !== before.rail) await tryToken(deps, id, rail);
  await store.transaction(async (tx) => {
    await tx.lockSetup(id);
    const at = clock();
    // Another replica may have applied the same meanwhile.
    const { applied, untold } = await tx.keptSettings(id);
    const all = [
      rail && said.rail !== applied.rail ? await applyRail(deps, tx, { id, at }, rail) : undefined,
      policy && said.policy !== applied.policy
        ? await applyPolicy(deps, tx, { id, at }, policy)
        : undefined,
      channel !== null && channel !== applied.channel
        ? await applyChannel(tx, { id, at }, channel)
        : undefined,
    ].flatMap((each) => each ?? []);
    await stopIfLooser(tx, id, pins);
    await tx.noteSetUp(id, at);
    await record(tx, { id, at }, all);
    const more = all.flatMap(({ tell }): UntoldChange[] =>
      tell ? [{ change: tell, told: [] }] : [],
    );
    await tx.keepSettings(id, { applied: { ...applied, ...said }, untold: [...untold, ...more] });
  });
}

/** With the wrong keys nothing could be done for the workspace, and whoever starts it is there to hear of it. */
async function openCurrent({ db, seal, store }: Deps, workspaceId: string): Promise<void> {
  const { connection } = await store.setupOf(workspaceId);
  if (connection) await readAccess(db, seal, workspaceId, connection.id);
}

async function tryToken({ db, seal, store }: Deps, workspaceId: string, rail: Rail): Promise<void> {
  const { baseUrl, token } = rail;
  const id = connectionId(workspaceId, rail);
  if (await isTokenKept(db, seal, workspaceId, id, token)) return;
  await checkToken({ store, rails: createRailApi({ baseUrl, token }) }, id);
}

async function applyRail(
  { seal }: Pick<Deps, "seal">,
  tx: Transaction,
  { id, at }: Moment,
  rail: Rail,
): Promise<Applied> {
  const { baseUrl, environment, token } = rail;
  const { connection: before } = await tx.setupOf(id);
  const connection = { id: connectionId(id, rail), baseUrl, environment };
  const lastFour = lastFourOf(token);
  await tx.keepToken(id, { ...connection, name: "", lastFour }, seal.seal(token, id));
  await tx.makeConnectionCurrent(id, connection.id);
  await wakeForToken(tx, id, connection.id);
  await afterSetupChange(tx, id, "change-connection");
  const facts = { connectionId: connection.id, baseUrl, environment, lastFour };
  if (before?.id === connection.id) {
    return { action: "token-applied", facts, tell: { is: "token", at, lastFour } };
  }
  const from = before?.baseUrl ?? null;
  return {
    action: "connection-applied",
    facts: { ...facts, from: before?.id ?? null },
    tell: before && { is: "connection", at, from, to: baseUrl },
  };
}

async function applyChannel(
  tx: Transaction,
  { id, at }: Moment,
  channelId: string,
): Promise<Applied | undefined> {
  const { approvalsChannel: from } = await tx.setupOf(id);
  if (from === channelId) return undefined;
  await tx.saveApprovalsChannel(id, channelId);
  await afterSetupChange(tx, id, "change-channel");
  return {
    action: "channel-applied",
    facts: { from, channelId },
    tell: from === null ? null : { is: "channel", at, from, to: channelId },
  };
}

async function record(
  tx: Transaction,
  { id: workspaceId, at }: Moment,
  all: readonly Applied[],
): Promise<void> {
  const { connection } = await tx.setupOf(workspaceId);
  const entry = { workspaceId, connectionId: connection?.id ?? "", requestId: null, at };
  for (const { action, facts } of all) {
    await tx.appendAudit({ ...entry, actor: "environment", action, facts: JSON.stringify(facts) });
  }
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
