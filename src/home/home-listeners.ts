import type {
  AnyMiddlewareArgs,
  BlockAction,
  Middleware,
  SlackEventMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import type { HomeView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { SlackError } from "@slack/web-api";
import { z } from "zod";
import type { Db } from "../platform/database/schema.ts";
import { slackSaid } from "../platform/process/error-facts.ts";
import { checkedView } from "../platform/slack/blocks/checked.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import { workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { Context } from "../request/context.ts";
import { homeTabAnswer } from "./home.ts";

/** Someone opened the App Home: it is drawn from what is true now. */
export function homeOpened(
  context: Context,
): Middleware<SlackEventMiddlewareArgs<"app_home_opened">> {
  return async ({ event, body, client, context: { teamId } }) => {
    if (event.tab !== "home") return;
    const workspaceId = teamId ?? body.team_id;
    const home = { channelId: event.channel, hash: hashOf(event.view) };
    await draw(context, client, { workspaceId, userId: event.user, home });
  };
}

/** Redraws the Home after somebody pressed something in it, or submitted a form. */
export function redrawHome(context: Context): Middleware<AnyMiddlewareArgs> {
  return async ({ body, client, next }) => {
    await next();
    if (!isOwnAction(body)) return;
    const workspaceId = workspaceOf(body);
    const userId = body.user.id;
    const opened = await findHome(context.db, workspaceId, userId);
    if (!opened) return;
    const hash = isHome(body.view) ? hashOf(body.view) : opened.hash;
    await draw(context, client, { workspaceId, userId, home: { ...opened, hash } });
  };
}

type OwnAction = BlockAction | ViewSubmitAction;

function isOwnAction(body: object): body is OwnAction {
  if (!("type" in body && "view" in body)) return false;
  if (body.type === "view_submission") return true;
  return body.type === "block_actions" && isHome(body.view) && "actions" in body && changes(body);
}

/** Others only show something: what is drawn anew under somebody's pointer is not what they are about to press. */
const CHANGING: readonly string[] = [action.withdrawRequest, action.resumeSending];

function changes({ actions }: { actions: unknown }): boolean {
  const pressed = z.array(z.object({ action_id: z.string() })).safeParse(actions).data ?? [];
  return pressed.some(({ action_id }) => CHANGING.includes(action_id));
}

const isHome = (view: unknown) =>
  typeof view === "object" && view !== null && "type" in view && view.type === "home";

/** Bolt's type of an event's view knows none. */
function hashOf(view: object | undefined): string | null {
  return view !== undefined && "hash" in view && typeof view.hash === "string" ? view.hash : null;
}

function draw(
  context: Context,
  client: WebClient,
  whose: { workspaceId: string; userId: string; home: OpenedHome },
): Promise<void> {
  const { workspaceId, userId, home } = whose;
  return publishHome(context, client, whose, () =>
    homeTabAnswer(context, workspaceId, userId, home.channelId),
  );
}

/** The App Home as it stands before one person. */
interface OpenedHome {
  /** The direct message with them. */
  channelId: string;
  /** Slack takes a drawing for the newest only with the hash of the last one. */
  hash: string | null;
}

export async function findHome(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<OpenedHome | undefined> {
  return db
    .selectFrom("opened_homes")
    .select(["channel_id as channelId", "hash"])
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function saveHome(
  db: Db,
  workspaceId: string,
  userId: string,
  { channelId: channel_id, hash }: OpenedHome,
): Promise<void> {
  await db
    .insertInto("opened_homes")
    .values({ workspace_id: workspaceId, user_id: userId, channel_id, hash })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "user_id"]).doUpdateSet({ channel_id, hash }),
    )
    .execute();
}

/** Draws one person's Home, and once more if it was drawn since `home.hash`. Never throws for Slack's sake. */
async function publishHome(
  { db, logger }: Pick<Context, "db" | "logger">,
  client: WebClient,
  { workspaceId, userId, home }: { workspaceId: string; userId: string; home: OpenedHome },
  draw: () => Promise<HomeView>,
): Promise<void> {
  const publish = async (hash: string | null) => {
    const view = checkedView(await draw());
    const answer = await client.views.publish({
      user_id: userId,
      view,
      ...(hash !== null && { hash }),
    });
    await saveHome(db, workspaceId, userId, { ...home, hash: answer.view?.hash ?? null });
  };
  try {
    await publish(home.hash).catch((error) => {
      if (slackSaid(error) !== "hash_conflict") throw error;
      return publish(null);
    });
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    logger.warn({ err: error, workspaceId }, "a Home was not drawn");
  }
}
