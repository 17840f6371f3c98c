import { WebClient, WebClientEvent } from "@slack/web-api";
import { z } from "zod";
import { checkMessage, checkView } from "../../src/platform/slack/check-limits.ts";
import { SCOPES } from "../../src/platform/slack/scopes.ts";
import { everyScreen, isView, type Screen } from "./catalogue.ts";
import { WORLDS } from "./world.ts";

// Holds the real Slack against what the sandbox takes it to be: the scopes of a token, and every
// screen through Slack's own `blocks.validate`. It only reads: `npm run check-slack`, with
// SLACK_BOT_TOKEN in the environment, and SLACK_API_URL for a sandbox.

const { SLACK_BOT_TOKEN: token, SLACK_API_URL: slackApiUrl } = process.env;
if (!token) {
  console.error("SLACK_BOT_TOKEN is missing: the token of the bot in a real workspace.");
  process.exit(1);
}

const client = new WebClient(token, { ...(slackApiUrl && { slackApiUrl }) });
client.on(WebClientEvent.RATE_LIMITED, (seconds) => console.log(`Slack asks for ${seconds} s`));

const { team, response_metadata } = await client.auth.test();
const granted = new Set(response_metadata?.scopes);
const missing = Object.entries(SCOPES).filter(([scope]) => !granted.has(scope));
for (const [scope, use] of missing) console.log(`Missing scope ${scope}: ${use}`);
console.log(`${team}: ${granted.size} scopes, ${missing.length} missing`);

const refusal = z.object({
  data: z.object({
    error: z.string(),
    errors: z.array(z.looseObject({ pointer: z.string(), message: z.string() })).default([]),
  }),
});

/** What Slack says against a screen, each with its place. */
async function faultsOf({ shown }: Screen): Promise<string[]> {
  const given = isView(shown) ? { view: checkView(shown) } : { message: checkMessage(shown) };
  try {
    await client.apiCall("blocks.validate", given);
    return [];
  } catch (error) {
    const { data } = refusal.safeParse(error);
    if (!data) throw error;
    // Nobody can type more into a field than it takes, as some of these people do.
    const faults = data.data.errors.filter(({ pointer }) => !pointer.endsWith("/initial_value"));
    const isUnexplained = data.data.errors.length === 0;
    return isUnexplained ? [data.data.error] : faults.map((each) => JSON.stringify(each));
  }
}

const seen = new Map<string, Screen>();
for (const world of WORLDS) {
  for (const screen of everyScreen(world)) {
    const key = JSON.stringify(screen.shown);
    if (!seen.has(key)) seen.set(key, { ...screen, name: `${screen.name} (${world.name})` });
  }
}
let refused = 0;
for (const screen of seen.values()) {
  const faults = await faultsOf(screen);
  if (faults.length > 0) refused += 1;
  for (const fault of faults) console.log(`${screen.name}: ${fault}`);
}
console.log(`${seen.size} screens, ${refused} refused`);
if (missing.length > 0 || refused > 0) process.exitCode = 1;
