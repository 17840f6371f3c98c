import type { AllMiddlewareArgs, Middleware } from "@slack/bolt";
import type { Clicked, Delivered } from "../platform/slack/intake/delivery.ts";
import { deliveryOf, once, workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { Context } from "./context.ts";
import type { ClickKind } from "./lost-click.ts";
import { forgetClick, keepClickAlive, saveClick } from "./queries/acknowledged-clicks.ts";

type Deps = Pick<Context, "db" | "transaction" | "clock" | "logger">;

/** A process that is alive says so this often of every click that it works on. */
const ALIVE_EVERY_MS = 3_000;

/**
 * For listeners that change something after Slack was told that the click has arrived: it is remembered first, so that the
 * next process can tell the person where this one dies. Otherwise as `once`.
 */
export function remembered<Args extends Clicked>(
  deps: Deps,
  what: ClickKind,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
): Middleware<Args> {
  const answered = once(deps, listener);
  return async (args) => {
    const { body }: { body: Delivered } = args;
    const over = await rememberClick(deps, body, what);
    try {
      await answered(args);
    } finally {
      await over();
    }
  };
}

/** Call before Slack is told. What it returns is called once the person was answered. */
export async function rememberClick(
  { db, clock, logger }: Deps,
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
