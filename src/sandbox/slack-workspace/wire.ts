import type { Channel } from "./kept/directory.ts";
import type { Message } from "./kept/messages.ts";
import type { OpenView } from "./kept/views.ts";
import type { Seed, SeedUser } from "./seed.ts";

/** The team of people from Slack Connect. */
export const OTHER_TEAM = "T0OTHER01";

export const botIdOf = ({ app }: Seed): string => `B${app.botUserId.slice(1)}`;

/** Writes a message as answers of `chat.*` and interactions carry it. */
export function toSlackMessage(message: Message, seed: Seed) {
  const { user, ts, text, blocks, threadTs, isBroadcast, edited } = message;
  const { app } = seed;
  return {
    ...{ type: "message" as const, user, ts },
    ...(isBroadcast && { subtype: "thread_broadcast" as const }),
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
  return {
    id,
    team_id: user.isStranger ? OTHER_TEAM : seed.team.id,
    ...{ name, real_name: realName, tz: timezone, deleted: user.isDeactivated ?? false },
    profile: { title, real_name: realName, display_name: name },
    ...{ is_admin: user.isAdmin ?? false, is_owner: false, is_primary_owner: false },
    ...{ is_restricted: user.isGuest ?? false, is_ultra_restricted: false },
    is_bot: user.isBot ?? false,
    ...(user.isStranger && { is_stranger: true }),
  };
}

export function toSlackChannel(channel: Channel, seed: Seed) {
  const { id, name, topic = "", members, isDirect, isShared = false } = channel;
  const common = { id, created: 0, is_archived: channel.isArchived ?? false };
  if (isDirect) return { ...common, is_im: true, user: members[0], is_user_deleted: false };
  return {
    ...{ ...common, name, name_normalized: name, topic: { value: topic } },
    ...{ is_channel: true, is_group: false, is_im: false, is_mpim: false },
    is_private: channel.isPrivate ?? false,
    ...{ is_shared: isShared, is_ext_shared: isShared, is_org_shared: false },
    is_pending_ext_shared: channel.isPendingShared ?? false,
    ...{ is_member: members.includes(seed.app.botUserId), num_members: members.length },
  };
}

/** Slack hides the names of private conversations from apps. */
export const nameForApp = ({ isDirect, isPrivate, name }: Channel): string =>
  isPrivate && !isDirect ? "privategroup" : name;
