import { join } from "node:path";
import type { Logger } from "pino";
import type { SandboxConfig } from "../config/config.ts";
import type { SlackAccess } from "../config/slack-access.ts";
import { usualOutside } from "./rail-service/bank-and-chain/usual-outside.ts";
import type { RailService } from "./rail-service/server.ts";
import type { Sandbox, SandboxOptions } from "./sandbox.ts";
import { keptSecret, startServices, stopAll, usualSettings } from "./services.ts";
import type { Seed } from "./slack-workspace/seed.ts";
import { ANA, APPROVALS, acmeSeed, BEN, CAL, DEE, TREASURY } from "./slack-workspace/seed.ts";
import type { SlackWorkspace } from "./slack-workspace/server.ts";
import { startManyWorkspaces } from "./start-many.ts";

const ACME_WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const ACME_IBAN = "GB29NWBK60161331926819";

/** Only the operating account and the treasury wallet are whitelisted, below. */
const ACME_OUTSIDE = usualOutside({
  account: { iban: ACME_IBAN },
  wallet: { name: "Treasury cold wallet", address: ACME_WALLET },
});

/** Both sandbox services, seeded workspaces and the bot, in one process and on loopback only. */
export async function startSandbox(
  config: SandboxConfig,
  logger: Logger,
  { world = config.WORLD, ...options }: SandboxOptions = {},
): Promise<Sandbox> {
  return world === "many"
    ? startManyWorkspaces(config, logger, options)
    : startOneWorkspace(config, logger, options);
}

async function startOneWorkspace(
  config: SandboxConfig,
  logger: Logger,
  {
    seed = acmeSeed,
    pauses,
    databaseUrl,
    transport = "socket",
    rates,
    say,
    expiresInHours = 24,
    isSetUp = true,
    ...options
  }: SandboxOptions,
): Promise<Sandbox> {
  const dataDir = join(config.DATA_DIR, "sandbox");
  const token = keptSecret(dataDir, "rail-token");
  const { slack, rails } = await startServices(config, {
    dataDir,
    seed: withCommand(seed, config.SLACK_COMMAND),
    companies: [{ name: "Acme", token, outside: ACME_OUTSIDE }],
    companyOf: () => "Acme",
    rates,
    say,
  });
  if (isSetUp) slack.offerTour(tour(config.SLACK_COMMAND));
  const usual = usualSettings(config, { slack, rails }, { port: 0, dataDir, pauses, databaseUrl });
  const [railApi] = usual.railApis;
  // The page answers while the app still loads.
  const { startApp } = await import("../app.ts");
  const app = await startApp(
    {
      ...usual,
      slack: accessTo(slack, transport),
      settings: isSetUp ? settingsOf({ ...railApi, token }, expiresInHours) : NOTHING_SET,
    },
    logger,
    { host: "127.0.0.1", aheadMs: slack.clock.aheadMs, ...options },
  );
  if (transport === "http") {
    const requestUrl = `http://127.0.0.1:${app.port}/slack/events`;
    await slack.verifyUrl(requestUrl);
    slack.sendTo(requestUrl);
  }
  if (isSetUp) {
    await app.whitelist({
      name: "Treasury cold wallet",
      details: { kind: "wallet", network: "SOLANA_DEVNET", address: ACME_WALLET },
    });
    await app.whitelist({
      name: "Operating account",
      details: { kind: "bank-account", iban: ACME_IBAN },
    });
  }

  return {
    greeting: greeting(slack, rails),
    slack,
    rails,
    app,
    railTokens: new Map([["Acme", token]]),
    publicUrl: undefined,
    stop: () => stopAll(app, { slack, rails }),
  };
}

function accessTo(
  { appToken, botToken, signingSecret }: SlackWorkspace,
  transport: "socket" | "http",
): SlackAccess {
  switch (transport) {
    case "socket":
      return { kind: "socket", appToken, botToken };
    case "http":
      return { kind: "http", signingSecret, botToken };
  }
}

function withCommand({ app, ...seed }: Seed, command: string): Seed {
  return { ...seed, app: { ...app, commands: app.commands.map((each) => ({ ...each, command })) } };
}

function greeting(slack: SlackWorkspace, rails: RailService): string {
  return [
    `Signalbox is running in its sandbox. Open ${slack.url}`,
    "",
    "  There you are Ana. Type /rail new in #treasury; then act as Ben and as Cal to approve it.",
    "",
    `  Rail service    ${rails.baseUrl}`,
    `  Bank and chain  ${rails.pageUrl("Acme")}`,
    "  Nothing here is real, and no real money moves. Ctrl-C stops it.",
  ].join("\n");
}

const tour = (command: string) => [
  {
    text: `Ask: as Ana, send ${command} new in #treasury, fill in the form and send it for approval.`,
    label: "Be Ana in #treasury",
    person: ANA,
    channel: TREASURY,
    typed: `${command} new`,
  },
  {
    text: "Approve: as Ben, and then as Cal, review the card in the approvals channel and approve it.",
    label: "Be Ben among the approvers",
    person: BEN,
    channel: APPROVALS,
  },
  {
    text: "Pay: as Ana again, choose Pay into this Rail, send the deposit and see the money delivered.",
    label: "Be Ana in #treasury",
    person: ANA,
    channel: TREASURY,
  },
];

/** An administrator sets it up in Slack. */
const NOTHING_SET = { rail: null, channel: null, policy: null };

const settingsOf = <Rail>(rail: Rail, expiresInHours: number) => ({
  rail,
  channel: APPROVALS,
  policy: {
    rules: [
      {
        name: "Rails and destinations",
        when: {},
        approvers: [BEN, CAL, DEE],
        groups: [],
        approvalsRequired: 2,
        expiresInHours,
        remindAfterHours: [],
      },
    ],
    coolDownHours: 0,
  },
});
