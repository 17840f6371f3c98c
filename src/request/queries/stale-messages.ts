import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { OPEN } from "../rules/status.ts";
import { MINDING_FREEZE, toRef, workspacesWithoutApp } from "./find-requests.ts";
import type { MessageKind } from "./messages.ts";

/** Requests whose messages in Slack are missing or out of date. */

/** Requests in quarantine or in need of a person to which nobody was called; newest first, after `after`. */
export async function listUnraisedAlarms(
  db: Db,
  limit: number,
  after: RequestRef | null = null,
): Promise<RequestRef[]> {
  const rows = await withMessage(db, "alarm", limit, after)
    .where((eb) =>
      eb.or([
        eb("messages.version", "is", null),
        eb("messages.version", "<", eb.ref("requests.version")),
      ]),
    )
    .where("requests.status", "in", ["quarantined", "needs-a-person"])
    .execute();
  return rows.map(toRef);
}

/**
 * Cards that need a redraw: they show an older state, or an older freeze that holds them up, or their time has come,
 * or people have not heard that they replace a deleted card, or that an outage is over. While its request is open,
 * only a look at its channel shows that. Newest first, after `after`.
 */
export async function listStaleCards(
  db: Db,
  now: string,
  limit: number,
  after: RequestRef | null = null,
): Promise<RequestRef[]> {
  const rows = await withMessage(db, "approval-card", limit, after)
    .leftJoin("freezes", "freezes.workspace_id", "requests.workspace_id")
    .leftJoin("messages as sent", (join) =>
      join.onRef("sent.request_id", "=", "requests.id").on("sent.kind", "=", "card-update"),
    )
    .leftJoin("messages as deleted", (join) =>
      join.onRef("deleted.request_id", "=", "requests.id").on("deleted.kind", "=", "deletion"),
    )
    .leftJoin("messages as outage", (join) =>
      join.onRef("outage.request_id", "=", "requests.id").on("outage.kind", "=", "outage"),
    )
    .where((eb) =>
      eb.or([
        eb("messages.version", "is", null),
        eb("messages.version", "<", eb.ref("requests.version")),
        eb("deleted.version", ">", 0),
        eb.and([eb("outage.version", ">=", 0), eb("requests.status", "not in", OPEN)]),
        eb("messages.redraw_at", "<=", new Date(now)),
        eb("sent.redraw_at", "<=", new Date(now)),
        eb.and([
          eb("requests.status", "in", MINDING_FREEZE),
          eb("messages.freeze_version", "<", eb.ref("freezes.version")),
        ]),
      ]),
    )
    .execute();
  return rows.map(toRef);
}

/**
 * Quarantined requests whose instructions may still say how to pay, and finished requests whose instructions have
 * unknown content; in the same order. What Slack refused to change has to wait for its time.
 */
export async function listStaleInstructions(
  db: Db,
  now: string,
  limit: number,
  after: RequestRef | null = null,
): Promise<RequestRef[]> {
  const rows = await withMessage(db, "instructions", limit, after)
    .where((eb) =>
      eb.or([
        eb.and([
          eb("requests.status", "=", "quarantined"),
          eb("messages.version", "<", eb.ref("requests.version")),
        ]),
        eb.and([eb("requests.status", "=", "done"), eb("messages.version", "<", 0)]),
      ]),
    )
    .where((eb) =>
      eb.or([eb("messages.redraw_at", "is", null), eb("messages.redraw_at", "<=", new Date(now))]),
    )
    .execute();
  return rows.map(toRef);
}

/** How many open requests have a card that the approvals channel did not take at the last try. */
export async function countMissingCards(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom("requests")
    .innerJoin("messages", "messages.request_id", "requests.id")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("requests.workspace_id", "=", workspaceId)
    .where("requests.status", "in", OPEN)
    .where("messages.kind", "=", "outage" satisfies MessageKind)
    // Lower where the outage is over.
    .where("messages.version", ">=", 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function withMessage(db: Db, kind: MessageKind, limit: number, after: RequestRef | null) {
  return db
    .selectFrom("requests")
    .leftJoin("messages", (join) =>
      join.onRef("messages.request_id", "=", "requests.id").on("messages.kind", "=", kind),
    )
    .select(["requests.id", "requests.workspace_id"])
    .where("requests.workspace_id", "not in", workspacesWithoutApp(db))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("requests.number", "requests.id"),
          "<",
          eb
            .selectFrom("requests as last")
            .select(["last.number", "last.id"])
            .where("last.id", "=", after?.requestId ?? "")
            .$asTuple("number", "id"),
        ),
      ),
    )
    .orderBy("requests.number", "desc")
    .orderBy("requests.id", "desc")
    .limit(limit);
}
