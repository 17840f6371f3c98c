import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import { applyCommand } from "../../request/apply-command.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import { isWaitingToSend } from "../../request/rules/change-request.ts";
import type { Installations } from "./installations.ts";

export interface UninstallDeps extends ApplyDeps {
  installations: Installations;
  db: Db;
  transaction: InTransaction;
  logger: Pick<Logger, "info" | "warn">;
}

/** What Slack said was uninstalled, or has no bot token any more. */
export interface Uninstalled {
  /** Of the workspace, or of the organisation where the app was installed org-wide. */
  id: string;
  appId: string;
  /** ISO 8601, to the second: when it happened. */
  at: string;
}

export const REMOVED = "Signalbox was removed from this workspace.";

/**
 * The app was removed: its tokens and that of the Rail service are gone at once, what waits is ended, and whether what
 * was being sent has been done stays to be found out. Nothing happens for what is not installed any more, so that it may
 * be told twice and in any order; nor for what happened before the app was installed last.
 */
export async function uninstallWorkspace(deps: UninstallDeps, gone: Uninstalled): Promise<void> {
  if (!(await isOfNow(deps, gone))) return;
  const { installations, clock, logger } = deps;
  const { id } = gone;
  const workspaces = await installations.remove(id, clock());
  logger.info({ id, workspaces }, "the app was uninstalled");
  for (const workspaceId of workspaces) await endWaiting(deps, workspaceId);
}

/** The same for some workspaces of an organisation, `id`, whose installation stays; they are back with their next delivery. */
export async function leaveWorkspaces(
  deps: UninstallDeps,
  gone: Uninstalled & { workspaceIds: readonly string[] },
): Promise<void> {
  if (!(await isOfNow(deps, gone))) return;
  const { installations, clock, logger } = deps;
  const { id, workspaceIds } = gone;
  const workspaces = await installations.leaveSome(id, workspaceIds, clock());
  logger.info({ id, workspaces }, "the app was taken out of workspaces of an organisation");
  for (const workspaceId of workspaces) await endWaiting(deps, workspaceId);
}

/** Whether it is about this app as it is installed now. */
async function isOfNow(
  { installations, logger }: UninstallDeps,
  { id, appId, at }: Uninstalled,
): Promise<boolean> {
  const installed = await installations.about(id);
  if (!installed) return false;
  if (installed.appId !== appId) {
    logger.warn({ id, appId }, "another app was uninstalled: nothing was removed");
    return false;
  }
  if (Date.parse(at) < secondOf(installed.installedAt)) {
    logger.warn({ id, at }, "the app was installed again since it was uninstalled: it stays");
    return false;
  }
  return true;
}

/** Ends what waits in a workspace that was left. May run twice. */
export async function endWaiting(
  deps: Omit<UninstallDeps, "installations" | "logger">,
  workspaceId: string,
): Promise<void> {
  for (const request of await listOpenRequests(deps.db, workspaceId)) {
    const ref = { workspaceId, requestId: request.id };
    if (isWaitingToSend(request)) {
      await applyCommand(deps, ref, { type: "void", because: REMOVED });
    } else if (request.state.status === "sending") {
      // Whoever sends it at this moment says all the same what came of it.
      await applyCommand(deps, ref, { type: "interrupted" });
    }
  }
}

/** Slack tells the time of what happened in whole seconds. */
const secondOf = (iso: string) => Math.floor(Date.parse(iso) / 1_000) * 1_000;
