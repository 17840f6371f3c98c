import type { HomeView, ModalView } from "@slack/types";
import type { z } from "zod";
import * as answers from "./answers.ts";
import type { Message } from "./blocks/views.ts";
import { checkMessage, checkView } from "./check-limits.ts";
import { createMemory } from "./memory.ts";
import { createCall, fetchWhole, type SlackOutside } from "./send.ts";
import { addressError, SlackError } from "./slack-error.ts";

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

interface SlackOptions extends SlackOutside {
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
  const fetchInTime = fetchWhole(options);
  const rememberPlace = createMemory<answers.ChannelState>(options.now);

  async function call<Answer>(
    workspace: string,
    method: string,
    args: Record<string, unknown>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> {
    return callWith(await options.tokenOf(workspace), method, args, answer);
  }

  /** To an address beside the Web API. */
  async function give(what: string, url: string, type: string, body: string): Promise<void> {
    const init = { method: "POST", headers: { "content-type": type }, body };
    const response = await fetchInTime(url, init).catch((cause: unknown) => {
      throw new SlackError("unavailable", `Slack gave no answer to ${what}`, { cause });
    });
    if (!response.ok) throw addressError(what, response);
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

    /** To one person in a conversation; directly without one, and where Slack clearly refuses it. */
    async whisper(
      workspace: string,
      { channel, person }: { channel: string | null; person: string },
      message: Message,
    ): Promise<void> {
      if (channel === null) return void (await post(workspace, { channel: person }, message));
      const args = { channel, user: person, ...checkMessage(message) };
      const isTaken = await call(workspace, "chat.postEphemeral", args, answers.anything)
        .then(() => true)
        // Where it is silent Slack may have shown it.
        .catch(otherwise(false, ({ code }) => code !== "unavailable"));
      if (!isTaken) await post(workspace, { channel: person }, message);
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
      await call(workspace, "views.update", args, answers.anything).catch(
        otherwise({}, ({ code }) => code === "gone"),
      );
    },

    /** In the place of what the person sees in App Home. */
    async publishHome(workspace: string, person: string, view: HomeView): Promise<void> {
      const args = { user_id: person, view: checkView(view) };
      await call(workspace, "views.publish", args, answers.anything);
    },

    /** As Slack said within the last minute; `not-known` if it does not say. */
    placeOf(workspace: string, channel: string): Promise<answers.ChannelState> {
      const ask = () =>
        call(workspace, "conversations.info", { channel }, answers.conversationInfo).catch(
          otherwise("not-found", ({ said }) => said === "channel_not_found"),
        );
      return rememberPlace(`${workspace} ${channel}`, ask).catch(
        otherwise("not-known", () => true),
      );
    },

    /** Answers a command or a click privately: beside what was clicked, or in its place. */
    async respond(
      responseUrl: string,
      message: Message,
      { replaceOriginal = false } = {},
    ): Promise<void> {
      const how = { response_type: "ephemeral", replace_original: replaceOriginal };
      const body = JSON.stringify({ ...how, ...checkMessage(message) });
      await give("a response URL", responseUrl, "application/json", body);
    },

    /** A file to one person, directly, under a message that says what it is. */
    async sendFiles(
      workspace: string,
      person: string,
      says: Message,
      texts: Readonly<Record<string, string>>,
    ): Promise<void> {
      const files: { id: string; title: string }[] = [];
      for (const [title, text] of Object.entries(texts)) {
        const about = { filename: title, length: Buffer.byteLength(text) };
        const method = "files.getUploadURLExternal";
        const { url, id } = await call(workspace, method, about, answers.uploadPlace);
        await give("an upload", url, "application/octet-stream", text);
        files.push({ id, title });
      }
      const { channel } = await post(workspace, { channel: person }, says);
      const args = { files: JSON.stringify(files), channel_id: channel };
      await call(workspace, "files.completeUploadExternal", args, answers.anything);
    },

    /** What somebody is, asked now. */
    standingOf(workspace: string, person: string): Promise<answers.Standing> {
      return call(workspace, "users.info", { user: person }, answers.standingIn(workspace)).catch(
        otherwise("stranger", ({ said }) => /^user_not_(found|visible)$/.test(said ?? "")),
      );
    },

    /** Whether somebody administers the workspace, asked now; null where Slack does not say. */
    isAdministrator: (workspace: string, person: string): Promise<boolean | null> =>
      call(workspace, "users.info", { user: person }, answers.administrator).catch(
        otherwise(null, () => true),
      ),

    /** What the workspace's token may do; null where Slack does not say. */
    scopesOf: (workspace: string): Promise<readonly string[] | null> =>
      call(workspace, "auth.test", {}, answers.granted),

    /**
     * What a code of OAuth is worth, once
     * (https://docs.slack.dev/authentication/installing-with-oauth).
     */
    redeem: (code: Record<"client_id" | "client_secret" | "code" | "redirect_uri", string>) =>
      callWith(undefined, "oauth.v2.access", code, answers.redeemed),

    /** Whose token this is. `url` ends in a slash; `app` is null if Slack does not say. */
    async whoAmI(token: string) {
      const self = await callWith(token, "auth.test", {}, answers.authTest);
      const { team_id: workspace, user_id: bot, bot_id, team, url } = self;
      const app = await callWith(token, "bots.info", { bot: bot_id }, answers.appOfBot).catch(
        // A passing silence must not switch the check for other apps off.
        otherwise(null, ({ code }) => code === "refused"),
      );
      return { token, workspace, bot, app, team, url };
    },
  };
}

/** What an error of Slack's means, where it is worth none. */
function otherwise<const Answer>(answer: Answer, isWorthNone: (error: SlackError) => boolean) {
  return (error: unknown): Answer => {
    if (error instanceof SlackError && isWorthNone(error)) return answer;
    throw error;
  };
}
