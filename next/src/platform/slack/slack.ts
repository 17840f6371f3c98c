import type { HomeView, ModalView } from "@slack/types";
import type { z } from "zod";
import * as answers from "./answers.ts";
import type { Message } from "./blocks/views.ts";
import { checkMessage, checkView } from "./check-limits.ts";
import { createCall, inTime, type Outside } from "./send.ts";
import { responseUrlError, SlackError } from "./slack-error.ts";

/** The conversation and the time stamp by which Slack knows a message. */
export interface MessageRef {
  channel: string;
  ts: string;
}

export interface PostTo {
  /** A conversation, or a person for a direct message. */
  channel: string;
  /** The message under which this one is a reply. */
  threadTs?: string | undefined;
  /** Shows the reply in the conversation too. */
  isBroadcast?: boolean;
}

export type Slack = ReturnType<typeof createSlack>;

/** Previews and links would repeat addresses and IBANs. */
const QUIET = { unfurl_links: false, unfurl_media: false };

/**
 * Calls Slack for any workspace, with the token that `tokenOf` gives, once messages and views are
 * checked. All throw `SlackError`, `LimitError`, and what `tokenOf` throws.
 */
export function createSlack(
  outside: Outside & { tokenOf: (workspace: string) => Promise<string> },
) {
  const callWith = createCall(outside);
  const fetchInTime = inTime(outside);

  async function call<Answer>(
    workspace: string,
    method: string,
    args: Record<string, unknown>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> {
    return callWith(await outside.tokenOf(workspace), method, args, answer);
  }

  async function post(workspace: string, to: PostTo, message: Message): Promise<MessageRef> {
    const reply = { thread_ts: to.threadTs, reply_broadcast: to.isBroadcast };
    const args = { channel: to.channel, ...checkMessage(message), ...QUIET, ...reply };
    return call(workspace, "chat.postMessage", args, answers.messageTaken);
  }

  async function permalinkOf(workspace: string, { channel, ts }: MessageRef): Promise<string> {
    const args = { channel, message_ts: ts };
    return (await call(workspace, "chat.getPermalink", args, answers.permalink)).permalink;
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

    /** The conversation with one person. */
    async directChannel(workspace: string, person: string): Promise<string> {
      const args = { users: person };
      const opened = await call(workspace, "conversations.open", args, answers.conversationOpened);
      return opened.channel.id;
    },

    /** `push` puts it on top of the view that was clicked. A trigger works once, for 3 seconds. */
    async openView(
      workspace: string,
      triggerId: string,
      view: ModalView,
      how: "open" | "push" = "open",
    ): Promise<{ id: string; hash: string }> {
      const args = { trigger_id: triggerId, view: checkView(view) };
      return (await call(workspace, `views.${how}`, args, answers.viewTaken)).view;
    },

    /** The new hash; undefined if the view was closed, or no longer has the given `hash`. */
    async updateView(
      workspace: string,
      viewId: string,
      view: ModalView,
      hash?: string,
    ): Promise<string | undefined> {
      const args = { view_id: viewId, view: checkView(view), hash };
      const taken = call(workspace, "views.update", args, answers.viewTaken);
      const newer = await unlessRefused(taken, (error) => {
        if (error.code !== "gone") throw error;
        return undefined;
      });
      return newer?.view.hash;
    },

    async publishHome(workspace: string, person: string, view: HomeView): Promise<void> {
      const args = { user_id: person, view: checkView(view) };
      await call(workspace, "views.publish", args, answers.anything);
    },

    /** `not-known` if Slack does not say. */
    async placeOf(workspace: string, channel: string): Promise<answers.ChannelState> {
      const found = call(workspace, "conversations.info", { channel }, answers.conversationInfo);
      return unlessRefused(
        found.then((info) => info.channel),
        ({ said }) => (said === "channel_not_found" ? "not-found" : "not-known"),
      );
    },

    /** Whether Slack still has a message: `gone` only on its explicit word. */
    async presenceOf(workspace: string, at: MessageRef): Promise<"there" | "gone" | "not-known"> {
      return unlessRefused(
        permalinkOf(workspace, at).then(() => "there"),
        ({ code }) => (code === "gone" ? "gone" : "not-known"),
      );
    },

    /** A courtesy: null if Slack does not say. */
    async linkTo(workspace: string, at: MessageRef): Promise<string | null> {
      return unlessRefused<string | null>(permalinkOf(workspace, at), () => null);
    },

    /** Answers a command or a click privately: beside what was clicked, or in its place. */
    async respond(
      responseUrl: string,
      answer: Message | { deleteOriginal: true },
      { replaceOriginal = false } = {},
    ): Promise<void> {
      const said = "text" in answer ? checkMessage(answer) : { delete_original: true };
      const body = { response_type: "ephemeral", replace_original: replaceOriginal, ...said };
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetchInTime(responseUrl, init).catch((cause: unknown) => {
        throw new SlackError("unavailable", "Slack gave no answer to a response URL", { cause });
      });
      if (!response.ok) throw responseUrlError(response);
    },

    /** Who somebody is, asked now. */
    async personOf(workspace: string, person: string): Promise<answers.Person> {
      const found = call(workspace, "users.info", { user: person }, answers.userInfo);
      return unlessRefused(
        found.then(({ user }) => answers.toPerson(workspace, user)),
        (error) => {
          if (error.said === "user_not_found" || error.said === "user_not_visible") {
            return answers.NOBODY;
          }
          throw error;
        },
      );
    },

    /** Whose token this is. `url` ends in a slash; `app` is null if Slack does not say. */
    async whoAmI(token: string) {
      const self = await callWith(token, "auth.test", {}, answers.authTest);
      const { team_id: workspace, user_id: bot, team, url } = self;
      const app = await callWith(token, "bots.info", { bot: self.bot_id }, answers.botInfo).then(
        (info) => info.bot.app_id,
        (error: unknown) => {
          // A passing silence must not switch the check for other apps off.
          if (!(error instanceof SlackError) || error.code !== "refused") throw error;
          return null;
        },
      );
      const scopes: readonly string[] = self.response_metadata?.scopes ?? [];
      return { workspace, bot, app, scopes, team, url };
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
