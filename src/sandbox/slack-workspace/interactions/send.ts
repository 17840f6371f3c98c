import { z } from "zod";
import { type Context, offeredBy } from "../context.ts";
import { answerMessage, responseUrl } from "../delivery/response-url.ts";
import { type Channel, WORKSPACE_VOICE } from "../kept/directory.ts";
import { VERIFICATION_TOKEN } from "../kept/ids.ts";
import { typedText } from "../kept/typed-text.ts";
import { PageError } from "../slack-error.ts";
import { nameForApp } from "../wire.ts";
import { type Outcome, outcomeOf, tellEvent } from "./tell-app.ts";

export const sending = z.object({ channel: z.string(), text: z.string() });

/** Sends what is in the composer: Slack's own `/invite`, a command to the app, or a message. */
export async function send(
  context: Context,
  userId: string,
  { channel, text }: z.output<typeof sending>,
): Promise<Outcome> {
  const place = context.directory.visibleTo(userId).find(({ id }) => id === channel);
  if (!place) throw new PageError("channel_not_found", "This person is not in that conversation.");
  if (place.isArchived) throw new PageError("is_archived", "That conversation is archived.");
  if (!text.trim()) throw new PageError("no_text", "There is nothing to send.");

  const [, invited] = /^\/invite\s+@(\S+)\s*$/i.exec(text) ?? [];
  if (invited) return invite(context, userId, place, invited.toLowerCase());
  if (text.startsWith("/")) return runCommand(context, userId, place, text);
  const { ts } = context.messages.post({ channel, user: userId, ...typedText(text) });
  if (place.isDirect) {
    const written = { type: "message", channel_type: "im", channel, user: userId, text, ts };
    await tellEvent(context, written, "message.im");
  }
  return { acknowledged: true };
}

/** A person adds another person or an app to a channel of theirs. */
function invite(
  { directory, messages }: Context,
  userId: string,
  channel: Channel,
  name: string,
): Outcome {
  if (channel.isDirect) {
    throw new PageError("channel_not_found", "People can be added only to channels you are in.");
  }
  const known = directory.users().filter(({ isDeactivated }) => !isDeactivated);
  const member = known.find((each) => each.name.toLowerCase() === name);
  if (!member) throw new PageError("user_not_found", `Nobody here is called @${name}.`);
  if (channel.members.includes(member.id)) {
    throw new PageError("already_in_channel", `@${name} is in this channel already.`);
  }
  directory.add(channel.id, member.id);
  const text = `<@${userId}> added <@${member.id}>.`;
  messages.post({ channel: channel.id, user: WORKSPACE_VOICE, text, blocks: [] });
  return { acknowledged: true };
}

async function runCommand(
  context: Context,
  userId: string,
  place: Channel,
  line: string,
): Promise<Outcome> {
  const { seed, directory, deliver, triggers, messages } = context;
  const { id: channel } = place;
  if (!context.installation()) {
    throw new PageError("app_not_installed", "That app is not installed in this workspace.");
  }
  const [command = "", ...words] = line.trim().split(" ");
  if (!offeredBy(context).commands.some((known) => known.command === command)) {
    throw new PageError("unknown_command", `${command} is not a command of this workspace.`);
  }

  const receipt = await deliver("slash_commands", {
    ...{ team_id: seed.team.id, team_domain: seed.team.domain, is_enterprise_install: "false" },
    ...{ api_app_id: seed.app.id, token: VERIFICATION_TOKEN },
    ...{ channel_id: channel, channel_name: nameForApp(place) },
    ...{ user_id: userId, user_name: directory.user(userId).name },
    ...{ command, text: words.join(" ").trim() },
    response_url: responseUrl(context, { userId, channel }),
    trigger_id: triggers.issue(userId),
  });

  const outcome = outcomeOf(receipt, command);
  if (outcome.failure) {
    const said = { user: WORKSPACE_VOICE, text: outcome.failure, blocks: [], onlyFor: userId };
    messages.post({ channel, ...said });
  }
  if (receipt.isAcknowledged && Object.keys(receipt.answer).length > 0) {
    answerMessage(context, { userId, channel }, receipt.answer);
  }
  return outcome;
}
