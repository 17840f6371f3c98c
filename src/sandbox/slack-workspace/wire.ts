import type { Context } from "./context.ts";
import type { Channel } from "./kept/directory.ts";
import type { Message } from "./kept/messages.ts";
import type { OpenView } from "./kept/open-view.ts";
import type { Seed, SeedUser } from "./seed.ts";

/** The team of people from Slack Connect. */
export const OTHER_TEAM = "T0OTHER01";

export const botIdOf = ({ app }: Seed): string => `B${app.botUserId.slice(1)}`;

type Known = Context;

/** Writes a message as answers of `chat.*` and interactions carry it. */
export function toSlackMessage(message: Message, known: Known) {
  return {
    ...plainMessage(message, known.seed),
    ...(message.isBroadcast && {
      subtype: "thread_broadcast" as const,
      root: rootOf(message, known),
    }),
  };
}

/**
 * The root carries the counts of its thread
 * (https://docs.slack.dev/reference/events/message/thread_broadcast).
 */
function rootOf({ channel, threadTs = "" }: Message, { seed, messages }: Known) {
  const root = messages.find(channel, threadTs);
  if (!root) return undefined;
  const replies = messages.repliesTo(root);
  const repliers = [...new Set(replies.map(({ user }) => user))];
  return {
    ...plainMessage(root, seed),
    thread_ts: root.ts,
    reply_count: replies.length,
    reply_users_count: repliers.length,
    latest_reply: replies.at(-1)?.ts,
    reply_users: repliers,
    is_locked: false,
  };
}

function plainMessage(message: Message, seed: Seed) {
  const { user, ts, text, blocks, threadTs, edited } = message;
  const { app } = seed;
  return {
    type: "message" as const,
    user,
    ts,
    ...(user === app.botUserId && { bot_id: botIdOf(seed), app_id: app.id }),
    text,
    team: seed.team.id,
    ...(blocks.length > 0 && { blocks }),
    ...(threadTs && { thread_ts: threadTs }),
    ...(edited && { edited }),
  };
}

/** Writes a view as answers of `views.*` and interactions carry it. */
export function toSlackView<C extends object>(view: OpenView<C>, seed: Seed) {
  const { id, hash, content, values, rootId, previousId } = view;
  return {
    id,
    team_id: seed.team.id,
    ...content,
    state: { values },
    hash,
    previous_view_id: previousId,
    root_view_id: rootId,
    app_id: seed.app.id,
    app_installed_team_id: seed.team.id,
    bot_id: botIdOf(seed),
  };
}

export function toSlackUser(user: SeedUser, seed: Seed) {
  const { id, name, realName, title = "", timezone = "Etc/UTC" } = user;
  const { isAdmin = false, isGuest = false, isBot = false } = user;
  return {
    id,
    team_id: user.isStranger ? OTHER_TEAM : seed.team.id,
    name,
    deleted: user.isDeactivated ?? false,
    real_name: realName,
    tz: timezone,
    profile: {
      title,
      real_name: realName,
      real_name_normalized: realName,
      display_name: name,
      display_name_normalized: name,
      team: user.isStranger ? OTHER_TEAM : seed.team.id,
    },
    is_admin: isAdmin,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: isGuest,
    is_ultra_restricted: false,
    is_bot: isBot,
    is_app_user: false,
    ...(user.isStranger && { is_stranger: true }),
    updated: 0,
  };
}

export function toSlackChannel(channel: Channel, seed: Seed) {
  const { id, name, topic = "", members } = channel;
  const { isPrivate = false, isArchived = false, isDirect = false } = channel;
  const { isShared = false, isPendingShared = false } = channel;
  const common = { id, created: 0, is_archived: isArchived, context_team_id: seed.team.id };
  if (isDirect) {
    return {
      ...common,
      is_im: true,
      user: members[0],
      is_org_shared: false,
      is_user_deleted: false,
    };
  }
  return {
    ...common,
    name,
    name_normalized: name,
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: isPrivate,
    is_general: false,
    is_shared: isShared,
    is_ext_shared: isShared,
    is_pending_ext_shared: isPendingShared,
    is_org_shared: false,
    is_member: members.includes(seed.app.botUserId),
    num_members: members.length,
    topic: { value: topic, creator: "", last_set: 0 },
    purpose: { value: "", creator: "", last_set: 0 },
  };
}

/** Slack hides the names of private conversations from apps. */
export const nameForApp = ({ isDirect, isPrivate, name }: Channel): string =>
  isPrivate && !isDirect ? "privategroup" : name;
