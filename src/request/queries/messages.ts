import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { MessagePlace } from "../../platform/slack/slack.ts";
import { MINDING_FREEZE } from "./find-requests.ts";
import { toRailKey } from "./rows.ts";

/** The version of a message if nobody knows what was drawn last: lower than that of any request. */
export const NEVER_DRAWN = -1;

/** The place of a message about a request in Slack. `version` is the request's version that it shows. */
export interface PostedMessage extends MessagePlace {
  version: number;
  /** The version of the freeze that it shows. */
  freeze?: number;
  /** ISO 8601: the time from which it has to be drawn once more. */
  redrawAt?: string | undefined;
}

/**
 * Four are no messages: the version of `instructions-tries` counts posts of unknown outcome, `card-update` says until when
 * such an update of the card may land, `outage` that the channel does not take the card, and `unchanged` since which report or
 * dispute Slack does not change the instructions; its version counts those. `deletion` is the card that was deleted last; its
 * version counts them. The last eight are direct messages to the person whose id follows. A version below 0 is that of an
 * outage or of unchanged instructions that are over, or of a deletion that everyone was told of.
 */
export type MessageKind =
  | "approval-card"
  | "card-update"
  | "history"
  | "instructions"
  | "instructions-tries"
  | "alarm"
  | "outage"
  | "deletion"
  | "unchanged"
  | `outage:${string}`
  | `deletion:${string}`
  | `alarm:${string}`
  | `withdrawal:${string}`
  | `unchanged:${string}`
  | `reminder:${string}`
  | `ending:${string}`
  | `question:${string}`;

export async function findMessage(
  db: Db,
  { workspaceId, requestId }: RequestRef,
  kind: MessageKind,
): Promise<PostedMessage | undefined> {
  const row = await db
    .selectFrom("messages")
    .select(["channel_id as channelId", "ts", "version", "freeze_version as freeze", "redraw_at"])
    .where("request_id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (!row) return undefined;
  const { redraw_at, ...message } = row;
  return { ...message, redrawAt: redraw_at?.toISOString() };
}

/** The direct messages of this kind, each with its recipient. */
export async function listTold(
  db: Db,
  { workspaceId, requestId }: RequestRef,
  about: string,
): Promise<(PostedMessage & { userId: string })[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["kind", "channel_id as channelId", "ts", "version"])
    .where("request_id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .where("kind", "like", `${about}:%`)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind, ...message }) => ({
    ...message,
    userId: kind.slice(about.length + 1),
  }));
}

export async function saveMessage(
  db: Db,
  ref: RequestRef,
  kind: MessageKind,
  message: PostedMessage,
): Promise<void> {
  await insertMessage(db, ref, kind, message)
    .onConflict((conflict) =>
      conflict.columns(["request_id", "kind"]).doUpdateSet(placeColumns(message)),
    )
    .execute();
}

/** Saves it only if `before` is still what is known (undefined: nothing). Returns whether it did. */
export async function replaceMessage(
  db: Db,
  ref: RequestRef,
  kind: MessageKind,
  message: PostedMessage,
  before: PostedMessage | undefined,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await insertMessage(db, ref, kind, message)
    .onConflict((conflict) => {
      const one = conflict.columns(["request_id", "kind"]);
      if (!before) return one.doNothing();
      return one
        .doUpdateSet(placeColumns(message))
        .where("messages.ts", "=", before.ts)
        .where("messages.version", "=", before.version)
        .where("messages.freeze_version", "=", before.freeze ?? 0)
        .where("messages.redraw_at", "is not distinct from", toDate(before.redrawAt));
    })
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** Has messages of a workspace drawn anew: they show more than their request, and that changed. */
export const drawnAnew = (db: Db, workspaceId: string, ...kinds: readonly MessageKind[]) =>
  db
    .updateTable("messages")
    .set({ version: NEVER_DRAWN })
    .where("workspace_id", "=", workspaceId)
    .where("kind", "in", kinds);

/** All that are changed in place. Every other message stays as it is. */
export async function forgetDrawn(db: Db, workspaceId: string): Promise<void> {
  await drawnAnew(db, workspaceId, "approval-card", "instructions").execute();
}

/** Has a request's card drawn anew, if there is one. */
export async function forgetCard(db: Db, { workspaceId, requestId }: RequestRef): Promise<void> {
  await drawnAnew(db, workspaceId, "approval-card").where("request_id", "=", requestId).execute();
}

/** Has the cards of waiting requests drawn anew; with `into`, a service's id, only of those about that destination. */
export async function forgetWaitingCards(
  db: Db,
  workspaceId: string,
  into?: { serviceId: string },
): Promise<void> {
  await drawnAnew(db, workspaceId, "approval-card")
    .where("request_id", "in", (eb) =>
      eb
        .selectFrom("requests")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("status", "in", MINDING_FREEZE)
        .$if(into !== undefined, (query) =>
          query.where("destination_service_id", "=", toRailKey(into?.serviceId ?? "")),
        ),
    )
    .execute();
}

function placeColumns({ channelId, ts, version, freeze = 0, redrawAt }: PostedMessage) {
  return {
    channel_id: channelId,
    ts,
    version,
    freeze_version: freeze,
    redraw_at: toDate(redrawAt),
  };
}

const toDate = (time: string | undefined) => (time === undefined ? null : new Date(time));

function insertMessage(
  db: Db,
  { workspaceId, requestId }: RequestRef,
  kind: MessageKind,
  { channelId, ts, version, freeze = 0, redrawAt }: PostedMessage,
) {
  return db
    .insertInto("messages")
    .columns([
      "request_id",
      "workspace_id",
      "connection_id",
      "kind",
      "channel_id",
      "ts",
      "version",
      "freeze_version",
      "redraw_at",
    ])
    .expression((eb) =>
      eb
        .selectFrom("requests")
        .select((row) => [
          "id",
          "workspace_id",
          "connection_id",
          row.val(kind).as("kind"),
          row.val(channelId).as("channel_id"),
          row.val(ts).as("ts"),
          row.cast<number>(row.val(version), "integer").as("version"),
          row.cast<number>(row.val(freeze), "integer").as("freeze_version"),
          row.cast<Date | null>(row.val(toDate(redrawAt)), "timestamptz").as("redraw_at"),
        ])
        .where("id", "=", requestId)
        .where("workspace_id", "=", workspaceId),
    );
}
