import type {
  AnyMiddlewareArgs,
  BlockAction,
  Middleware,
  SlackEventMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import type { WebClient } from "@slack/web-api";
import { z } from "zod";
import { action } from "../platform/slack/blocks/ids.ts";
import { workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { Context } from "../request/context.ts";
import { homeTabAnswer } from "./home.ts";
import type { OpenedHome } from "./publish-home.ts";
import { findHome, publishHome } from "./publish-home.ts";

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
