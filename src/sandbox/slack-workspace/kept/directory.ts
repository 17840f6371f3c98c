import type { Seed, SeedChannel, SeedUser } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import type { Collection, Collections } from "./store.ts";

export interface Channel extends SeedChannel {
  /** A direct conversation between one person and the app. */
  isDirect?: boolean;
}

/** This user speaks for the workspace itself, for example to say that an app did not answer. */
export const WORKSPACE_VOICE = "USLACKBOT";

/** The people and conversations of the workspace, as the app sees them. */
export function createDirectory(
  { app, users, channels }: Pick<Seed, "app" | "users" | "channels">,
  store: Collections,
) {
  const { botUserId } = app;
  const people: Collection<SeedUser> = store.collection("user");
  const conversations: Collection<Channel> = store.collection("channel");
  const added: Collection<{ channelId: string; memberId: string }> = store.collection("added");
  for (const user of users) people.set(user.id, user);
  const voice = { id: WORKSPACE_VOICE, name: "workspace", realName: "Workspace", isBot: true };
  people.set(voice.id, voice);
  for (const channel of channels) conversations.set(channel.id, withAdded(channel));

  /** Returns the seed's own object, unless somebody was added later. */
  function withAdded(channel: Channel): Channel {
    const here = added.values().filter(({ channelId }) => channelId === channel.id);
    if (here.length === 0) return channel;
    const members = new Set([...channel.members, ...here.map(({ memberId }) => memberId)]);
    return { ...channel, members: [...members] };
  }

  function user(id: string): SeedUser {
    const found = people.get(id);
    if (!found) throw new SlackError("user_not_found");
    return found;
  }

  function directWith(userId: string): Channel {
    const { isBot, isDeactivated } = user(userId);
    if (isBot) throw new SlackError("cannot_dm_bot");
    if (isDeactivated) throw new SlackError("user_disabled");
    const id = `D${userId.slice(1)}`;
    const known = conversations.get(id);
    if (known) return known;
    const members = [userId, botUserId];
    const direct = { id, name: "directmessage", isDirect: true, isPrivate: true, members };
    conversations.set(id, direct);
    return direct;
  }

  return {
    user,
    directWith,
    users: (): SeedUser[] => people.values(),
    /** Those whom anybody can act as. */
    people: (): SeedUser[] =>
      people.values().filter(({ isBot, isDeactivated }) => !isBot && !isDeactivated),
    channels: (): Channel[] => conversations.values(),

    conversation(id: string): Channel {
      const found = conversations.get(id);
      if (!found) throw new SlackError("channel_not_found");
      return found;
    },

    /**
     * Returns the conversations that a person sees: their channels, then the one with the app
     * while it is installed.
     */
    visibleTo(userId: string): Channel[] {
      const joined = conversations
        .values()
        .filter(({ isDirect, members }) => !isDirect && members.includes(userId));
      const bot = people.get(botUserId);
      return bot && !bot.isDeactivated ? [...joined, directWith(userId)] : joined;
    },

    /** The channels that a menu offers a person. */
    channelsFor: (userId: string): Channel[] =>
      conversations
        .values()
        .filter(({ isDirect, isArchived }) => !isDirect && !isArchived)
        .filter(({ isPrivate, members }) => !isPrivate || members.includes(userId)),

    /** Makes somebody a member of a channel permanently. */
    add(channelId: string, memberId: string): void {
      const channel = conversations.get(channelId);
      if (!channel) throw new SlackError("channel_not_found");
      added.set(`${channelId}/${memberId}`, { channelId, memberId });
      conversations.set(channelId, withAdded(channel));
    },

    /** The app's bot joins the workspace, or is deactivated as the app is uninstalled. */
    setBot({ isThere }: { isThere: boolean }): void {
      if (!isThere && !people.get(botUserId)) return;
      people.set(botUserId, {
        id: botUserId,
        name: app.name.toLowerCase(),
        realName: app.name,
        isBot: true,
        ...(!isThere && { isDeactivated: true }),
      });
    },
  };
}

export type Directory = ReturnType<typeof createDirectory>;
