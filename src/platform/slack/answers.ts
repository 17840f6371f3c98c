import { z } from "zod";

/** Slack's answers (https://docs.slack.dev/reference/methods) as far as we read them. */

export const anything = z.object({});

export const messageTaken = z.object({ channel: z.string(), ts: z.string() });

/** Where the bytes of a file go, and its id. */
export const uploadPlace = z
  .object({ upload_url: z.url(), file_id: z.string() })
  .transform(({ upload_url, file_id }) => ({ url: upload_url, id: file_id }));

/**
 * What a conversation is to us. Approvals and instructions belong in `ours` only: the bot is a
 * member, and no other organisation reads along. Slack hides private channels without the bot.
 */
export type ChannelState =
  | "ours"
  | "not-a-member"
  | "not-found"
  | "archived"
  | "shared"
  | "direct-message"
  | "not-known";

const flag = z.boolean().optional();

const conversation = z.object({
  is_im: flag,
  is_mpim: flag,
  is_archived: flag,
  is_ext_shared: flag,
  is_pending_ext_shared: flag,
  is_member: flag,
});

export const conversationInfo = z
  .object({ channel: conversation })
  .transform(({ channel }): ChannelState => {
    if (channel.is_im || channel.is_mpim) return "direct-message";
    if (channel.is_archived) return "archived";
    if (channel.is_ext_shared || channel.is_pending_ext_shared) return "shared";
    return channel.is_member ? "ours" : "not-a-member";
  });

/**
 * What Slack says a person is to a workspace. `outsider`: of another organisation, in a shared
 * channel. `stranger`: Slack knows nobody of this id.
 */
export type Standing = "active" | "guest" | "bot" | "outsider" | "deactivated" | "stranger";

const user = z.object({
  id: z.string(),
  team_id: z.string().optional(),
  deleted: flag,
  is_bot: flag,
  is_stranger: flag,
  is_restricted: flag,
  is_ultra_restricted: flag,
});

export const standingIn = (workspace: string) =>
  z.object({ user }).transform(({ user: found }): Standing => {
    if (found.deleted) return "deactivated";
    // Slackbot says of itself that it is no bot.
    if (found.is_bot || found.id === "USLACKBOT") return "bot";
    if (found.is_stranger || (found.team_id ?? workspace) !== workspace) return "outsider";
    return found.is_restricted || found.is_ultra_restricted ? "guest" : "active";
  });

export const administrator = z
  .object({ user: user.extend({ is_admin: flag, is_owner: flag }) })
  .transform(({ user: found }) => !found.deleted && Boolean(found.is_admin || found.is_owner));

/** What the bot may do, as Slack's client takes it from a header; null if Slack does not say. */
export const granted = z
  .object({ response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional() })
  .transform(({ response_metadata }) => response_metadata?.scopes ?? null);

export const authTest = z.object({
  team: z.string(),
  url: z.string(),
  team_id: z.string(),
  user_id: z.string(),
  bot_id: z.string().optional(),
});

/** https://docs.slack.dev/reference/methods/oauth.v2.access. An organisation has no `team`. */
export const redeemed = z.object({
  access_token: z.string(),
  app_id: z.string(),
  scope: z.string().transform((scopes) => scopes.split(",")),
  authed_user: z.object({ id: z.string() }),
  team: z.object({ id: z.string() }).nullish(),
  /** Of a token that has to be renewed. */
  expires_in: z.number().nullish(),
});

export const appOfBot = z
  .object({ bot: z.object({ app_id: z.string() }) })
  .transform(({ bot }) => bot.app_id);
