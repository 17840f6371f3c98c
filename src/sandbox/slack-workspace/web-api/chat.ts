import { LIMITS } from "../blocks/limits.ts";
import { acceptBlocks, messageContent } from "../blocks/read.ts";
import type { Context } from "../context.ts";
import type { Channel } from "../kept/directory.ts";
import { SlackError } from "../slack-error.ts";
import { toSlackMessage } from "../wire.ts";
import { joinedConversation, postingPlace, writableConversation } from "./conversation.ts";
import { type Args, type Methods, optionalJson, optionalText, text } from "./method.ts";

const common = { token: "bot", scopes: ["chat:write"] } as const;

export const chat: Methods = {
  "chat.postMessage": {
    ...{ ...common, perMinute: null },
    takes: "channel text blocks thread_ts reply_broadcast",
    ignores: "unfurl_links unfurl_media",
    run(args, context) {
      const { messages, seed } = context;
      const { id } = postingPlace(args, context);
      const thread = threadOf(args, id, context);
      const isBroadcast = thread.threadTs && String(args.reply_broadcast) === "true";
      const message = messages.post({
        ...{ channel: id, user: seed.app.botUserId },
        ...{ ...contentOf(args), ...thread, ...(isBroadcast && { isBroadcast }) },
      });
      return { channel: id, ts: message.ts, message: toSlackMessage(message, seed) };
    },
  },

  "chat.postEphemeral": {
    ...{ ...common, perMinute: 100, takes: "channel user text blocks" },
    run(args, context) {
      const { messages, seed, directory } = context;
      const { id, members }: Channel = writableConversation(args, context);
      const userId = text(args, "user");
      if (!members.includes(directory.user(userId).id)) {
        throw new SlackError("user_not_in_channel");
      }
      const { ts } = messages.post({
        ...{ channel: id, user: seed.app.botUserId, onlyFor: userId, ...contentOf(args) },
      });
      return { message_ts: ts };
    },
  },

  /** Absent blocks stay. Only a response_url changes an ephemeral message. */
  "chat.update": {
    ...{ ...common, perMinute: 50, takes: "channel ts text blocks" },
    run(args, context) {
      const { messages, seed } = context;
      const { id, isArchived } = joinedConversation(args, context);
      if (isArchived) throw new SlackError("is_inactive");
      const message = messages.find(id, text(args, "ts"));
      if (!message || message.onlyFor) throw new SlackError("message_not_found");
      if (message.user !== seed.app.botUserId) throw new SlackError("cant_update_message");
      const [newText, given] = [optionalText(args, "text"), optionalJson(args, "blocks")];
      if (newText === undefined && given === undefined) throw new SlackError("no_text");
      if ([...(newText ?? "")].length > LIMITS.updatedMessageText) {
        throw new SlackError("msg_too_long");
      }
      const blocks = given === undefined ? message.blocks : acceptBlocks(given);
      const edited = messages.edit(message, { text: newText ?? message.text, blocks });
      const { channel, ts, text: said } = edited;
      return { channel, ts, text: said, message: toSlackMessage(edited, seed) };
    },
  },
};

const contentOf = (args: Args) =>
  messageContent({ text: optionalText(args, "text"), blocks: optionalJson(args, "blocks") });

function threadOf(args: Args, channel: string, { messages }: Context): { threadTs?: string } {
  const threadTs = optionalText(args, "thread_ts");
  if (!threadTs) return {};
  const parent = messages.find(channel, threadTs);
  if (!parent) throw new SlackError("thread_not_found");
  return { threadTs: parent.threadTs ?? parent.ts };
}
