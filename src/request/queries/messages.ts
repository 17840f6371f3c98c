import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MINDING_FREEZE } from "./find-requests.ts";
import type { MessageKind, PostedMessage } from "./posted-message.ts";
import { NEVER_DRAWN } from "./posted-message.ts";

/** Where messages about requests stand in Slack. */

export async function findMessage(
  db: Db,
  { workspaceId, requestId }: RequestRef,
  kind: MessageKind,
): Promise<PostedMessage | undefined> {
  const row = await db
    .selectFrom("messages")
    .select(["channel_id", "ts", "version", "freeze_version", "redraw_at"])
    .where("request_id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return (
    row && {
      channelId: row.channel_id,
      ts: row.ts,
      version: row.version,
      freeze: row.freeze_version,
      redrawAt: row.redraw_at?.toISOString(),
    }
  );
}

export async function listTold(
  db: Db,
  { workspaceId, requestId }: RequestRef,
  about: string,
): Promise<(PostedMessage & { userId: string })[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["kind", "channel_id", "ts", "version"])
    .where("request_id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .where("kind", "like", `${about}:%`)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind, channel_id, ts, version }) => ({
    userId: kind.slice(about.length + 1),
    channelId: channel_id,
    ts,
    version,
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

export async function forgetDrawn(db: Db, workspaceId: string): Promise<void> {
  await db
    .updateTable("messages")
    .set({ version: NEVER_DRAWN })
    .where("workspace_id", "=", workspaceId)
    .where("kind", "in", DRAWN_ANEW)
    .execute();
}

export async function forgetWaitingCards(db: Db, workspaceId: string): Promise<void> {
  await db
    .updateTable("messages")
    .set({ version: NEVER_DRAWN })
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", "approval-card" satisfies MessageKind)
    .where("request_id", "in", (eb) =>
      eb
        .selectFrom("requests")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("status", "in", MINDING_FREEZE),
    )
    .execute();
}

/** What is changed in place. Nothing else is told again: it stands there as it was told. */
const DRAWN_ANEW: readonly MessageKind[] = ["approval-card", "instructions"];

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
