import type { Seed, SeedChannel, SeedUser } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import type { Collection, Collections } from "./store.ts";

export interface Channel extends SeedChannel {
  /** A direct conversation between one person and the app. */
  isDirect?: boolean;
}

/** This user speaks for the workspace itself, for example to say that an app did not answer. */
export const WORKSPACE_VOICE = "USLACKBOT";

const VOICE = { id: WORKSPACE_VOICE, name: "workspace", realName: "Workspace", isBot: true };

/** The people and conversations of a workspace, with the app's bot as it is just now. */
export function createDirectory(
  { app, users, channels }: Seed,
  store: Collections,
  botIs: () => "unknown" | "there" | "gone",
) {
  const { botUserId, name } = app;
  const bot = { id: botUserId, name: name.toLowerCase(), realName: name, isBot: true };
  function everybody(): readonly SeedUser[] {
    const state = botIs();
    const bots = state === "unknown" ? [] : [{ ...bot, isDeactivated: state === "gone" }];
    return [...users, VOICE, ...bots];
  }
  const direct = users.map(({ id }) => ({
    ...{ id: directId(id), name: "directmessage", isDirect: true, isPrivate: true },
    members: [id, botUserId],
  }));
  const all: readonly Channel[] = [...channels, ...direct];
  const conversations = new Map(all.map((each) => [each.id, each]));
  const added: Collection<{ channel: string; member: string }> = store.collection("joined");
  for (const { channel, member } of added.values()) join(channel, member);

  /** The seed's own object stands for a channel until somebody joins it later. */
  function join(id: string, member: string): void {
    const channel = conversation(id);
    conversations.set(id, { ...channel, members: [...channel.members, member] });
  }

  function user(id: string): SeedUser {
    const found = everybody().find((each) => each.id === id);
    if (!found) throw new SlackError("user_not_found");
    return found;
  }

  function conversation(id: string): Channel {
    const found = conversations.get(id);
    if (!found) throw new SlackError("channel_not_found");
    return found;
  }

  function directWith(userId: string): Channel {
    const { isBot, isDeactivated } = user(userId);
    if (isBot) throw new SlackError("cannot_dm_bot");
    if (isDeactivated) throw new SlackError("user_disabled");
    return conversation(directId(userId));
  }

  const channelsWhere = (isOffered: (channel: Channel) => boolean): Channel[] =>
    [...conversations.values()].filter((each) => !each.isDirect && isOffered(each));

  return {
    user,
    conversation,
    directWith,
    users: everybody,
    /** Those whom anybody can act as. */
    people: (): SeedUser[] => users.filter(({ isBot, isDeactivated }) => !isBot && !isDeactivated),
    channels: (): Channel[] => [...conversations.values()],

    /** A person's channels, then their conversation with the app while it is installed. */
    visibleTo(userId: string): Channel[] {
      const joined = channelsWhere(({ members }) => members.includes(userId));
      return botIs() === "there" ? [...joined, directWith(userId)] : joined;
    },

    /** The channels that a menu offers a person. */
    channelsFor: (userId: string): Channel[] =>
      channelsWhere(
        ({ isArchived, isPrivate, members }) =>
          !isArchived && (!isPrivate || members.includes(userId)),
      ),

    /** Makes somebody a member of a channel permanently. */
    add(channel: string, member: string): void {
      join(channel, member);
      added.set(`${channel}/${member}`, { channel, member });
    },
  };
}

export type Directory = ReturnType<typeof createDirectory>;

const directId = (userId: string) => `D${userId.slice(1)}`;
