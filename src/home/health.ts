import { whyMayNot } from "../authority/judge.ts";
import type { Context } from "../request/context.ts";
import { countUnreadableRails, findPolicy, findRailsReadAt } from "../request/queries/companies.ts";
import { listOpenRequests } from "../request/queries/find-requests.ts";
import { findFreeze, findFreezeNotice } from "../request/queries/freezes.ts";
import type { VanishedRail } from "../request/queries/rails/find-vanished.ts";
import { listVanishedRails } from "../request/queries/rails/find-vanished.ts";
import { findRequest } from "../request/queries/requests.ts";
import { findSetup } from "../request/queries/setups.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { namedAnywhere } from "../request/rules/approval/policy.ts";
import type { Connection } from "../request/rules/change.ts";
import type { Status } from "../request/rules/change-request.ts";
import type { Freeze } from "../request/rules/freeze.ts";
import { rosterOfPolicy } from "../request/who-is.ts";

/** A job that was given up, for people. */
export interface GivenUp {
  /** Follows the number of its request: "drawing its card". */
  does: string;
  /** Null where the request is not known any more. */
  requestNumber: number | null;
  /** ISO 8601. */
  since: string;
  because: string;
}

/** How a workspace is doing. Times are ISO 8601. */
export interface Health {
  freeze: Freeze;
  /** Whether the approvers' channel shows how sending stands. */
  isChannelTold: boolean;
  policy: Policy;
  /** Null where none is set up. */
  connection: Connection | null;
  railsReadAt: string | null;
  /** How many Rails the service shows without an id, and with text that nobody can read. */
  unreadableRails: number;
  /** Shown before, and not in the last whole list. */
  vanished: readonly VanishedRail[];
  open: Partial<Record<Status, number>>;
  /** Numbers of requests whose instructions cannot be sent to the requester. */
  undeliverable: readonly number[];
  givenUp: readonly GivenUp[];
}

export async function healthOf(
  { db, queue }: Pick<Context, "db" | "queue">,
  workspaceId: string,
): Promise<Health> {
  const { connection } = await findSetup(db, workspaceId);
  const open: Partial<Record<Status, number>> = {};
  const undeliverable: number[] = [];
  for (const { state, number } of await listOpenRequests(db, workspaceId)) {
    open[state.status] = (open[state.status] ?? 0) + 1;
    if (state.status === "verified" && state.isUndeliverable) undeliverable.push(number);
  }
  const givenUp: GivenUp[] = [];
  for (const { does, request, failedAt, because } of await queue.deadLetters(workspaceId)) {
    const requestNumber = (await findRequest(db, request))?.number ?? null;
    givenUp.push({ does, requestNumber, since: failedAt, because });
  }
  const freeze = await findFreeze(db, workspaceId);
  const notice = await findFreezeNotice(db, workspaceId);
  return {
    freeze,
    isChannelTold: (notice?.version ?? 0) >= freeze.version,
    policy: await findPolicy(db, workspaceId),
    connection,
    railsReadAt: connection && (await findRailsReadAt(db, connection.id)),
    vanished: connection ? await listVanishedRails(db, connection.id) : [],
    unreadableRails: connection ? await countUnreadableRails(db, connection.id) : 0,
    open,
    undeliverable,
    givenUp,
  };
}

/** Anyone who may approve anything may look after it. */
export async function looksAfter(
  context: Pick<Context, "people">,
  workspaceId: string,
  policy: Policy,
  userId: string,
): Promise<boolean> {
  const roster = await rosterOfPolicy(context, workspaceId, policy, [userId], "of-a-minute");
  const actor = { by: userId, standing: roster.standings.get(userId) ?? "not-known" };
  const offices = { anywhere: namedAnywhere(policy), roster };
  return whyMayNot("look-after", actor, offices) === undefined;
}
