import type { HomeContent, ModalContent } from "./blocks/view.ts";
import type { Context } from "./context.ts";
import { WORKSPACE_VOICE } from "./directory.ts";
import type { StateValues } from "./element-values.ts";
import type { Message } from "./messages.ts";
import { offeredBy } from "./offered.ts";
import type { OpenView } from "./open-view.ts";
import type { Seed } from "./seed.ts";
import { toSlackMessage, toSlackView } from "./wire.ts";

/** What stands around the conversations. */
export interface PageFrame {
  banner: string;
  links: readonly { label: string; url: string }[];
}

/** A view as the page draws it: Slack's own JSON, and the errors under its fields. */
export type ModalView = ReturnType<typeof toSlackView<ModalContent>> & ShownErrors;
export type HomeView = ReturnType<typeof toSlackView<HomeContent>> & ShownErrors;

interface ShownErrors {
  /** By block_id. */
  errors: Record<string, string>;
}

/** A message as one person sees it. */
export type SeenMessage = ReturnType<typeof toSlackMessage> & {
  channel: string;
  ephemeral: boolean;
  /** What this person has chosen in its inputs. */
  values: StateValues;
};

export function directoryForPage({ seed, directory }: Context) {
  const speakers = [WORKSPACE_VOICE, seed.app.botUserId];
  return {
    team: seed.team,
    app: {
      id: seed.app.id,
      name: seed.app.name,
      userId: seed.app.botUserId,
      home: seed.app.home,
      ...offeredBy(seed.app),
    },
    users: directory.users().map((user) => ({
      ...user,
      canBePlayed: !user.isBot && !user.isDeactivated && !speakers.includes(user.id),
    })),
    channels: directory.channels().filter(({ isDirect }) => !isDirect),
  };
}

export function messageForPage(
  message: Message,
  userId: string,
  { seed, messageValues }: Pick<Context, "seed" | "messageValues">,
): SeenMessage {
  return {
    ...toSlackMessage(message, seed),
    channel: message.channel,
    ephemeral: message.onlyFor !== undefined,
    values: messageValues.of(userId, message),
  };
}

export const viewForPage = <C extends object>(view: OpenView<C>, seed: Seed) => ({
  ...toSlackView(view, seed),
  errors: view.errors,
});

/** Null before the app has published one. */
export function homeForPage(userId: string, { views, seed }: Pick<Context, "views" | "seed">) {
  const home = views.homeOf(userId);
  return home ? viewForPage(home, seed) : null;
}
