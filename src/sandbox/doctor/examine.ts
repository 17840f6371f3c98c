import { rules } from "../slack-workspace/blocks/rules.ts";
import { acmeSeed } from "../slack-workspace/seed.ts";
import { createAsk, type SlackToAsk } from "./ask.ts";
import { assumptions } from "./assumptions.ts";
import { blockRules } from "./block-rules.ts";
import type { Finding } from "./finding.ts";
import { type RailServiceToAsk, railService } from "./rail-service.ts";
import { activeMembers, conversations, tokenAndScopes } from "./slack-settings.ts";

export interface Patient {
  slack: SlackToAsk;
  /** The approvals channel of the settings. `approvers` are all people who may approve anything. */
  channel: string;
  approvers: readonly string[];
  rail: RailServiceToAsk;
  /** Tries every rule of Block Kit, even those that Slack documents. */
  all?: boolean;
}

/** Compares a Slack workspace and a Rail service with what this repository assumes of them. It only reads. */
export async function examine({
  slack,
  channel,
  approvers,
  rail,
  all,
}: Patient): Promise<Finding[]> {
  const ask = createAsk(slack);
  return [
    ...(await tokenAndScopes(ask, acmeSeed.app)),
    ...(await conversations(ask, channel, approvers)),
    ...(await activeMembers(ask, approvers)),
    ...(await railService(rail)),
    ...(await assumptions(ask)),
    ...(await blockRules(
      ask,
      rules.filter(({ mark }) => all || mark === "U" || mark === "3"),
    )),
  ];
}
