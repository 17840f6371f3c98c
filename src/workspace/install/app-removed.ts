import { z } from "zod";
import { applyCommand } from "../../request/apply-command.ts";
import type { Context } from "../../request/context.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import { isWaitingToSend } from "../../request/rules/status.ts";
import type { Installations } from "./create-installations.ts";
import type { Departure } from "./installations.ts";

export interface Uninstalling extends Pick<Context, Ending | "logger"> {
  installations: Installations;
}

type Ending = "db" | "transaction" | "clock" | "seal" | "pins";

/** Slack said that it was uninstalled, or has no bot token any more. */
export interface Uninstalled {
  /** A workspace's id, or an organisation's where the app was installed org-wide. */
  id: string;
  appId: string;
  /** ISO 8601, to the second: when it happened. */
  at: string;
}

export const REMOVED = "Signalbox was removed from this workspace.";

/**
 * Drops all tokens at once and ends what waits; the outcome of what was being sent is still found out. It may come
 * twice and in any order, and does nothing for an app that was installed again since.
 */
export async function uninstallWorkspace(context: Uninstalling, gone: Uninstalled): Promise<void> {
  if (!(await isOfNow(context, gone))) return;
  const { installations, clock, logger } = context;
  const { id } = gone;
  const workspaces = await installations.remove(id, clock());
  logger.info({ id, workspaces }, "the app was uninstalled");
  for (const workspaceId of workspaces) await endWaiting(context, workspaceId);
}

/**
 * The same for some workspaces of an organisation, `id`, whose installation stays; their next delivery brings them
 * back.
 */
export async function leaveWorkspaces(
  context: Uninstalling,
  gone: Uninstalled & { workspaceIds: readonly string[] },
): Promise<void> {
  if (!(await isOfNow(context, gone))) return;
  const { installations, clock, logger } = context;
  const { id, workspaceIds } = gone;
  const workspaces = await installations.leaveSome(id, workspaceIds, clock());
  logger.info({ id, workspaces }, "the app was taken out of workspaces of an organisation");
  for (const workspaceId of workspaces) await endWaiting(context, workspaceId);
}

/** Whether it is about this app's present installation. */
async function isOfNow(
  { installations, logger }: Uninstalling,
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

/** Ends what waits in a workspace that removed the app. May run twice. */
export async function endWaiting(
  context: Pick<Context, Ending>,
  workspaceId: string,
): Promise<void> {
  for (const request of await listOpenRequests(context.db, workspaceId)) {
    const ref = { workspaceId, requestId: request.id };
    if (isWaitingToSend(request)) {
      await applyCommand(context, ref, { type: "void", because: REMOVED });
    } else if (request.state.status === "sending") {
      // A worker that is sending it still records the outcome.
      await applyCommand(context, ref, { type: "interrupted" });
    }
  }
}

/** Slack tells the time of what happened in whole seconds. */
const secondOf = (iso: string) => Math.floor(Date.parse(iso) / 1_000) * 1_000;

/** `app_uninstalled`, `tokens_revoked` and `team_access_revoked` (https://docs.slack.dev/reference/events), as far as they matter here. */
const removal = z.object({
  type: z.literal("event_callback"),
  api_app_id: z.string(),
  team_id: z.string().nullish(),
  enterprise_id: z.string().nullish(),
  is_enterprise_install: z.boolean().optional(),
  authorizations: z.array(z.object({ is_enterprise_install: z.boolean() })).default([]),
  event_time: z.number(),
  event: z.discriminatedUnion("type", [
    z.object({ type: z.literal("app_uninstalled") }),
    z.object({
      type: z.literal("tokens_revoked"),
      tokens: z.object({ bot: z.array(z.string()).default([]) }),
    }),
    z.object({ type: z.literal("team_access_revoked"), team_ids: z.array(z.string()) }),
  ]),
});

/**
 * Hears `app_uninstalled`, `tokens_revoked` and `team_access_revoked` before Bolt does: Bolt has no token left to
 * answer with, and acknowledges before anything is saved. Throws if it could not be saved.
 */
export function appRemoved(context: Uninstalling) {
  return async (body: unknown): Promise<void> => {
    const { success, data } = removal.safeParse(body);
    if (!success) return;
    const { event, authorizations, is_enterprise_install = false } = data;
    const at = new Date(data.event_time * 1_000).toISOString();
    if (event.type === "team_access_revoked") {
      const { enterprise_id: id, api_app_id: appId } = data;
      if (id) await leaveWorkspaces(context, { id, appId, at, workspaceIds: event.team_ids });
      return;
    }
    // Signalbox has no tokens of people.
    if (event.type === "tokens_revoked" && event.tokens.bot.length === 0) return;
    const isOrgWide = authorizations[0]?.is_enterprise_install ?? is_enterprise_install;
    const id = isOrgWide ? data.enterprise_id : data.team_id;
    if (!id) return;
    await uninstallWorkspace(context, { id, appId: data.api_app_id, at });
  };
}

interface Forgetting extends Uninstalling {
  /** How long the data of a workspace is kept after the app was removed from it, at least. */
  dataKeptDays: number;
}

const ROWS_AT_ONCE = 500;
/** In one run; the rest waits for the next run. */
const BATCHES = 100;
const DEPARTURES = 100;

/**
 * Ends requests made while a workspace was removing the app, and deletes everything of workspaces that removed it long
 * enough ago. A workspace that is back loses only its earlier audit.
 */
export async function forgetLeft(context: Forgetting): Promise<void> {
  const { installations, dataKeptDays } = context;
  for (const workspaceId of await installations.leftWithWaiting()) {
    await endWaiting(context, workspaceId);
  }
  await installations.noteLateEntries();
  let batches = BATCHES;
  for (const departure of await installations.departuresDue(dataKeptDays, DEPARTURES)) {
    const more = batchesOf(context, departure);
    while (await more()) {
      batches -= 1;
      if (batches === 0) return;
    }
    context.logger.info({ ...departure }, "the data of a workspace that was left is deleted");
  }
}

/** Deletes some with each call; false once there is nothing more. */
function batchesOf(
  { installations }: Pick<Forgetting, "installations">,
  { workspaceId, ...departure }: Departure,
) {
  // It may have removed the app once more, more recently.
  let { isForgotten } = departure;
  return async (): Promise<boolean> => {
    if (isForgotten) return installations.forgetHistory(workspaceId, ROWS_AT_ONCE);
    isForgotten = !(await installations.forgetSome(workspaceId, ROWS_AT_ONCE));
    return true;
  };
}
