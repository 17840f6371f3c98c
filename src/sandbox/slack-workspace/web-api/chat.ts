import type { Block } from "../blocks/block.ts";
import { limits } from "../blocks/limits.ts";
import { type GivenContent, messageContent, refuseConflicts } from "../blocks/message-content.ts";
import { acceptBlocks } from "../blocks/validate.ts";
import type { Context } from "../context.ts";
import type { Channel } from "../kept/directory.ts";
import type { Message } from "../kept/messages.ts";
import { blockRules } from "../page-routes/pictures.ts";
import { SlackError } from "../slack-error.ts";
import { toSlackMessage } from "../wire.ts";
import { type Args, isTrue, optionalJson, optionalText, text } from "./args.ts";
import {
  joinedConversation,
  knownConversation,
  postingPlace,
  writableConversation,
} from "./conversation.ts";
import type { Family, Method } from "./method.ts";

const postMessage: Method = (args, context, scopes) => {
  const channel = postingPlace(args, context, scopes);
  const content = contentOf(args, context);
  const thread = threadOf(args, channel, context);
  const message = context.messages.post({
    channel: channel.id,
    user: context.seed.app.botUserId,
    ...content,
    ...thread,
    ...(thread.threadTs && isTrue(args.reply_broadcast) && { isBroadcast: true }),
  });
  return { channel: channel.id, ts: message.ts, message: toSlackMessage(message, context) };
};

const postEphemeral: Method = (args, context) => {
  const channel = writableConversation(args, context);
  const userId = text(args, "user");
  if (!channel.members.includes(context.directory.user(userId).id)) {
    throw new SlackError("user_not_in_channel");
  }
  const { ts } = context.messages.post({
    channel: channel.id,
    user: context.seed.app.botUserId,
    onlyFor: userId,
    ...contentOf(args, context),
    ...threadOf(args, channel, context),
  });
  return { message_ts: ts };
};

const update: Method = (args, context) => {
  const { isArchived } = joinedConversation(args, context);
  if (isArchived) throw new SlackError("is_inactive");
  const message = ownMessage(args, context, "cant_update_message");
  const content = givenContent(args);
  refuseConflicts(content);
  const { text: newText, blocks: given } = content;
  if (newText && [...newText].length > limits.updatedMessageText) {
    throw new SlackError("msg_too_long");
  }
  if (newText === undefined && given === undefined) throw new SlackError("no_text");

  // Absent blocks stay as they were; an empty list removes them.
  const blocks = given === undefined ? message.blocks : acceptBlocks(given, blockRules(context));
  const edited = context.messages.edit(message, { text: newText ?? message.text, blocks });
  return {
    channel: edited.channel,
    ts: edited.ts,
    text: edited.text,
    message: toSlackMessage(edited, context),
  };
};

const remove: Method = (args, context) => {
  const message = ownMessage(args, context, "cant_delete_message");
  context.messages.remove(message);
  return { channel: message.channel, ts: message.ts };
};

/** A permalink ends with p and the ts without its point. The page follows such a link. */
const getPermalink: Method = (args, context) => {
  const { messages, url } = context;
  const channel = knownConversation(args, context);
  const message = messages.find(channel.id, text(args, "message_ts"));
  if (!message || message.onlyFor) throw new SlackError("message_not_found");
  const permalink = `${url()}/archives/${channel.id}/p${message.ts.replace(".", "")}`;
  return { channel: channel.id, permalink };
};

export const chat: Family = {
  token: "bot",
  methods: {
    "chat.postMessage": postMessage,
    "chat.postEphemeral": postEphemeral,
    "chat.update": update,
    "chat.delete": remove,
    "chat.getPermalink": getPermalink,
  },
};

function contentOf(args: Args, context: Context): { text: string; blocks: Block[] } {
  return messageContent(givenContent(args), blockRules(context));
}

const givenContent = (args: Args): GivenContent => ({
  text: optionalText(args, "text"),
  blocks: optionalJson(args, "blocks"),
  attachments: optionalJson(args, "attachments"),
  markdownText: optionalText(args, "markdown_text"),
});

export function threadOf(
  args: Args,
  { id }: Channel,
  { messages }: Context,
): { threadTs?: string } {
  const threadTs = optionalText(args, "thread_ts");
  if (!threadTs) return {};
  const parent = messages.find(id, threadTs);
  if (!parent) throw new SlackError("thread_not_found");
  return { threadTs: parent.threadTs ?? parent.ts };
}

/** Only a response_url changes an ephemeral message, although it has a ts. */
function ownMessage(args: Args, context: Context, refusal: string): Message {
  const { messages, seed } = context;
  const { id } = knownConversation(args, context);
  const message = messages.find(id, text(args, "ts"));
  if (!message || message.onlyFor) throw new SlackError("message_not_found");
  if (message.user !== seed.app.botUserId) throw new SlackError(refusal);
  return message;
}
