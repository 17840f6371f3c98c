import { z } from "zod";
import { LIMITS } from "../blocks/limits.ts";
import { toSlackFile } from "../kept/files.ts";
import { SlackError } from "../slack-error.ts";
import { json, optionalText, text } from "./args.ts";
import { threadOf } from "./chat.ts";
import { writableConversation } from "./conversation.ts";
import type { Methods } from "./method.ts";

const wantedFiles = z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1);

const common = { token: "bot", scopes: ["files:write"], perMinute: 100 } as const;

export const files: Methods = {
  /** The reference calls the description `alt_txt`; Slack's own SDK sends `alt_text`. */
  "files.getUploadURLExternal": {
    ...{ ...common, takes: "filename length alt_txt alt_text" },
    run(args, { files, url }) {
      const length = Number(text(args, "length"));
      if (!Number.isSafeInteger(length) || length <= 0) throw invalid("length must be above 0");
      const described = optionalText(args, "alt_txt") ?? optionalText(args, "alt_text") ?? "";
      if ([...described].length > LIMITS.altText) throw new SlackError("alt_txt_too_large");
      const { id, ticket } = files.announce({ name: text(args, "filename"), length });
      return { upload_url: `${url()}/upload/v1/${ticket}`, file_id: id };
    },
  },

  /** Slack attaches a shared file to its message; here the message names it. */
  "files.completeUploadExternal": {
    ...{ ...common, takes: "files channel_id initial_comment thread_ts" },
    run(args, context) {
      const { success, data } = wantedFiles.safeParse(json(args, "files"));
      if (!success) throw invalid("files must be a list of objects with an id");
      const channelId = optionalText(args, "channel_id");
      const channel = channelId ? writableConversation({ channel: channelId }, context) : null;
      const thread = channel ? threadOf(args, channel, context) : {};
      const completed = context.files.complete(data);
      if (channel) {
        const comment = optionalText(args, "initial_comment");
        const lines = [...(comment ? [comment] : []), ...completed.map(({ title }) => title)];
        const said = { text: lines.join("\n"), blocks: [] };
        const user = context.seed.app.botUserId;
        context.messages.post({ channel: channel.id, user, ...said, ...thread });
      }
      return { files: completed.map(toSlackFile) };
    },
  },
};

const invalid = (reason: string) => new SlackError("invalid_arguments", [`[ERROR] ${reason}`]);
