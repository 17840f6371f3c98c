import { join } from "node:path";
import type { Logger } from "pino";
import type { SandboxConfig } from "../config/config.ts";
import { freePort } from "./free-port.ts";
import type { Sandbox, SandboxOptions } from "./sandbox.ts";
import { keptSecret, startServices, stopAll, usualSettings } from "./services.ts";
import { SIGNALBOX } from "./slack-workspace/seed.ts";
import { nothingInstalled } from "./slack-workspace/seeds/nothing-installed.ts";

const COMPANIES = ["Acme", "Globex", "Initech Europe", "Initech Asia"] as const;

/**
 * Several workspaces and an organisation without the app: people add Signalbox to Slack and set it up there, each
 * workspace with the token of its own company.
 */
export async function startManyWorkspaces(
  config: SandboxConfig,
  logger: Logger,
  {
    pauses,
    databaseUrl,
    rates,
    say,
    ...options
  }: Omit<SandboxOptions, "seed" | "transport" | "world">,
): Promise<Sandbox> {
  const dataDir = join(config.DATA_DIR, "sandbox-many");
  const companies = COMPANIES.map((name) => ({
    name,
    token: keptSecret(dataDir, `rail-token-of-${name.toLowerCase().replace(" ", "-")}`),
  }));
  const world = nothingInstalled(config.SLACK_COMMAND);
  const teams = world.workspaces.map(({ team }) => team);
  const { slack, rails } = await startServices(config, {
    dataDir,
    seed: world,
    companies,
    companyOf: (teamId) => teams.find(({ id }) => id === teamId)?.name ?? COMPANIES[0],
    rates,
    say,
  });
  const { signingSecret, clientId = "", clientSecret = "", ...bot } = slack.app(SIGNALBOX);
  const port = await freePort(join(dataDir, "bot-port"));
  const publicUrl = `http://127.0.0.1:${port}`;
  const { startApp } = await import("../app.ts");
  const app = await startApp(
    {
      ...usualSettings(config, { slack, rails }, { port, dataDir, pauses, databaseUrl }),
      slack: {
        kind: "http-installations",
        signingSecret,
        clientId,
        clientSecret,
        stateSecret: keptSecret(dataDir, "state-secret"),
        publicUrl,
        dataKeptDays: 30,
      },
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
    stop: () => stopAll(app, { slack, rails }),
  };
}
