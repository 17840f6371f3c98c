import { unconfirmed } from "../slack-workspace/assumptions.ts";
import { acmeSeed } from "../slack-workspace/seed.ts";
import { activeMembers } from "./approvers.ts";
import { createAsk, type SlackToAsk } from "./ask.ts";
import { conversations } from "./conversations.ts";
import { type Finding, notTried } from "./finding.ts";
import { type RailServiceToAsk, railService } from "./rail-service.ts";
import { tokenAndScopes } from "./token.ts";

export interface Patient {
  slack: SlackToAsk;
  /** Of the settings: the approvals channel, and whoever may approve anything. */
  channel: string;
  approvers: readonly string[];
  rail: RailServiceToAsk;
}

/** Holds what a Slack workspace and a Rail service do against what this repository takes them to do. It only reads. */
export async function examine({ slack, channel, approvers, rail }: Patient): Promise<Finding[]> {
  const ask = createAsk(slack);
  return [
    ...(await tokenAndScopes(ask, acmeSeed.app.scopes)),
    ...(await conversations(ask, channel, approvers)),
    ...(await activeMembers(ask, approvers)),
    ...(await railService(rail)),
    ...unconfirmed.map(untried),
  ];
}

/** What nobody can see without posting, opening or uploading something. */
const untried = ({ name, value, source }: (typeof unconfirmed)[number]): Finding =>
  notTried(
    {
      what: name,
      source,
      here: String(value),
      remedy: "set it in the sandbox's assumptions.ts",
    },
    "shows itself only in use",
  );
