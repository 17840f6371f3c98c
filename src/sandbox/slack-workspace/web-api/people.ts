import type { Context } from "../context.ts";
import type { SeedUser } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import { isOrgWide, toSlackChannel, toSlackUser } from "../wire.ts";
import { type Args, isTrue, optionalText, text } from "./args.ts";
import { isKnown, knownConversation } from "./conversation.ts";
import type { Family, Method } from "./method.ts";
import { typeOf, typesIn } from "./scopes.ts";

const userInfo: Method = (args, context) => {
  const user = context.directory.user(text(args, "user"));
  return { user: { ...toSlackUser(user, context.seed), ...enterpriseUser(user, context) } };
};

/** The person's identity in the whole organisation, with their workspaces. */
function enterpriseUser(user: SeedUser, { place, contexts }: Context) {
  const { enterprise } = place;
  if (!enterprise || user.isStranger || user.isBot) return {};
  const ofThem = contexts().filter((each) => each.place.enterprise?.id === enterprise.id);
  const theirs = ofThem.filter(({ directory }) =>
    directory.users().some(({ id }) => id === user.id),
  );
  return {
    enterprise_user: {
      id: user.enterpriseUserId ?? user.id,
      enterprise_id: enterprise.id,
      enterprise_name: enterprise.name,
      is_admin: user.isOrgAdmin ?? false,
      is_owner: false,
      is_primary_owner: false,
      teams: [...new Set(theirs.map((each) => each.place.id))],
    },
  };
}

const conversationInfo: Method = (args, context) => ({
  channel: toSlackChannel(knownConversation(args, context), context.seed),
});

const conversationMembers: Method = (args, context) => {
  const { members } = knownConversation(args, context);
  const { page, next } = pageOf(members, args, 100);
  return { members: page, response_metadata: { next_cursor: next } };
};

/** An org-wide token needs `team_id`, because no other argument names a workspace. */
const conversationList: Method = (args, context) => {
  const { directory, seed } = context;
  if (isOrgWide(context) && !optionalText(args, "team_id")) {
    throw new SlackError("missing_argument", ["[ERROR] missing required field: team_id"]);
  }
  const types = typesIn(args);
  const known = directory
    .channels()
    .filter((each) => types.includes(typeOf(each)) && isKnown(each, seed))
    .filter(({ isArchived }) => !(isArchived && isTrue(args.exclude_archived)));
  const { page, next } = pageOf(known, args, 100);
  return {
    channels: page.map((each) => toSlackChannel(each, seed)),
    response_metadata: { next_cursor: next },
  };
};

const openConversation: Method = (args, { directory }) => {
  const [userId, ...others] = text(args, "users").split(",");
  if (!userId || others.length > 0) throw new SlackError("users_list_not_supplied");
  const { id } = directory.directWith(userId.trim());
  return { channel: { id }, no_op: false, already_open: false };
};

export const people: Family = {
  token: "bot",
  methods: {
    "users.info": userInfo,
    "conversations.info": conversationInfo,
    "conversations.members": conversationMembers,
    "conversations.list": conversationList,
    "conversations.open": openConversation,
  },
};

/** Cursors are offsets, but an app must treat them as opaque. */
function pageOf<T>(items: readonly T[], args: Args, defaultLimit: number) {
  const start = Number(optionalText(args, "cursor") || 0);
  const end = start + Number(optionalText(args, "limit") || defaultLimit);
  if (!(start >= 0 && end > start)) throw new SlackError("invalid_cursor");
  return { page: items.slice(start, end), next: end < items.length ? String(end) : "" };
}
