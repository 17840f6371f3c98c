import type { Context } from "../context.ts";
import { WORKSPACE_VOICE } from "../kept/directory.ts";
import { PageError } from "../page-routes/page-error.ts";

/** The name that a line invites: Slack itself understands `/invite @signalbox`. */
export const invitedBy = (line: string): string | undefined =>
  /^\/invite\s+@(\S+)\s*$/i.exec(line)?.[1]?.toLowerCase();

/** A person adds another person or an app to a channel of theirs. */
export function invite(
  { directory, messages }: Context,
  userId: string,
  channelId: string,
  name: string,
): void {
  const channel = directory.visibleTo(userId).find(({ id }) => id === channelId);
  if (!channel || channel.isDirect) {
    throw new PageError("channel_not_found", "People can be added only to channels you are in.");
  }
  const member = directory
    .users()
    .find((each) => !each.isDeactivated && each.name.toLowerCase() === name);
  if (!member) throw new PageError("user_not_found", `Nobody here is called @${name}.`);
  if (channel.members.includes(member.id)) {
    throw new PageError("already_in_channel", `@${name} is in this channel already.`);
  }
  directory.add(channelId, member.id);
  const text = `<@${userId}> added <@${member.id}>.`;
  messages.post({ channel: channelId, user: WORKSPACE_VOICE, text, blocks: [] });
}
