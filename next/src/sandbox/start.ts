import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { railFaults } from "../../../src/sandbox/rail-faults.ts";
import { usualOutside } from "../../../src/sandbox/rail-service/bank-and-chain/usual-outside.ts";
import { type RailService, startRailService } from "../../../src/sandbox/rail-service/server.ts";
import { StartError } from "../../../src/sandbox/rail-service/start-error.ts";
import type { Clock } from "../../../src/sandbox/slack-workspace/control/clock.ts";
import * as acme from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  type SlackWorkspace,
  startSlackWorkspace,
} from "../../../src/sandbox/slack-workspace/server.ts";
import { ConfigError, environment } from "../config.ts";
import type { Pool } from "../platform/database/db.ts";
import { register, type Wanted } from "./act.ts";

type Env = Record<string, string | undefined>;

export interface Sandbox {
  /** Lines for whoever started it; the page's address comes first. */
  greeting: string;
  stop(): Promise<void>;
}

const COMPANY = "Acme";
const ADDRESS = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const IBAN = "GB29NWBK60161331926819";

const WANTED: readonly Wanted[] = [
  {
    kind: "Wallet",
    fields: {
      Network: "Solana (devnet)",
      Address: ADDRESS,
      Reason: "Where the treasury keeps its stablecoins.",
    },
    name: "Treasury cold wallet",
  },
  {
    kind: "Bank account",
    fields: { IBAN, Reason: "Where the treasury keeps its pounds." },
    name: "Operating account",
  },
];

/**
 * Acme's Slack workspace and Rail service with the product between them, in one process and on loopback only. Everybody
 * can act as anybody there, so it throws a `ConfigError` in production and beside settings of a real workspace.
 */
export async function startSandbox(env: Env): Promise<Sandbox> {
  const settings = readSettings(env);
  const { SLACK_COMMAND: command } = settings;
  const directory = join(settings.DATA_DIR, "sandbox");
  await using opening = new AsyncDisposableStack();
  const slack = opening.adopt(await startSlack(settings.PORT, directory, command), (each) =>
    each.stop(),
  );
  const begun = join(directory, "begun");
  process.stdout.write(`The sandbox starts at ${slack.url} and is ready in a few seconds.\n`);
  const token = keptSecret(directory, "rail-token");
  const rails = opening.adopt(await startRails(directory, token, slack.clock), (each) =>
    each.stop(),
  );
  slack.showPanel(bankAndChain(rails));
  slack.offerFaults(railFaults(rails, () => COMPANY));
  slack.offerTour(tour(command));

  // The page answers while the product still loads.
  const { startApp } = await import("../app.ts");
  const pool = await openDatabase(join(directory, "signalbox"), slack.clock);
  const app = await startApp(
    {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: slack.apiUrl,
      SLACK_COMMAND: command,
      APPROVALS_CHANNEL: acme.APPROVALS,
      APPROVERS: [acme.BEN, acme.CAL, acme.DEE].join(),
      COOL_DOWN_HOURS: "0",
      RAIL_API_URL: rails.baseUrl,
      RAIL_API_TOKEN: token,
      RAIL_NETWORKS: "SOLANA_DEVNET:solana,ETHEREUM_SEPOLIA:ethereum",
      // The pool below is used in its place.
      DATABASE_URL: "postgres://embedded/signalbox",
      ENCRYPTION_KEYS: keptSecret(directory, "encryption-key", "base64"),
      DATA_DIR: join(directory, "signalbox"),
      PORT: "0",
      LOG_LEVEL: settings.LOG_LEVEL,
    },
    { pool, now: slack.clock.now },
  );
  opening.defer(app.stop);
  if (!existsSync(begun)) {
    for (const wanted of WANTED) await register(slack.url, command, wanted);
    writeFileSync(begun, "");
  }
  const opened = opening.move();
  return { greeting: greeting(slack, rails, command), stop: () => opened.disposeAsync() };
}

const own = environment.pick({
  PORT: true,
  DATA_DIR: true,
  SLACK_COMMAND: true,
  LOG_LEVEL: true,
});

function readSettings(env: Env) {
  const values = Object.entries(env).map(([name, value = ""]) => [name, value.trim()] as const);
  const given = Object.fromEntries(values.filter(([, value]) => value !== ""));
  const read = own.safeParse({ LOG_LEVEL: "warn", ...given });
  const isReal = (name: string) => name in environment.shape && !(name in own.shape);
  const real = Object.keys(given).filter((name) => isReal(name.replace(/_FILE$/, "")));
  const faults = [
    ...(read.error?.issues ?? []).map(({ path, message }) => `${path.join()} ${message}`),
    ...real.map((name) => `${name} is set, but no token of Slack: the sandbox needs neither.`),
    ...(/^prod/i.test(given.NODE_ENV ?? "")
      ? ["NODE_ENV must not be production: in the sandbox anybody can act as anybody."]
      : []),
  ];
  if (faults.length > 0 || !read.data) throw new ConfigError(faults);
  return read.data;
}

/** Made at the first start, and kept beside the sandbox's data. */
function keptSecret(directory: string, name: string, encoding: "hex" | "base64" = "hex"): string {
  const file = join(directory, name);
  mkdirSync(directory, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString(encoding), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

const MOST_PORTS = 20;

/** At this port, or at the next free one. */
async function startSlack(
  first: number,
  directory: string,
  command: string,
): Promise<SlackWorkspace> {
  const { app, ...around } = acme.acmeSeed;
  const commands = app.commands.map((each) => ({ ...each, command }));
  for (let port = first; ; port += 1) {
    try {
      return await startSlackWorkspace({
        port,
        dataDir: join(directory, "slack-workspace"),
        seed: { ...around, app: { ...app, commands } },
        banner: "SANDBOX: nothing here is real, and no real money moves",
        rates: "slack",
      });
    } catch (error) {
      if (codeOf(error) === "ERR_SQLITE_ERROR") {
        throw new Error("Another process has the sandbox open. Stop it, or set another DATA_DIR.");
      }
      if (codeOf(error) !== "EADDRINUSE" || port === first + MOST_PORTS) throw error;
    }
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/**
 * At its last address, because another one would be another connection, and would void every approval. Takes a free port
 * if the last one is in use.
 */
async function startRails(directory: string, token: string, clock: Clock): Promise<RailService> {
  const file = join(directory, "rail-port");
  const start = (port: number) =>
    startRailService({
      port,
      dataDir: join(directory, "rail-service"),
      companies: [
        {
          name: COMPANY,
          token,
          outside: usualOutside({
            account: { iban: IBAN },
            wallet: { name: "Treasury cold wallet", address: ADDRESS },
          }),
        },
      ],
      clock: () => new Date(clock.now()).toISOString(),
    });
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const rails = await start(last).catch((error: unknown) => {
    const isTaken = error instanceof StartError && error.code === "port-unusable";
    if (last === 0 || !isTaken) throw error;
    return start(0);
  });
  writeFileSync(file, new URL(rails.baseUrl).port);
  return rails;
}

/** PostgreSQL in this process, whose clock follows the workspace's. */
async function openDatabase(directory: string, clock: Clock): Promise<Pool> {
  const { openEmbedded } = await import("../platform/database/open-embedded.ts");
  const { applySchema } = await import("../platform/database/check-start.ts");
  const pool = await openEmbedded(directory);
  const follow = async () => {
    const client = await pool.connect();
    await client.query({ text: clockAhead(Math.round(clock.aheadMs())) });
    client.release();
  };
  await applySchema(pool);
  await follow();
  clock.onMove(() => void follow());
  return pool;
}

/** Replaces the product's clock as its owner. */
const clockAhead = (ms: number) => `
  create or replace function signalbox.clock() returns timestamptz language sql stable as $$
    select date_trunc('milliseconds', clock_timestamp() + interval '${ms} milliseconds') $$`;

/** A message may name many Rails; the panel shows the rest. */
const MOST_LINKS = 3;

/** The Rail service's page, beside the conversations. */
const bankAndChain = (rails: RailService) => ({
  label: "Bank and chain",
  url: () => rails.pageUrl(COMPANY),
  linksIn(_: string, words: string) {
    const found = rails.railsIn(COMPANY, words).slice(0, MOST_LINKS);
    return found.map((id) => ({
      label: found.length === 1 ? "Pay into this Rail" : `Pay into ${id}`,
      url: rails.pageUrl(COMPANY, id),
    }));
  },
});

const tour = (command: string) => [
  {
    text: `Request: as Ana, send ${command} new in #treasury, fill in the form, and choose Review and Request approval.`,
    label: "Be Ana in #treasury",
    person: acme.ANA,
    channel: acme.TREASURY,
    typed: `${command} new`,
  },
  {
    text: "Approve: as Ben, and then as Cal, choose Review on the card. Your own records are Bank and chain: it shows the wallet's address.",
    label: "Be Ben among the approvers",
    person: acme.BEN,
    channel: acme.APPROVALS,
  },
  {
    text: "Pay: as Ana again, choose Pay into this Rail, send the deposit and see the money delivered.",
    label: "Be Ana in #treasury",
    person: acme.ANA,
    channel: acme.TREASURY,
  },
];

const greeting = (slack: SlackWorkspace, rails: RailService, command: string) =>
  [
    `Signalbox is running in its sandbox. Open ${slack.url}`,
    "",
    `  There you are Ana. Type ${command} new in #treasury; then act as Ben and as Cal to approve it.`,
    "",
    `  Rail service    ${rails.baseUrl}`,
    `  Bank and chain  ${rails.pageUrl(COMPANY)}`,
    "  Nothing here is real, and no real money moves. Ctrl-C stops it.",
  ].join("\n");
