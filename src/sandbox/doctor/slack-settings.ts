import { z } from "zod";
import type { SeedApp } from "../slack-workspace/seed.ts";
import { type Ask, judged } from "./ask.ts";
import { type Finding, notTried } from "./finding.ts";

const whose = z.object({ bot_id: z.string().optional() });
const granted = z.object({ response_metadata: z.object({ scopes: z.array(z.string()) }) });

/** Checks who owns the token, and that its scopes are those of `manifest.yml`: none missing, none more. */
export async function tokenAndScopes(
  ask: Ask,
  { scopes, optionalScopes = [] }: Pick<SeedApp, "scopes" | "optionalScopes">,
): Promise<Finding[]> {
  const answer = await ask("auth.test");
  const token = {
    what: "bot token",
    here: "a bot's",
    remedy: "set SLACK_BOT_TOKEN to the token under Install App",
  };
  const expected = {
    what: "scopes of the bot token",
    source: "3",
    here: "those of manifest.yml",
    remedy: "reinstall the app from manifest.yml",
  };
  // The SDK reads the scopes from a header, which may be missing.
  const isSaid = answer.kind === "taken" && granted.safeParse(answer.result).success;
  return [
    judged(token, answer, whose, ({ bot_id }) => (bot_id ? token.here : "a person's")),
    isSaid
      ? judged(
          expected,
          answer,
          granted,
          ({ response_metadata }) =>
            difference(scopes, [...response_metadata.scopes, ...optionalScopes]) || expected.here,
        )
      : notTried(expected, "Slack did not say them"),
  ];
}

/** The text is empty if both are the same. */
function difference(wanted: readonly string[], has: readonly string[]): string {
  const missing = wanted.filter((scope) => !has.includes(scope));
  const more = has.filter((scope) => !wanted.includes(scope));
  return [
    ...(missing.length > 0 ? [`without ${missing.join(", ")}`] : []),
    ...(more.length > 0 ? [`also ${more.join(", ")}`] : []),
  ].join("; ");
}

const channelAnswer = z.object({
  channel: z.object({
    is_member: z.boolean().optional(),
    is_archived: z.boolean().optional(),
    is_ext_shared: z.boolean().optional(),
    is_pending_ext_shared: z.boolean().optional(),
  }),
});

const directs = z.object({ channels: z.array(z.object({ id: z.string(), user: z.string() })) });

/** Checks that the bot sees the approvals channel, and its existing direct message with an approver. */
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
    judged(expected, answer, channelAnswer, (said) => whyNotChannel(said) ?? expected.here),
    await directMessage(ask, approvers),
  ];
}

function whyNotChannel({ channel }: z.infer<typeof channelAnswer>): string | undefined {
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

const userAnswer = z.object({
  user: z.object({
    deleted: z.boolean().optional(),
    is_bot: z.boolean().optional(),
    is_restricted: z.boolean().optional(),
    is_ultra_restricted: z.boolean().optional(),
    is_stranger: z.boolean().optional(),
  }),
});

/** Checks that each approver is an active member. Numbers follow the order of the settings, so nobody is named. */
export async function activeMembers(ask: Ask, approvers: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, user] of approvers.entries()) {
    const expected = {
      what: `approver ${index + 1} of ${approvers.length}`,
      here: "an active member",
      remedy: "name another in APPROVERS or DESTINATION_APPROVERS",
    };
    const answer = await ask("users.info", { user });
    findings.push(
      judged(expected, answer, userAnswer, (said) => whyNotMember(said) ?? expected.here),
    );
  }
  return findings;
}

function whyNotMember({ user }: z.infer<typeof userAnswer>): string | undefined {
  if (user.deleted) return "deactivated";
  if (user.is_bot) return "a bot";
  if (user.is_stranger) return "of another organisation";
  return user.is_restricted || user.is_ultra_restricted ? "a guest" : undefined;
}
