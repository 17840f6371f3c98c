import type {
  AllMiddlewareArgs,
  MessageShortcut,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
} from "@slack/bolt";
import type { Db } from "../../database/schema.ts";
import type { Clock } from "../../process/clock.ts";
import { answering } from "./answering.ts";

/** The fields of every command, press and submission that say where it comes from. */
export interface Delivered {
  trigger_id?: string;
  team_id?: string | undefined;
  team?: { id: string } | null | undefined;
  is_enterprise_install?: boolean | string | undefined;
  user?: { id?: string; team_id?: string | undefined } | undefined;
  /** Only with a command. */
  user_id?: string;
}

/**
 * The workspace in which someone typed, pressed or submitted; empty where Slack does not say. Where the app is installed
 * org-wide a press or a form tells of no workspace but its person's.
 */
export function workspaceOf({ team_id, team, is_enterprise_install, user }: Delivered): string {
  const ofPerson = is_enterprise_install === true ? user?.team_id : undefined;
  return team_id ?? team?.id ?? ofPerson ?? "";
}

/**
 * The key under which a delivery is remembered: a second one of the same key is the same click. A listener that changes
 * something hands on `effect`, which is kept in the transaction of that change; `seen` is for those that only answer.
 */
export function deliveryOf(body: Delivered, kind: "seen" | "effect"): string {
  return `${kind}:${workspaceOf(body)}:${body.trigger_id}`;
}

/** A press or a submission. Its change is saved with its delivery: a second one of the same key does nothing. */
export interface Click {
  workspaceId: string;
  by: string;
  delivery: string;
}

export const clickOf = (body: Delivered & { user: { id: string } }): Click => ({
  workspaceId: workspaceOf(body),
  by: body.user.id,
  delivery: deliveryOf(body, "effect"),
});

export type Clicked =
  | SlackCommandMiddlewareArgs
  | SlackActionMiddlewareArgs
  | SlackShortcutMiddlewareArgs<MessageShortcut>;

/**
 * For listeners that change nothing: acknowledged at once, and answered wherever someone pressed; a second delivery of the
 * same click does no more than that.
 */
export function once<Args extends Clicked>(
  { db, clock }: { db: Db; clock: Clock },
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
): Middleware<Args> {
  return async (args) => {
    const { ack, body }: { ack: () => Promise<void>; body: Delivered } = args;
    await ack();
    if (await isFirstDelivery(db, deliveryOf(body, "seen"), clock()))
      await listener({ ...args, ...answering(args) });
  };
}

/** False when this delivery from Slack has been dealt with before. */
export async function isFirstDelivery(db: Db, key: string, at: string): Promise<boolean> {
  const inserted = await db
    .insertInto("deliveries")
    .values({ key, received_at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return inserted !== undefined;
}
