import { enableCompileCache } from "node:module";

// Compiling TypeScript takes most of a start, so later starts use the cache.
enableCompileCache();
const { acmeSeed } = await import("./seed.ts");
const { twoCompanies } = await import("./seeds/two-companies.ts");
const { startSlackWorkspace } = await import("./server.ts");

const { PORT = "4020", DATA_DIR = "./data/slack-workspace", REQUEST_URL, WORLD } = process.env;

if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
  fail(`PORT is "${PORT}"; it must be a number from 0 to 65535 (0 takes a free port).`);
}
if (REQUEST_URL !== undefined && !URL.canParse(REQUEST_URL)) {
  fail("REQUEST_URL must be the bot's address, for example http://127.0.0.1:3000/slack/events.");
}
if (WORLD !== undefined && WORLD !== "many") {
  fail('WORLD must be "many", for two workspaces without the app, or left out.');
}

try {
  const seed = WORLD ? twoCompanies("/rail") : acmeSeed;
  const slack = await startSlackWorkspace({ port: Number(PORT), dataDir: DATA_DIR, seed });
  const back = REQUEST_URL ? new URL("/", REQUEST_URL).href : "http://127.0.0.1:3000/slack/";
  if (REQUEST_URL) slack.sendTo(REQUEST_URL);
  slack.addRedirectUrl(back);
  const settings = {
    SLACK_API_URL: slack.apiUrl,
    // Where nobody has installed the app yet there is no token of its bot.
    ...(!WORLD && { SLACK_BOT_TOKEN: slack.botToken }),
    ...(!REQUEST_URL && { SLACK_APP_TOKEN: slack.appToken }),
    ...(REQUEST_URL && { SLACK_SIGNING_SECRET: slack.signingSecret }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}=${value}`);
  console.log(`Slack workspace   ${slack.url}

To connect a bot, give it:
${lines.join("\n")}

To install it over OAuth, it begins at ${slack.authorizeUrl} with
  client id      ${slack.clientId}
  client secret  ${slack.clientSecret}
and the browser may return to all below ${back}, the origin of REQUEST_URL if there is one.`);

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void slack.stop().then(() => process.exit(0)));
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function fail(reason: string): never {
  console.error(`The Slack workspace did not start. ${reason}`);
  process.exit(1);
}
