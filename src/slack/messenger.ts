import type { WebClient } from "@slack/web-api";
import { WebAPIPlatformError, WebAPIRateLimitedError } from "@slack/web-api";
import type { Logger } from "pino";
import { isSlackCode } from "../error-facts.ts";
import { MessengerError, type MessengerErrorCode } from "../services/messenger-error.ts";
import type { Lane, LastLook, Messenger, Pace, Place } from "../services/ports.ts";
import { checkedMessage } from "./checked.ts";
import { calling, paced, postingTo } from "./paced.ts";
import type { SlackClients } from "./web-client.ts";

interface Deps extends SlackClients {
  pace: Pace;
  logger: Logger;
}

/** Messages of ours in Slack; every one is held against Slack's limits before it is sent. */
export function createMessenger({
  clientOf,
  postClientOf,
  quickClientOf,
  uploadClientOf,
  pace,
  logger,
}: Deps): Messenger {
  const inTurn = <T>(
    workspaceId: string,
    lane: Lane,
    send: () => Promise<T>,
    { lastLook }: LastLook = {},
  ) =>
    paced(pace, workspaceId, lane, async () => {
      await lastLook?.();
      return translated(send());
    });

  return {
    async post(workspaceId, channel, message, { threadTs, ...how } = {}) {
      const said = checkedMessage(message);
      const send = () =>
        postClientOf(workspaceId).chat.postMessage({
          channel,
          ...said,
          ...QUIET,
          ...(threadTs !== undefined && { thread_ts: threadTs }),
        });
      const sent = await inTurn(workspaceId, postingTo(channel), send, how);
      if (!sent.channel || !sent.ts) throw unexpected("Slack took a message without saying where");
      return { channelId: sent.channel, ts: sent.ts };
    },

    async update(workspaceId, { channelId: channel, ts }, message, how) {
      const said = checkedMessage(message);
      const send = () => postClientOf(workspaceId).chat.update({ channel, ts, ...said });
      await inTurn(workspaceId, calling("chat.update"), send, how);
    },

    async uploadImage(workspaceId, { filename, png, altText }) {
      const { files } = await translated(
        uploadClientOf(workspaceId).filesUploadV2({
          file: Buffer.from(png),
          filename,
          alt_text: altText,
        }),
      );
      const id = files[0]?.files?.[0]?.id;
      if (!id) throw unexpected("Slack took a picture without naming it");
      return id;
    },

    async linkTo(workspaceId, { channelId: channel, ts: message_ts }) {
      try {
        const asked = clientOf(workspaceId).chat.getPermalink({ channel, message_ts });
        return (await translated(asked)).permalink;
      } catch (error) {
        logger.debug({ err: error, workspaceId }, "Slack gave no link to a message");
        return undefined;
      }
    },

    async placeOf(workspaceId, channelId) {
      try {
        const { channel } = await translated(
          quickClientOf(workspaceId).conversations.info({ channel: channelId }),
        );
        return channel ? placeOf(channel) : "not-known";
      } catch (error) {
        if (!(error instanceof MessengerError)) throw error;
        return error.code === "no-such-channel" ? "not-found" : "not-known";
      }
    },

    async presenceOf(workspaceId, { channelId: channel, ts: message_ts }) {
      try {
        await translated(quickClientOf(workspaceId).chat.getPermalink({ channel, message_ts }));
        return "there";
      } catch (error) {
        if (!(error instanceof MessengerError)) throw error;
        return error.code === "no-such-message" ? "gone" : "not-known";
      }
    },

    async whisper(workspaceId, { channelId, userId }, message) {
      const { chat } = postClientOf(workspaceId);
      const said = checkedMessage(message);
      const directly = (error: unknown) => {
        // It may stand there already.
        if (error instanceof MessengerError && error.code === "unavailable") throw error;
        logger.debug({ err: error }, "not said in the conversation; said by direct message");
        return translated(chat.postMessage({ channel: userId, ...said, ...QUIET }));
      };
      try {
        const there = chat.postEphemeral({ channel: channelId, user: userId, ...said });
        await translated<unknown>(there).catch(directly);
      } catch (error) {
        logger.warn({ err: error }, "a private word may not have reached its person");
      }
    },

    async directMessageWith(workspaceId, userId) {
      const { channel } = await inTurn(workspaceId, calling("conversations.open"), () =>
        clientOf(workspaceId).conversations.open({ users: userId }),
      );
      if (!channel?.id) throw unexpected("Slack opened a direct message without saying where");
      return channel.id;
    },
  };
}

/** Addresses and IBANs must not become links or previews. */
const QUIET = { unfurl_links: false, unfurl_media: false };

type Conversation = NonNullable<Awaited<ReturnType<WebClient["conversations"]["info"]>>["channel"]>;

function placeOf(channel: Conversation): Place {
  if (channel.is_im || channel.is_mpim) return "direct-message";
  if (channel.is_archived) return "archived";
  if (channel.is_ext_shared || channel.is_pending_ext_shared) return "shared";
  return channel.is_member ? "ours" : "not-a-member";
}

const CODES: Record<string, MessengerErrorCode> = {
  not_in_channel: "not-in-channel",
  channel_not_found: "no-such-channel",
  is_archived: "channel-archived",
  is_inactive: "channel-archived",
  user_not_found: "no-such-person",
  user_disabled: "no-such-person",

  user_not_visible: "no-such-person",
  cannot_dm_bot: "no-such-person",
  message_not_found: "no-such-message",
  cant_update_message: "no-such-message",
  thread_not_found: "no-such-message",
  invalid_blocks: "blocks-refused",
  ratelimited: "limited",
  internal_error: "unavailable",
  fatal_error: "unavailable",
  service_unavailable: "unavailable",
  request_timeout: "unavailable",
};

async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof WebAPIRateLimitedError) {
      const retryAfterMs = cause.retryAfter * 1_000;
      throw new MessengerError("limited", "Slack limits the rate of calls", {
        cause,
        retryAfterMs,
      });
    }
    if (!(cause instanceof WebAPIPlatformError)) {
      throw new MessengerError("unavailable", "Slack did not take the call", { cause });
    }
    const said = String(cause.data.error);
    const words = isSlackCode(said) ? `Slack said ${said}` : "Slack answered without a code";
    const isOfThisCall = said === "internal_error" || said === "fatal_error";
    throw new MessengerError(CODES[said] ?? "unexpected", words, { cause, isOfThisCall });
  }
}

function unexpected(message: string): MessengerError {
  return new MessengerError("unexpected", message);
}
