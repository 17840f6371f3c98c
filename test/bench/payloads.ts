import { randomUUID } from "node:crypto";
import { ANA, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";

/** A slash command of Ana's as Slack sends it, each a delivery of its own. */
export function command(text: string, teamId: string): string {
  return new URLSearchParams({
    command: "/rail",
    text,
    team_id: teamId,
    channel_id: TREASURY,
    user_id: ANA,
    // Nobody listens there: what is measured is answered at once.
    response_url: "http://127.0.0.1:9/",
    trigger_id: randomUUID(),
    api_app_id: "A0BENCH01",
  }).toString();
}

/** A submitted modal without inputs, each a delivery of its own (https://docs.slack.dev/reference/interaction-payloads). */
export function submission(
  teamId: string,
  userId: string,
  { callbackId, metadata }: { callbackId: string; metadata: object },
): string {
  const view = {
    id: `V${randomUUID()}`,
    team_id: teamId,
    type: "modal",
    callback_id: callbackId,
    private_metadata: JSON.stringify(metadata),
    state: { values: {} },
    blocks: [],
    hash: "1.bench",
  };
  const payload = {
    type: "view_submission",
    team: { id: teamId, domain: "acme" },
    user: { id: userId, username: userId, team_id: teamId },
    api_app_id: "A0BENCH01",
    trigger_id: randomUUID(),
    view,
    response_urls: [],
    is_enterprise_install: false,
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}
