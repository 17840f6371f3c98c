import type { HomeContent, ModalContent } from "../blocks/view.ts";
import type { Context } from "../context.ts";
import type { StateValues } from "../kept/element-values.ts";
import type { Message } from "../kept/messages.ts";
import type { OpenView } from "../kept/open-view.ts";
import type { Seed } from "../seed.ts";
import { toSlackMessage, toSlackView } from "../wire.ts";

export type ModalView = ReturnType<typeof viewForPage<ModalContent>>;
export type HomeView = ReturnType<typeof viewForPage<HomeContent>>;

/** A message as one person sees it. */
export type SeenMessage = ReturnType<typeof toSlackMessage> & {
  channel: string;
  ephemeral: boolean;
  /** The person's choices in its inputs. */
  values: StateValues;
};

export function messageForPage(message: Message, userId: string, context: Context): SeenMessage {
  return {
    ...toSlackMessage(message, context),
    channel: message.channel,
    ephemeral: message.onlyFor !== undefined,
    values: context.messages.valuesOf(userId, message),
  };
}

/** A view for the page: Slack's own JSON, and the errors under its fields by block_id. */
export const viewForPage = <C extends object>(view: OpenView<C>, seed: Seed) => ({
  ...toSlackView(view, seed),
  errors: view.errors,
});

/** Returns null before the app has published a Home. */
export function homeForPage(userId: string, { views, seed }: Context) {
  const home = views.homeOf(userId);
  return home ? viewForPage(home, seed) : null;
}
