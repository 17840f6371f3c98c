import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import { startApp } from "../app.ts";
import type { SandboxConfig } from "../config/config.ts";
import { processReader } from "../config/config.ts";
import { bankAndChainPanel } from "./bank-and-chain-panel.ts";
import { freePort } from "./free-port.ts";
import { keptSecret } from "./kept-secret.ts";
import { startRailService } from "./rail-service/server.ts";
import type { Sandbox, SandboxOptions } from "./sandbox.ts";
import { SIGNALBOX } from "./slack-workspace/seed.ts";
import { nothingInstalled } from "./slack-workspace/seeds/nothing-installed.ts";
import { startSlackWorkspace } from "./slack-workspace/server.ts";
import { startOnKeptPort } from "./start-on-kept-port.ts";

const COMPANIES = ["Acme", "Globex", "Initech Europe", "Initech Asia"] as const;

/**
 * Several workspaces and an organisation, in which nothing is installed yet: people add Signalbox to Slack and set it up
 * from there, each workspace with a token of a company of its own at the Rail service.
 */
export async function startManyWorkspaces(
  config: SandboxConfig,
  logger: Logger,
  { pauses, rates = "slack", ...options }: Omit<SandboxOptions, "seed" | "transport" | "world">,
): Promise<Sandbox> {
  const dataDir = join(config.DATA_DIR, "sandbox-many");
  const secret = (name: string) => keptSecret(dataDir, name, () => randomBytes(24).toString("hex"));
  const key = keptSecret(dataDir, "encryption-key", () => randomBytes(32).toString("base64"));
  const companies = COMPANIES.map((name) => ({
    name,
    token: secret(`rail-token-of-${name.toLowerCase().replace(" ", "-")}`),
  }));

  const world = nothingInstalled(config.SLACK_COMMAND);
  const slack = await startSlackWorkspace({
    port: config.PORT,
    dataDir: join(dataDir, "slack-workspace"),
    seed: world,
    banner: "SANDBOX: nothing here is real, and no real money moves",
    rates,
  });
  const clock = () => new Date(slack.clock.now()).toISOString();
  const rails = await startOnKeptPort(join(dataDir, "rail-port"), (port) =>
    startRailService({ port, dataDir: join(dataDir, "rail-service"), companies, clock }),
  );
  const teams = world.workspaces.map(({ team }) => team);
  slack.showPanel(
    bankAndChainPanel(
      rails,
      (teamId) => teams.find(({ id }) => id === teamId)?.name ?? COMPANIES[0],
    ),
  );
  const { signingSecret, clientId = "", clientSecret = "", ...bot } = slack.app(SIGNALBOX);
  const port = await freePort(join(dataDir, "bot-port"));
  const publicUrl = `http://127.0.0.1:${port}`;
  const app = await startApp(
    {
      mode: "slack",
      ...processReader.parse({
        SLACK_API_URL: slack.apiUrl,
        SLACK_COMMAND: config.SLACK_COMMAND,
        PORT: String(port),
        DATA_DIR: join(dataDir, "signalbox"),
        ENCRYPTION_KEYS: key,
        RAIL_NETWORKS: "SOLANA_DEVNET:solana,ETHEREUM_SEPOLIA:ethereum",
        STOP_GRACE_SECONDS: "0",
        LOG_LEVEL: config.LOG_LEVEL,
      }),
      ...(pauses && { RAIL_LOOK_PAUSES: pauses }),
      slack: {
        kind: "http-installations",
        signingSecret,
        clientId,
        clientSecret,
        stateSecret: secret("state-secret"),
        publicUrl,
        dataKeptDays: 30,
      },
      database: { kind: "embedded", dataDir: join(dataDir, "signalbox") },
      railApis: [{ name: "sandbox", baseUrl: rails.baseUrl, environment: "sandbox" }],
      settings: { rail: null, channel: null, policy: null },
    },
    logger,
    { host: "127.0.0.1", aheadMs: slack.clock.aheadMs, ...options },
  );
  const requestUrl = `${publicUrl}/slack/events`;
  await bot.verifyUrl(requestUrl);
  bot.sendTo(requestUrl);
  bot.addRedirectUrl(`${publicUrl}/slack/`);
  slack.addLink({ label: "Add Signalbox to Slack", url: `${publicUrl}/slack/install` });

  return {
    greeting: [
      `Signalbox is running in its sandbox, with four workspaces. Open ${slack.url}`,
      "",
      `  Where it is not installed yet, add it to Slack at ${publicUrl}/slack/install`,
      "  For Initech that is done by Kim, for the whole organisation. Then type /rail setup in each.",
      "",
      `  Rail service    ${rails.baseUrl}`,
      `  Bank and chain  ${rails.pageUrl(COMPANIES[0])}`,
      ...companies.map(({ name, token }) => `  Token of ${name.padEnd(14)}  ${token}`),
      "",
      "  Nothing here is real, and no real money moves. Ctrl-C stops it.",
    ].join("\n"),
    slack,
    rails,
    app,
    railTokens: new Map(companies.map(({ name, token }) => [name, token])),
    publicUrl,
    async stop() {
      await app.stop();
      await rails.stop();
      await slack.stop();
    },
  };
}
