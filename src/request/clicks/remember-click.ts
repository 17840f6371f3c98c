import type {
  AllMiddlewareArgs,
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
} from "@slack/bolt";
import { inTime, LATE } from "../../platform/process/in-time.ts";
import type { Clicked, Delivered } from "../../platform/slack/intake/delivery.ts";
import { deliveryOf, once, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../context.ts";
import { forgetClick, keepClickAlive, saveClick } from "../queries/acknowledged-clicks.ts";
import type { ClickKind } from "./lost-click.ts";

type Remembering = Pick<Context, "db" | "transaction" | "clock" | "logger">;

/** A living process confirms this often each click that it works on. */
const ALIVE_EVERY_MS = 3_000;

/**
 * Wraps a listener that changes something after Slack heard that the click arrived. It remembers the click first, so
 * that the next process can tell the person if this one dies. Otherwise as `once`.
 */
export function remembered<Args extends Clicked>(
  context: Remembering,
  what: ClickKind,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
): Middleware<Args> {
  const answered = once(context, listener);
  return async (args) => {
    const { body }: { body: Delivered } = args;
    const over = await rememberClick(context, body, what);
    try {
      await answered(args);
    } finally {
      await over();
    }
  };
}

/** Slack takes three seconds of silence for a failure, so a slow save is acknowledged in time. */
const ACK_WITHIN_MS = 2_500;

/** Acknowledges once `saving` is through; a slower click is remembered instead. The answer follows. */
export async function savedFirst<Saved>(
  context: Remembering,
  what: ClickKind,
  saving: Promise<Saved>,
  answer: (saved: Saved) => Promise<Message | undefined>,
  { body, ack, respond }: SlackCommandMiddlewareArgs | SlackActionMiddlewareArgs<BlockButtonAction>,
): Promise<void> {
  const isLate = (await inTime(saving, ACK_WITHIN_MS)) === LATE;
  const over = isLate ? await rememberClick(context, body, what) : async () => {};
  await ack();
  const message = await answer(await saving.finally(over));
  if (message) await respond(privately(message));
}

/** Call this before Slack hears of it. Call what it returns once the person was answered. */
export async function rememberClick(
  { db, clock, logger }: Remembering,
  body: Delivered,
  what: ClickKind,
): Promise<() => Promise<void>> {
  const delivery = deliveryOf(body, "effect");
  const userId = body.user?.id ?? body.user_id ?? "";
  const click = { delivery, workspaceId: workspaceOf(body), userId, what };
  // Another delivery of the same click is under way, and forgets it.
  if (!(await saveClick(db, click, clock()))) return async () => {};
  const told = (err: unknown) => logger.warn({ err }, "a click could not be kept alive");
  const alive = setInterval(
    () => void keepClickAlive(db, delivery, clock()).catch(told),
    ALIVE_EVERY_MS,
  );
  return async () => {
    clearInterval(alive);
    await forgetClick(db, delivery);
  };
}
