import type { Kysely } from "kysely";
import type { MessageKind, PostedMessage, RequestRef } from "../services/ports.ts";
import type { Database } from "./schema.ts";

/** Where messages about requests stand in Slack. */

export async function findMessage(
  db: Kysely<Database>,
  { workspaceId, requestId }: RequestRef,
  kind: MessageKind,
): Promise<PostedMessage | undefined> {
  const row = await db
    .selectFrom("messages")
    .select(["channel_id", "ts", "version"])
    .where("request_id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row && { channelId: row.channel_id, ts: row.ts, version: row.version };
}

export async function saveMessage(
  db: Kysely<Database>,
  { workspaceId, requestId }: RequestRef,
  kind: MessageKind,
  { channelId, ts, version }: PostedMessage,
): Promise<void> {
  await db
    .insertInto("messages")
    .columns(["request_id", "workspace_id", "connection_id", "kind", "channel_id", "ts", "version"])
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
        ])
        .where("id", "=", requestId)
        .where("workspace_id", "=", workspaceId),
    )
    .onConflict((conflict) =>
      conflict.columns(["request_id", "kind"]).doUpdateSet({ channel_id: channelId, ts, version }),
    )
    .execute();
}

/** Requests whose message of this kind is not there, or shows an older version than they have; newest first. */
export function withoutMessage(db: Kysely<Database>, kind: MessageKind, limit: number) {
  return db
    .selectFrom("requests")
    .leftJoin("messages", (join) =>
      join.onRef("messages.request_id", "=", "requests.id").on("messages.kind", "=", kind),
    )
    .select(["requests.id", "requests.workspace_id"])
    .where((eb) =>
      eb.or([
        eb("messages.version", "is", null),
        eb("messages.version", "<", eb.ref("requests.version")),
      ]),
    )
    .orderBy("requests.number", "desc")
    .limit(limit);
}
