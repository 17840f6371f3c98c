import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import { findPolicy } from "../queries/companies.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, listTold, saveMessage } from "../queries/messages.ts";
import { findRequest } from "../queries/requests.ts";
import { policyNow } from "../rules/approval/policy.ts";
import { isWithPeople } from "../rules/status.ts";
import { alarmOver } from "./alarm.ts";
import { isOpen, OVER, redrawn } from "./tell-each.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
  messenger: Messenger;
  logger: Pick<Logger, "warn">;
}

/** Says in the messages that called people to a request, the direct ones too, that nobody has to look at it any more. */
export async function settleAlarms(deps: Deps, ref: RequestRef): Promise<void> {
  const { db, messenger } = deps;
  const raised = await findMessage(db, ref, "alarm");
  if (!raised || !isOpen(raised)) return;
  const request = await findRequest(db, ref);
  if (!request || isWithPeople(request)) return;

  const currentPolicy = policyNow(request, await findPolicy(db, ref.workspaceId));
  const card = await findMessage(db, ref, "approval-card");
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const message = alarmOver({ request, currentPolicy, cardLink });
  const called = await listTold(db, ref, "alarm");
  const kinds = [...called.map(({ userId }) => `alarm:${userId}` as const), "alarm" as const];
  // What says that there is something to settle comes last.
  for (const kind of kinds) {
    const told = await findMessage(db, ref, kind);
    if (!told || !isOpen(told)) continue;
    await settled(deps, ref, told, message);
    await saveMessage(db, ref, kind, { ...told, version: OVER });
  }
}

/** Redraws one that is over; one that cannot be redrawn for good stays as it is. */
export async function settled(
  { messenger, logger }: Pick<Deps, "messenger" | "logger">,
  ref: RequestRef,
  at: PostedMessage,
  message: Parameters<Messenger["update"]>[2],
): Promise<void> {
  try {
    await redrawn(messenger, ref, at, message);
  } catch (error) {
    const isForGood = error instanceof MessengerError && !MAY_WORK_LATER.includes(error.code);
    if (!isForGood) throw error;
    logger.warn({ err: error, ...ref }, "a call to people stays as it is");
  }
}

const MAY_WORK_LATER: readonly string[] = ["limited", "unavailable"];
