import { z } from "zod";
import { acceptBlocks } from "../blocks/validate.ts";
import type { Context } from "../context.ts";
import type { KeptFile } from "../kept/files.ts";
import { isPictureType } from "../mimetype.ts";
import { blockRules } from "../page-routes/pictures.ts";
import { SlackError } from "../slack-error.ts";
import { toSlackFile } from "../slack-file.ts";
import { type Args, json, optionalText, text } from "./args.ts";
import { threadOf } from "./chat.ts";
import { writableConversation } from "./conversation.ts";
import type { Family, Method } from "./method.ts";

const LONGEST_ALT_TEXT = 1_000;

/** The reference calls the description `alt_txt`; Slack's own SDK sends `alt_text`. */
const getUploadUrl: Method = (args, { files, url }) => {
  const length = Number(text(args, "length"));
  if (!Number.isSafeInteger(length) || length <= 0) throw invalid("length must be above 0");
  const altText = optionalText(args, "alt_txt") ?? optionalText(args, "alt_text");
  if (altText !== undefined && [...altText].length > LONGEST_ALT_TEXT) {
    throw new SlackError("alt_txt_too_large");
  }
  const { id, ticket } = files.announce({ name: text(args, "filename"), length, altText });
  return { upload_url: `${url()}/upload/v1/${ticket}`, file_id: id };
};

const wantedFiles = z
  .array(
    z.object({
      id: z.string(),
      title: z.string().optional(),
      highlight_type: z.string().optional(),
    }),
  )
  .min(1);

/** A file without a channel stays the app's own until one of its messages shows it. */
const completeUpload: Method = (args, context) => {
  const { success, data } = wantedFiles.safeParse(json(args, "files"));
  if (!success) throw invalid("files must be a list of objects with an id");

  const channelId = optionalText(args, "channel_id");
  const channel = channelId ? writableConversation({ channel: channelId }, context) : undefined;
  const thread = channel ? threadOf(args, channel, context) : {};
  const completed = context.files.complete(data);
  if (channel) {
    context.messages.post({
      channel: channel.id,
      user: context.seed.app.botUserId,
      ...contentOf(completed, args, context),
      ...thread,
    });
  }
  return { files: completed.map((file) => toSlackFile(file, context)) };
};

export const files: Family = {
  token: "bot",
  methods: {
    "files.getUploadURLExternal": getUploadUrl,
    "files.completeUploadExternal": completeUpload,
  },
};

/** Slack attaches a shared file to the message; here the message shows pictures, and names other files. */
function contentOf(completed: readonly KeptFile[], args: Args, context: Context) {
  const comment = optionalText(args, "initial_comment");
  const pictures = completed.filter(({ mimetype }) => isPictureType(mimetype));
  const names = completed.filter((file) => !pictures.includes(file)).map(({ title }) => title);
  const text = [comment, ...names].filter((line) => line !== undefined).join("\n");
  const blocks = pictures.map(({ id, title, altText = title }) => ({
    type: "image",
    title: { type: "plain_text", text: title },
    alt_text: altText,
    slack_file: { id },
  }));
  const said = { type: "section", text: { type: "mrkdwn", text } };
  return {
    text,
    blocks: acceptBlocks(
      text && blocks.length > 0 ? [said, ...blocks] : blocks,
      blockRules(context),
    ),
  };
}

const invalid = (reason: string) => new SlackError("invalid_arguments", [`[ERROR] ${reason}`]);
