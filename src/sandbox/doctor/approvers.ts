import { z } from "zod";
import type { Ask } from "./ask.ts";
import { judged } from "./ask.ts";
import type { Finding } from "./finding.ts";

const userAnswer = z.object({
  user: z.object({
    deleted: z.boolean().optional(),
    is_bot: z.boolean().optional(),
    is_restricted: z.boolean().optional(),
    is_ultra_restricted: z.boolean().optional(),
    is_stranger: z.boolean().optional(),
  }),
});

/** Is each an active member, whose approval counts? They are numbered as the settings name them. */
export async function activeMembers(ask: Ask, approvers: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, user] of approvers.entries()) {
    const expected = {
      what: `approver ${index + 1} of ${approvers.length}`,
      here: "an active member",
      remedy: "name another in APPROVERS or DESTINATION_APPROVERS",
    };
    const answer = await ask("users.info", { user });
    findings.push(judged(expected, answer, userAnswer, (said) => whyNot(said) ?? expected.here));
  }
  return findings;
}

function whyNot({ user }: z.infer<typeof userAnswer>): string | undefined {
  if (user.deleted) return "deactivated";
  if (user.is_bot) return "a bot";
  if (user.is_stranger) return "of another organisation";
  return user.is_restricted || user.is_ultra_restricted ? "a guest" : undefined;
}
