import type { ModalView } from "@slack/types";
import type { z } from "zod";
import * as answers from "./answers.ts";
import type { Message } from "./blocks/views.ts";
import { checkMessage, checkView } from "./check-limits.ts";
import { createMemory } from "./memory.ts";
import { createCall, inTime, type Outside } from "./send.ts";
import { responseUrlError, SlackError } from "./slack-error.ts";

/** The conversation and the time stamp by which Slack knows a message. */
export interface MessageRef {
  channel: string;
  ts: string;
}

interface PostTo {
  /** A conversation, or a person for a direct message. */
  channel: string;
  /** The message under which this one is a reply. */
  threadTs?: string | undefined;
  /** Shows the reply in the conversation too. */
  isBroadcast?: boolean;
}

interface SlackOptions extends Outside {
  tokenOf: (workspace: string) => Promise<string>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type Slack = ReturnType<typeof createSlack>;

/** Previews and links would repeat addresses and IBANs. */
const QUIET = { unfurl_links: false, unfurl_media: false };

/**
 * Calls Slack for any workspace, with the token that `tokenOf` gives, once messages and views are
 * checked. All throw `SlackError`, `LimitError`, and what `tokenOf` throws.
 */
export function createSlack(options: SlackOptions) {
  const callWith = createCall(options);
  const fetchInTime = inTime(options);
  const rememberPlace = createMemory<answers.ChannelState>(options.now);

  async function call<Answer>(
    workspace: string,
    method: string,
    args: Record<string, unknown>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> {
    return callWith(await options.tokenOf(workspace), method, args, answer);
  }

  async function post(workspace: string, to: PostTo, message: Message): Promise<MessageRef> {
    const reply = { thread_ts: to.threadTs, reply_broadcast: to.isBroadcast };
    const args = { channel: to.channel, ...checkMessage(message), ...QUIET, ...reply };
    return call(workspace, "chat.postMessage", args, answers.messageTaken);
  }

  return {
    post,

    async update(workspace: string, { channel, ts }: MessageRef, message: Message): Promise<void> {
      const args = { channel, ts, ...checkMessage(message) };
      await call(workspace, "chat.update", args, answers.anything);
    },

    /** To one person in a conversation, or by direct message where Slack clearly refuses that. */
    async whisper(
      workspace: string,
      { channel, person }: { channel: string; person: string },
      message: Message,
    ): Promise<void> {
      const args = { channel, user: person, ...checkMessage(message) };
      const taken = call(workspace, "chat.postEphemeral", args, answers.anything);
      await unlessRefused<unknown>(taken, (error) => {
        // Slack may have shown it.
        if (error.code === "unavailable") throw error;
        return post(workspace, { channel: person }, message);
      });
    },

    /** `push` puts it on top of the view that was clicked. A trigger works once, for 3 seconds. */
    async openView(
      workspace: string,
      triggerId: string,
      view: ModalView,
      how: "open" | "push" = "open",
    ): Promise<void> {
      const args = { trigger_id: triggerId, view: checkView(view) };
      await call(workspace, `views.${how}`, args, answers.anything);
    },

    /** Leaves a view alone that was closed, or no longer has the given `hash`. */
    async updateView(
      workspace: string,
      viewId: string,
      view: ModalView,
      hash: string,
    ): Promise<void> {
      const args = { view_id: viewId, view: checkView(view), hash };
      await unlessRefused(call(workspace, "views.update", args, answers.anything), (error) => {
        if (error.code !== "gone") throw error;
        return {};
      });
    },

    /** As Slack said within the last minute; `not-known` if it does not say. */
    async placeOf(workspace: string, channel: string): Promise<answers.ChannelState> {
      const ask = async () => {
        const info = call(workspace, "conversations.info", { channel }, answers.conversationInfo);
        return unlessRefused<answers.ChannelState>(
          info.then((found) => found.channel),
          (error) => {
            if (error.said !== "channel_not_found") throw error;
            return "not-found";
          },
        );
      };
      return unlessRefused(rememberPlace(`${workspace} ${channel}`, ask), () => "not-known");
    },

    /** Answers a command or a click privately: beside what was clicked, or in its place. */
    async respond(
      responseUrl: string,
      message: Message,
      { replaceOriginal = false } = {},
    ): Promise<void> {
      const how = { response_type: "ephemeral", replace_original: replaceOriginal };
      const body = JSON.stringify({ ...how, ...checkMessage(message) });
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      const response = await fetchInTime(responseUrl, init).catch((cause: unknown) => {
        throw new SlackError("unavailable", "Slack gave no answer to a response URL", { cause });
      });
      if (!response.ok) throw responseUrlError(response);
    },

    /** What somebody is, asked now. */
    async standingOf(workspace: string, person: string): Promise<answers.Standing> {
      const info = call(workspace, "users.info", { user: person }, answers.userInfo);
      return unlessRefused<answers.Standing>(
        info.then(({ user }) => answers.standingIn(workspace, user)),
        (error) => {
          const isUnknown = /^user_not_(found|visible)$/.test(error.said ?? "");
          if (!isUnknown) throw error;
          return "stranger";
        },
      );
    },

    /** Whose token this is. `url` ends in a slash; `app` is null if Slack does not say. */
    async whoAmI(token: string) {
      const self = await callWith(token, "auth.test", {}, answers.authTest);
      const { team_id: workspace, user_id: bot, bot_id, team, url } = self;
      const info = callWith(token, "bots.info", { bot: bot_id }, answers.botInfo);
      const app = await unlessRefused<string | null>(
        info.then((found) => found.bot.app_id),
        (error) => {
          // A passing silence must not switch the check for other apps off.
          if (error.code !== "refused") throw error;
          return null;
        },
      );
      return { workspace, bot, app, team, url };
    },
  };
}

/** What a refusal means, where it is worth no error. */
async function unlessRefused<Answer>(
  answer: Promise<Answer>,
  otherwise: (error: SlackError) => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    return otherwise(error);
  }
}
