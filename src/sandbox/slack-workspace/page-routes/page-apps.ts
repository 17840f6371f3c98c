import type { Context } from "../context.ts";
import type { SurfaceName } from "../interactions/surface.ts";
import type { Channel } from "../kept/directory.ts";
import type { Message } from "../kept/messages.ts";
import { offeredBy } from "../offered.ts";
import { PageError } from "./page-error.ts";

/** Finds the app that a person's deed is about. */
export function createPageApps(contexts: readonly Context[]) {
  const installed = (): Context[] =>
    contexts.filter(({ installation }) => installation() !== undefined);
  const [first] = contexts;
  if (!first) throw new Error("A workspace needs an app that could be installed in it.");
  const { directory, messages } = first;

  /** Throws a `PageError` if the app is not installed, as do the methods below. */
  const named = (appId?: string): Context => asInstalled(appId ? byId(appId) : installed()[0]);
  const byId = (appId: string) => contexts.find(({ seed }) => seed.app.id === appId);
  /** Returns the app that wrote the message, or any app for a person's message. */
  const writing = ({ user }: Pick<Message, "user">): Context =>
    contexts.find(({ seed }) => seed.app.botUserId === user) ?? installed()[0] ?? first;
  /** Returns the app whose modal a person sees, or any app if they see none. */
  const showingModal = (userId: string): Context =>
    installed().find(({ views }) => views.top(userId)) ?? first;

  return {
    first,
    installed,
    writing,
    named,
    showingModal,

    /** Returns the conversations that a person sees: their channels, then the one with each app. */
    conversationsOf(userId: string): (Channel & { appId?: string })[] {
      const joined = directory.visibleTo(userId).filter(({ isDirect }) => !isDirect);
      const direct = installed().map((each) => ({
        ...each.directory.directWith(userId),
        appId: each.seed.app.id,
      }));
      return [...joined, ...direct];
    },

    sentTo({ channel, text }: { channel: string; text: string }): Context {
      const [command = ""] = text.split(" ");
      const direct = directory.channels().find(({ id, isDirect }) => isDirect && id === channel);
      const here = contexts.find(({ seed }) => direct?.members.includes(seed.app.botUserId));
      if (!command.startsWith("/")) return here ?? first;
      const known = installed().filter((each) =>
        offeredBy(each).commands.some((offered) => offered.command === command),
      );
      return known.find((each) => each === here) ?? known[0] ?? named();
    },

    actedOn(userId: string, surface: SurfaceName, appId?: string): Context {
      switch (surface.kind) {
        case "message": {
          const seen = messages.seenBy(userId, surface.channel);
          const message = seen.find(({ ts }) => ts === surface.ts);
          return message ? asInstalled(writing(message)) : named();
        }
        case "modal":
          return asInstalled(showingModal(userId));
        case "home":
          return named(appId);
      }
    },
  };
}

export type PageApps = ReturnType<typeof createPageApps>;

function asInstalled(context: Context | undefined): Context {
  if (context?.installation()) return context;
  throw new PageError("app_not_installed", "That app is not installed in this workspace.");
}
