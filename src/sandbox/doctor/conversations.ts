import { z } from "zod";
import type { Ask } from "./ask.ts";
import { judged } from "./ask.ts";
import type { Finding } from "./finding.ts";
import { notTried } from "./finding.ts";

const channelAnswer = z.object({
  channel: z.object({
    is_member: z.boolean().optional(),
    is_archived: z.boolean().optional(),
    is_ext_shared: z.boolean().optional(),
    is_pending_ext_shared: z.boolean().optional(),
  }),
});

const directs = z.object({ channels: z.array(z.object({ id: z.string(), user: z.string() })) });

/** Can the bot see the approvals channel, and a direct message that it already has with an approver? */
export async function conversations(
  ask: Ask,
  channel: string,
  approvers: readonly string[],
): Promise<Finding[]> {
  const expected = {
    what: "approvals channel",
    here: "open, not shared, with the bot in it",
    remedy: "invite the bot, or set APPROVALS_CHANNEL to another channel",
  };
  const answer = await ask("conversations.info", { channel });
  return [
    judged(expected, answer, channelAnswer, (said) => whyNot(said) ?? expected.here),
    await directMessage(ask, approvers),
  ];
}

function whyNot({ channel }: z.infer<typeof channelAnswer>): string | undefined {
  if (channel.is_archived) return "archived";
  if (channel.is_ext_shared) return "shared with another organisation";
  if (channel.is_pending_ext_shared) return "about to be shared with another organisation";
  return channel.is_member ? undefined : "without the bot";
}

async function directMessage(ask: Ask, approvers: readonly string[]): Promise<Finding> {
  const expected = {
    what: "conversations.info of a direct message",
    source: "3 [U]",
    here: "answered, with im:read",
    remedy: "change the scopes in manifest.yml, seed.ts and the sandbox's scopes.ts together",
  };
  const listed = await ask("conversations.list", { types: "im", limit: 200 });
  if (listed.kind !== "taken") return judged(expected, listed, z.unknown(), () => expected.here);
  const known = directs.safeParse(listed.result).data?.channels ?? [];
  const one = known.find(({ user }) => approvers.includes(user));
  if (!one) return notTried(expected, "the bot has none with an approver yet");
  const answer = await ask("conversations.info", { channel: one.id });
  return judged(expected, answer, z.unknown(), () => expected.here);
}
