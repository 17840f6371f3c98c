import { directory, people } from "../directory.js";

/**
 * Returns the options of a menu of people, channels or conversations, the same as the server accepts from this person.
 */
export function membersFor({ type, filter = {} }) {
  if (type.includes("users")) return people().map(({ id, realName }) => option(id, realName));
  const isOffered = type.includes("channels") ? isPublic : (channel) => isWithin(filter, channel);
  return directory.channels
    .filter((channel) => !channel.isArchived && isOffered(channel))
    .map(({ id, name }) => option(id, `#${name}`));
}

const option = (value, text) => ({ value, text: { type: "plain_text", text, emoji: false } });

const isPublic = ({ isPrivate }) => !isPrivate;

function isWithin({ include, exclude_external_shared_channels: excludesShared }, channel) {
  if (channel.isPrivate && !channel.members.includes(directory.me.id)) return false;
  if (channel.isShared && excludesShared) return false;
  return include?.includes(channel.isPrivate ? "private" : "public") ?? true;
}
