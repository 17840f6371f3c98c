import type { Context } from "../context.ts";
import type { Channel } from "../kept/directory.ts";
import type { Seed } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import { type Args, optionalText } from "./args.ts";

/** Returns the conversation that `channel` names. A private one without the app does not exist for it. */
export function knownConversation(args: Args, { directory, seed }: Context): Channel {
  const channel = directory.conversation(optionalText(args, "channel") ?? "");
  if (!isKnown(channel, seed)) throw new SlackError("channel_not_found");
  return channel;
}

export const isKnown = (channel: Channel, seed: Seed): boolean =>
  !channel.isPrivate || isJoined(channel, seed);

/** Returns a conversation that the app is in. */
export function joinedConversation(args: Args, context: Context): Channel {
  const channel = knownConversation(args, context);
  if (!isJoined(channel, context.seed)) throw new SlackError("not_in_channel");
  return channel;
}

/** Returns a conversation that the app is in and can post to. */
export const writableConversation = (args: Args, context: Context): Channel =>
  unlessClosed(joinedConversation(args, context), context);

/** Returns the channel for a message. Only here a person's id means their direct conversation with the app. */
export function postingPlace(args: Args, context: Context, scopes: readonly string[]): Channel {
  const { directory } = context;
  const person = directory.users().find(({ id }) => id === args.channel);
  if (person) return unlessClosed(directory.directWith(person.id), context);
  const mayBeOutside = scopes.includes("chat:write.public");
  return unlessClosed(
    (mayBeOutside ? knownConversation : joinedConversation)(args, context),
    context,
  );
}

function unlessClosed(channel: Channel, { seed }: Context): Channel {
  if (channel.isArchived) throw new SlackError("is_archived");
  if (channel.isReadOnly) throw new SlackError("restricted_action_read_only_channel");
  if (channel.isDirect && !seed.app.home.messages) throw new SlackError("messages_tab_disabled");
  return channel;
}

const isJoined = ({ members }: Channel, { app }: Seed): boolean => members.includes(app.botUserId);
