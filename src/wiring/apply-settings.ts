import type { Logger } from "pino";
import {
  type Loosening,
  loosenings,
  NO_PINS,
  type Pins,
  pinnedSettings,
} from "../authority/pins.ts";
import { maySetInEnvironment } from "../authority/table.ts";
import type { WorkspaceSettings } from "../config/workspace-settings.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import type { Context } from "../request/context.ts";
import { appendAudit } from "../request/queries/audit.ts";
import {
  findPolicy,
  isTokenKept,
  lockSetup,
  readAccess,
  saveWorkspace,
} from "../request/queries/companies.ts";
import type { ConnectionSummary } from "../request/queries/connections.ts";
import {
  type AppliedSettings,
  findKeptSettings,
  keepSettings,
} from "../request/queries/kept-settings.ts";
import { keepNotice } from "../request/queries/notices.ts";
import type { RowMark, SignedTable } from "../request/queries/row-macs.ts";
import { trustIn } from "../request/queries/row-macs.ts";
import {
  findApprovalsChannel,
  findSetup,
  noteSetUp,
  saveApprovalsChannel,
} from "../request/queries/setups.ts";
import { digestOf } from "../request/rules/digest.ts";
import { firstMarks, isFresh, setupRows } from "../request/sign-rows.ts";
import { lastFourOf } from "../workspace/connection/token-text.ts";
import type { Named } from "../workspace/install/installations.ts";
import { afterSetupChange } from "../workspace/set-up/setup-kind.ts";
import { type Applied, applyPolicy, type Moment } from "./apply-policy.ts";
import { enterConnection, type Listed, type Owned, ownedBy } from "./enter-connection.ts";

interface Starting extends Pick<Context, "db" | "seal" | "transaction" | "clock">, Listed {
  logger: Pick<Logger, "warn">;
}

/**
 * Applies the environment's settings of its one workspace, if they changed since they were last applied: anything
 * tightened in Slack since then stays. Saves all of it, with the audit, in one transaction. Throws, in words for the
 * operator, if a token cannot be tried, Slack has chosen something looser, or nobody could satisfy a policy; and a
 * `StoreError` `cannot-unseal` if no key opens the kept token.
 */
export async function applySettings(
  context: Starting,
  workspace: Named,
  settings: WorkspaceSettings,
): Promise<void> {
  const { db, seal, transaction } = context;
  const { id } = workspace;
  const { rail, channel, policy, policySaid = JSON.stringify(policy) } = settings;
  await saveWorkspace(db, id, workspace.name);
  const { connection } = await findSetup(db, id);
  // Nothing works for the workspace with the wrong keys, and the person who starts it is there to read it.
  if (connection) await readAccess(db, seal, id, connection.id, context.railServices);
  const said: AppliedSettings = {
    ...(rail && {
      rail: digestOf(JSON.stringify([id, rail.baseUrl, rail.environment, rail.token])),
    }),
    ...(channel !== null && { channel }),
    ...(policy && { policy: digestOf(policySaid) }),
  };
  const before = (await findKeptSettings(db, id)).applied;
  let isApplied = false;
  while (!isApplied) {
    const owned = rail && said.rail !== before.rail ? await ownedBy(context, id, rail) : null;
    isApplied = await transaction((tx) => applyAll(context, tx, id, settings, said, owned));
  }
}

/** False, and nothing is done, if the token's owner has to be found out again. */
async function applyAll(
  { seal, clock, logger }: Starting,
  tx: Tx,
  id: string,
  { rail, channel, policy, pins = NO_PINS }: WorkspaceSettings,
  said: AppliedSettings,
  owned: Owned | null,
): Promise<boolean> {
  await lockSetup(tx.db, id);
  const moment = { id, at: clock() };
  const isFirst = await isFresh(tx.db, id);
  const trust = await trustIn(tx.db, seal, id, await setupRows(tx.db, id));
  // Another replica may have applied the same meanwhile.
  const { applied } = await findKeptSettings(tx.db, id);
  const isNew =
    rail && owned && said.rail !== applied.rail && maySetInEnvironment("change-connection");
  const entered = isNew ? await enterConnection(tx, seal, moment, rail, owned) : undefined;
  if (entered === "used-since") return false;
  const all = [
    entered,
    policy && said.policy !== applied.policy && maySetInEnvironment("change-policy")
      ? await applyPolicy(tx, logger, moment, policy)
      : undefined,
    channel !== null && channel !== applied.channel && maySetInEnvironment("change-channel")
      ? await applyChannel(tx, moment, channel)
      : undefined,
    applyPins(applied.pins, moment, pins),
  ].flatMap((each) => each ?? []);
  await stopIfLooser(tx, seal, id, pins, rail);
  await noteSetUp(tx.db, id, moment.at);
  const written = all.map(({ action }) => WRITES[action]);
  const rows = (await setupRows(tx.db, id)).filter(({ table }) => written.includes(table));
  const marks = isFirst
    ? await firstMarks(tx.db, seal, id)
    : // What the environment sets replaces what was there, whoever wrote that.
      trust.sign(rows, "written-anew");
  await record(tx, moment, all, marks);
  await keepSettings(tx.db, id, {
    applied: { ...applied, ...said, pins: pinnedSettings(pins).join() },
  });
  return true;
}

/** The signed row that each of them writes. */
const WRITES: Record<Applied["action"], SignedTable | null> = {
  "policy-applied": "policies",
  "connection-applied": "connections",
  "token-applied": null,
  "channel-applied": null,
  "pins-applied": null,
};

/** A setting that no longer pins lets Slack loosen it: nothing else would report that. */
function applyPins(before: string | undefined, { at }: Moment, pins: Pins): Applied | undefined {
  const pinned = pinnedSettings(pins);
  // The first time there is nothing to compare with.
  if (before === undefined || before === pinned.join()) return undefined;
  return { action: "pins-applied", facts: { before, pinned }, tell: { is: "pins", at, pinned } };
}

async function applyChannel(
  tx: Tx,
  { id, at }: Moment,
  channelId: string,
): Promise<Applied | undefined> {
  const from = await findApprovalsChannel(tx.db, id);
  if (from === channelId) return undefined;
  await saveApprovalsChannel(tx.db, id, channelId);
  await afterSetupChange(tx, id, "change-channel");
  return {
    action: "channel-applied",
    facts: { from, channelId },
    tell: from === null ? null : { is: "channel", at, from, to: channelId },
  };
}

async function record(
  tx: Tx,
  { id: workspaceId, at }: Moment,
  all: readonly Applied[],
  marks: readonly RowMark[],
): Promise<void> {
  const { connection } = await findSetup(tx.db, workspaceId);
  const entry = { workspaceId, connectionId: connection?.id ?? "", at };
  for (const { action, facts, tell } of all) {
    const said = { ...entry, actor: "environment", action, facts: JSON.stringify(facts) };
    await appendAudit(tx.db, said, action === all.at(-1)?.action ? marks : []);
    if (tell) await keepNotice(tx.db, workspaceId, { kind: "settings", change: tell }, at);
  }
}

/**
 * Stops the start if Slack has chosen something looser than the environment sets, as former releases allowed. Throws
 * an Error that prints both, and what the operator can do.
 */
async function stopIfLooser(
  tx: Tx,
  seal: Seal,
  workspaceId: string,
  pins: Pins,
  rail: WorkspaceSettings["rail"],
): Promise<void> {
  const policy = await findPolicy(tx.db, workspaceId);
  const { approvalsChannel, connection } = await findSetup(tx.db, workspaceId);
  const looser = loosenings(pins, policy);
  const faults = [
    ...(looser.length === 0
      ? []
      : [
          `Policy version ${policy.version}, the current one, is looser than the environment allows:`,
          ...looser.map((each) => `  ${printed(each)}`),
          "  To replace that policy, change one of these settings: another order of APPROVERS is enough. To keep it, leave these settings out; RAIL_API_URLS has to be set then.",
        ]),
    ...(pins.channel === null || pins.channel === approvalsChannel
      ? []
      : [
          `APPROVALS_CHANNEL says ${pins.channel}; the approvals channel chosen in Slack is ${approvalsChannel ?? "none"}.`,
          `  Set APPROVALS_CHANNEL to ${approvalsChannel ?? "another channel"}, and start. To move the approvals, change it after that.`,
        ]),
    ...(pins.connection === null || pins.connection === connection?.baseUrl
      ? []
      : [
          `RAIL_API_URL says ${pins.connection}; the connection chosen in Slack is ${connection?.baseUrl ?? "none"}.`,
          "  Set RAIL_API_URL and RAIL_API_TOKEN to the connection chosen in Slack, and start. To leave it, change them after that.",
        ]),
    ...(pins.connection === null ? [] : await otherToken(tx, seal, workspaceId, rail, connection)),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** A token that was removed in Slack is stricter. Of a token only its end is printed. */
async function otherToken(
  tx: Tx,
  seal: Seal,
  workspaceId: string,
  rail: WorkspaceSettings["rail"],
  kept: ConnectionSummary | null,
): Promise<string[]> {
  if (!rail || !kept || kept.lastFour === null || kept.baseUrl !== rail.baseUrl) return [];
  if (await isTokenKept(tx.db, seal, workspaceId, kept, rail.token)) return [];
  return [
    `RAIL_API_TOKEN ${ending(lastFourOf(rail.token))}; the token chosen in Slack for the same address ${ending(kept.lastFour)}, and is another one.`,
    "  Set RAIL_API_TOKEN to the token chosen in Slack, or to a new one, and start. To go back to this one, change it after that.",
  ];
}

const ending = (lastFour: string) =>
  lastFour === "" ? "is too short to show its end" : `ends in ${lastFour}`;

/** For the operator, with every id: what the setting says, and what the policy says instead. */
function printed(loosening: Loosening): string {
  const { setting } = loosening;
  const rule = loosening.rule === null ? "the policy" : `rule “${loosening.rule}”`;
  if (loosening.is === "too-few") {
    return `${setting} says ${loosening.atLeast} or more; ${rule} says ${loosening.found}.`;
  }
  const { allowed, named } = loosening;
  return `${setting} says ${allowed.join(", ")}; ${rule} also names ${named.join(", ")}.`;
}
