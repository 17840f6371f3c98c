import { WebAPIPlatformError, WebAPIRateLimitedError, type WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import type { Clock } from "../process/clock.ts";
import { isSlackCode } from "../process/error-facts.ts";
import { checkedMessage } from "./blocks/checked.ts";
import { NotInstalled } from "./bot-tokens.ts";
import { MessengerError, type MessengerErrorCode } from "./messenger-error.ts";
import { calling, paced, postingTo } from "./paced.ts";
import { createRecent } from "./recent.ts";
import type { Lane, LastLook, Messenger, Pace, Place } from "./slack.ts";
import type { InNameOf, SlackClients } from "./web-client.ts";

/** Messages of ours in Slack; every one is held against Slack's limits before it is sent. */
export function createMessenger(
  context: SlackClients & { pace: Pace; logger: Logger; clock: Clock },
): Messenger {
  const { as, usual, post, quick, upload, pace, logger, clock } = context;
  const places = createRecent<Place>(clock, (place) => place !== "not-known");
  const links = createRecent<string | undefined>(clock, (link) => link !== undefined);
  const inNameOf = async <T>(workspaceId: string, call: (as: InNameOf) => Promise<T>) =>
    translated(call(await as(workspaceId).catch(notInstalled)));

  const inTurn = <T>(
    workspaceId: string,
    lane: Lane,
    call: (as: InNameOf) => Promise<T>,
    { lastLook }: LastLook = {},
  ) =>
    paced(pace, workspaceId, lane, async () => {
      await lastLook?.();
      return inNameOf(workspaceId, call);
    });

  const directMessageWith = async (workspaceId: string, users: string): Promise<string> => {
    const { channel } = await inTurn(workspaceId, calling("conversations.open"), (as) =>
      usual.conversations.open({ ...as, users }),
    );
    if (!channel?.id) throw unexpected("Slack opened a direct message without saying where");
    return channel.id;
  };

  return {
    async post(workspaceId, channel, message, { threadTs, rank = "first", ...how } = {}) {
      const said = checkedMessage(message);
      const send = (as: InNameOf) =>
        post.chat.postMessage({
          ...as,
          channel,
          ...said,
          ...QUIET,
          ...(threadTs !== undefined && { thread_ts: threadTs }),
        });
      const sent = await inTurn(workspaceId, postingTo(channel, rank), send, how);
      if (!sent.channel || !sent.ts) throw unexpected("Slack took a message without saying where");
      return { channelId: sent.channel, ts: sent.ts };
    },

    async update(workspaceId, { channelId: channel, ts }, message, how) {
      const said = checkedMessage(message);
      const send = (as: InNameOf) => post.chat.update({ ...as, channel, ts, ...said });
      await inTurn(workspaceId, calling("chat.update"), send, how);
    },

    async uploadImage(workspaceId, { filename, png, altText }) {
      const { files } = await inNameOf(workspaceId, (as) =>
        upload(as).filesUploadV2({ ...as, file: Buffer.from(png), filename, alt_text: altText }),
      );
      const id = files[0]?.files?.[0]?.id;
      if (!id) throw unexpected("Slack took a picture without naming it");
      return id;
    },

    async sendFile(workspaceId, userId, { filename, bytes, says }) {
      const channel_id = await directMessageWith(workspaceId, userId);
      const file = Buffer.from(bytes);
      await inNameOf<unknown>(workspaceId, (as) =>
        upload(as).filesUploadV2({ ...as, channel_id, file, filename, initial_comment: says }),
      );
    },

    linkTo(workspaceId, { channelId: channel, ts: message_ts }) {
      return links.ask(`${workspaceId} ${channel} ${message_ts}`, "of-a-minute", async () => {
        try {
          const { permalink } = await inNameOf(workspaceId, (as) =>
            usual.chat.getPermalink({ ...as, channel, message_ts }),
          );
          return permalink;
        } catch (error) {
          logger.debug({ err: error, workspaceId }, "Slack gave no link to a message");
          return undefined;
        }
      });
    },

    placeOf(workspaceId, channel, age = "now") {
      return places.ask(`${workspaceId} ${channel}`, age, async () => {
        try {
          const { channel: found } = await inNameOf(workspaceId, (as) =>
            quick.conversations.info({ ...as, channel }),
          );
          return found ? placeOf(found) : "not-known";
        } catch (error) {
          if (!(error instanceof MessengerError)) throw error;
          return error.code === "no-such-channel" ? "not-found" : "not-known";
        }
      });
    },

    async presenceOf(workspaceId, { channelId: channel, ts: message_ts }) {
      try {
        await inNameOf(workspaceId, (as) =>
          quick.chat.getPermalink({ ...as, channel, message_ts }),
        );
        return "there";
      } catch (error) {
        if (!(error instanceof MessengerError)) throw error;
        return error.code === "no-such-message" ? "gone" : "not-known";
      }
    },

    async whisper(workspaceId, { channelId: channel, userId: user }, message, alone) {
      const said = checkedMessage(message);
      const directly = (error: unknown) => {
        // It may stand there already.
        if (error instanceof MessengerError && !error.isRefusal) throw error;
        logger.debug({ err: error }, "not said in the conversation; said by direct message");
        return inNameOf<unknown>(workspaceId, (as) =>
          post.chat.postMessage({
            ...{ ...as, channel: user, ...QUIET },
            ...checkedMessage(alone ?? message),
          }),
        );
      };
      try {
        await inNameOf<unknown>(workspaceId, (as) =>
          post.chat.postEphemeral({ ...as, channel, user, ...said }),
        ).catch(directly);
      } catch (error) {
        logger.warn({ err: error }, "a private word may not have reached its person");
      }
    },

    directMessageWith,
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
  restricted_action: "channel-restricted",
  restricted_action_non_threadable_channel: "channel-restricted",
  restricted_action_read_only_channel: "channel-restricted",
  restricted_action_thread_locked: "channel-restricted",
  restricted_action_thread_only_channel: "channel-restricted",
  user_not_found: "no-such-person",
  user_disabled: "no-such-person",
  user_not_visible: "no-such-person",
  cannot_dm_bot: "no-such-person",
  message_not_found: "no-such-message",
  cant_update_message: "no-such-message",
  thread_not_found: "no-such-message",
  invalid_blocks: "blocks-refused",
  token_revoked: "not-installed",
  token_expired: "not-installed",
  account_inactive: "not-installed",
  invalid_auth: "not-installed",
  not_authed: "not-installed",
  team_access_not_granted: "not-installed",
  ratelimited: "limited",
  internal_error: "unavailable",
  fatal_error: "unavailable",
  service_unavailable: "unavailable",
  request_timeout: "unavailable",
};

function notInstalled(cause: unknown): never {
  if (!(cause instanceof NotInstalled)) throw cause;
  throw new MessengerError("not-installed", cause.message, { cause });
}

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
