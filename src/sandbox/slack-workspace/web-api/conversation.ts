import type { Context } from "../context.ts";
import type { Channel } from "../kept/directory.ts";
import { SlackError } from "../slack-error.ts";
import { type Args, optionalText } from "./method.ts";

/** For the app there is no private conversation that it is not in. */
export function knownConversation(args: Args, { directory, seed }: Context): Channel {
  const channel = directory.conversation(optionalText(args, "channel") ?? "");
  const isHidden = channel.isPrivate && !channel.members.includes(seed.app.botUserId);
  if (isHidden) throw new SlackError("channel_not_found");
  return channel;
}

/** Returns a conversation that the app is in. */
export function joinedConversation(args: Args, context: Context): Channel {
  const channel = knownConversation(args, context);
  const isIn = channel.members.includes(context.seed.app.botUserId);
  if (!isIn) throw new SlackError("not_in_channel");
  return channel;
}

/** Returns a conversation that the app is in and can post to. */
export function writableConversation(args: Args, context: Context): Channel {
  const channel = joinedConversation(args, context);
  if (channel.isArchived) throw new SlackError("is_archived");
  if (channel.isReadOnly) throw new SlackError("restricted_action_read_only_channel");
  return channel;
}

/** Only here a person's id means their direct conversation with the app. */
export function postingPlace(args: Args, context: Context): Channel {
  const { directory } = context;
  const person = directory.users().find(({ id }) => id === args.channel);
  const channel = person ? directory.directWith(person.id).id : args.channel;
  return writableConversation({ channel }, context);
}

/** The scope that reading about a conversation needs; none for one that the app cannot see. */
export function readingScope(args: Args, context: Context): readonly string[] {
  const { directory, seed } = context;
  const channel = directory.channels().find(({ id }) => id === args.channel);
  if (!channel) return [];
  if (channel.isDirect) return ["im:read"];
  if (!channel.isPrivate) return ["channels:read"];
  return channel.members.includes(seed.app.botUserId) ? ["groups:read"] : [];
}
