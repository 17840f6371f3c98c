import type { Seed, SeedChannel, SeedUser } from "./seed.ts";
import { SlackError } from "./slack-error.ts";
import type { Collection, Store } from "./store.ts";

export interface Channel extends SeedChannel {
  /** A direct conversation between one person and the app. */
  isDirect?: boolean;
}

/** Who speaks when the workspace itself has something to say, such as that an app did not answer. */
export const WORKSPACE_VOICE = "USLACKBOT";

/** The people and conversations of the workspace. */
export interface Directory {
  users(): SeedUser[];
  user(id: string): SeedUser;
  channels(): Channel[];
  conversation(id: string): Channel;
  directWith(userId: string): Channel;
  /** The conversations a person sees: their channels, then the one with the app. */
  visibleTo(userId: string): Channel[];
}

export function createDirectory({ app, users, channels }: Seed, store: Store): Directory {
  const people: Collection<SeedUser> = store.collection("user");
  const conversations: Collection<Channel> = store.collection("channel");
  for (const user of users) people.set(user.id, user);
  people.set(app.botUserId, {
    id: app.botUserId,
    name: app.name.toLowerCase(),
    realName: app.name,
    isBot: true,
  });
  people.set(WORKSPACE_VOICE, {
    id: WORKSPACE_VOICE,
    name: "workspace",
    realName: "Workspace",
    isBot: true,
  });
  for (const channel of channels) conversations.set(channel.id, channel);

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
    const direct = {
      id,
      name: "directmessage",
      isDirect: true,
      isPrivate: true,
      members: [userId, app.botUserId],
    };
    conversations.set(id, direct);
    return direct;
  }

  return {
    user,
    directWith,
    users: () => people.values(),
    channels: () => conversations.values(),

    conversation(id) {
      const found = conversations.get(id);
      if (!found) throw new SlackError("channel_not_found");
      return found;
    },

    visibleTo(userId) {
      const joined = conversations
        .values()
        .filter(({ isDirect, members }) => !isDirect && members.includes(userId));
      return [...joined, directWith(userId)];
    },
  };
}
