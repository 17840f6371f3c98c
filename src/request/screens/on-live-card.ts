import type {
  AllMiddlewareArgs,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
} from "@slack/bolt";
import type { Db } from "../../platform/database/schema.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { MessagePlace } from "../../platform/slack/slack.ts";
import { readButtonValue } from "../card/button-value.ts";
import { outOfDateCard, pressedOutOfDateCard } from "../card/out-of-date-card.ts";
import type { Context } from "../context.ts";
import { findMessage } from "../queries/messages.ts";
import { findRequest } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";

type Pressing = Pick<Context, "db" | "messenger" | "logger">;
type Args = SlackActionMiddlewareArgs<BlockButtonAction>;

/** A button of a card that is out of date does nothing: the card is closed, and the person who pressed is told. */
export function onLiveCard(
  context: Pressing,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
): Middleware<Args> {
  return async (args) => {
    const outOfDate = await outOfDateCardOf(context, args.body, args.action.value);
    if (outOfDate) await args.respond(privately(await closed(context, outOfDate)));
    else await listener(args);
  };
}

export interface OutOfDate {
  request: ChangeRequest;
  pressed: MessagePlace;
  live: MessagePlace;
}

/**
 * Undefined unless a later message than the pressed one is known to show the request: the newest may not be known
 * while its post is under way.
 */
export async function outOfDateCardOf(
  { db }: { db: Db },
  body: Pick<BlockButtonAction, "team" | "channel" | "message" | "user">,
  value: string | undefined,
): Promise<OutOfDate | undefined> {
  const requestId = readButtonValue(value)?.requestId;
  // Only the person who asked sees a private answer, and Slack does not return it: nothing replaces it.
  if (requestId === undefined || !body.channel || !body.message) return undefined;
  const ref = { workspaceId: workspaceOf(body), requestId };
  const pressed = { channelId: body.channel.id, ts: body.message.ts };
  const kinds = ["approval-card", `outage:${body.user.id}`] as const;
  const found = await Promise.all(kinds.map((kind) => findMessage(db, ref, kind)));
  const known = found.filter((each) => each !== undefined);
  const alarms = ["alarm", `alarm:${body.user.id}`] as const;
  const called = await Promise.all(alarms.map((kind) => findMessage(db, ref, kind)));
  if (
    [...known, ...called.flatMap((each) => each ?? [])].some(
      ({ channelId, ts }) => channelId === pressed.channelId && ts === pressed.ts,
    )
  ) {
    return undefined;
  }
  const live = known.find(({ ts, version }) => version >= 0 && Number(ts) > Number(pressed.ts));
  const request = live && (await findRequest(db, ref));
  return request && { request, pressed, live };
}

/** Removes its buttons; returns what to tell the person who pressed. */
export async function closed(
  { messenger, logger }: Pick<Context, "messenger" | "logger">,
  { request, pressed, live }: OutOfDate,
): Promise<Message> {
  const { workspaceId } = request;
  const cardLink = await messenger.linkTo(workspaceId, live);
  try {
    await messenger.update(workspaceId, pressed, outOfDateCard({ request, cardLink }));
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    logger.warn({ err: error, workspaceId, requestId: request.id }, "a card stays out of date");
  }
  return pressedOutOfDateCard({ request, cardLink });
}
