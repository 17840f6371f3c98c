import type { HomeContent, ModalContent } from "../blocks/view.ts";
import type { Context } from "../context.ts";
import type { StateValues } from "../kept/element-values.ts";
import type { Message } from "../kept/messages.ts";
import type { OpenView } from "../kept/open-view.ts";
import { offeredBy } from "../offered.ts";
import { plainTextOf } from "../plain-text.ts";
import type { Seed } from "../seed.ts";
import { toSlackMessage, toSlackView } from "../wire.ts";
import type { PageApps } from "./page-apps.ts";
import type { Panel, PanelLink, TourStep } from "./panel.ts";

/** The page shows this around the conversations. */
export interface PageFrame {
  banner: string;
  links: readonly { label: string; url: string }[];
  panel: Panel | undefined;
  tour: readonly TourStep[];
}

export type ModalView = ReturnType<typeof viewForPage<ModalContent>>;
export type HomeView = ReturnType<typeof viewForPage<HomeContent>>;

/** A message as one person sees it. */
export type SeenMessage = ReturnType<typeof toSlackMessage> & {
  channel: string;
  ephemeral: boolean;
  /** The person's choices in its inputs. */
  values: StateValues;
  /** The places in the panel to which its words lead. */
  panelLinks: readonly PanelLink[];
};

/** `apps` are installed, and `app` is the first of them, or else one that offers nothing. */
export function directoryForPage({ first, installed }: PageApps) {
  const apps = installed().map((context) => {
    const { id, name, botUserId, home } = context.seed.app;
    return { id, name, userId: botUserId, home, ...offeredBy(context) };
  });
  const { id, name, botUserId, home } = first.seed.app;
  return {
    team: first.seed.team,
    foldAbovePx: first.assumed.blockKit.foldAbovePx,
    app: apps[0] ?? { id, name, userId: botUserId, home, commands: [], shortcuts: [] },
    apps,
    users: first.directory.users().map((user) => ({
      ...user,
      canBePlayed: !user.isBot && !user.isDeactivated,
    })),
    channels: first.directory.channels().filter(({ isDirect }) => !isDirect),
    userGroups: first.seed.userGroups ?? [],
  };
}

export function messageForPage(
  message: Message,
  userId: string,
  context: Pick<Context, "seed" | "messages" | "messageValues">,
  linksIn: (words: string) => readonly PanelLink[],
): SeenMessage {
  const shown = toSlackMessage(message, context);
  return {
    ...shown,
    channel: message.channel,
    ephemeral: message.onlyFor !== undefined,
    values: context.messageValues.of(userId, message),
    panelLinks: linksIn(plainTextOf(shown)),
  };
}

/** A view for the page: Slack's own JSON, and the errors under its fields by block_id. */
export const viewForPage = <C extends object>(view: OpenView<C>, seed: Seed) => ({
  ...toSlackView(view, seed),
  errors: view.errors,
});

/** Returns null before the app has published a Home. */
export function homeForPage(userId: string, { views, seed }: Pick<Context, "views" | "seed">) {
  const home = views.homeOf(userId);
  return home ? viewForPage(home, seed) : null;
}

/** Returns the conversations with unread messages of each person. */
export const unreadByPerson = ({ first: { directory, messages }, conversationsOf }: PageApps) =>
  Object.fromEntries(
    directory
      .users()
      .filter(({ isBot, isDeactivated }) => !isBot && !isDeactivated)
      .map(({ id }) => [
        id,
        conversationsOf(id)
          .map((each) => each.id)
          .filter((channel) => messages.isUnread(id, channel)),
      ]),
  );
