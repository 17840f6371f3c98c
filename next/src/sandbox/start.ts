import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../src/sandbox/free-port.ts";
import { railFaults } from "../../../src/sandbox/rail-faults.ts";
import { usualOutside } from "../../../src/sandbox/rail-service/bank-and-chain/usual-outside.ts";
import { type RailService, startRailService } from "../../../src/sandbox/rail-service/server.ts";
import type { Clock } from "../../../src/sandbox/slack-workspace/control/clock.ts";
import * as acme from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  type SlackWorkspace,
  startSlackWorkspace,
} from "../../../src/sandbox/slack-workspace/server.ts";
import { startApp } from "../app.ts";
import { ConfigError, environment, trimmed } from "../config.ts";
import { applySchema } from "../platform/database/check-start.ts";
import type { Pool } from "../platform/database/db.ts";
import { openEmbedded } from "../platform/database/open-embedded.ts";
import { register } from "./register.ts";

const COMPANY = "Acme";

const WALLET = {
  Network: "Solana (devnet)",
  Address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
  Name: "Treasury cold wallet",
  Reason: "Where the treasury keeps its stablecoins",
};
const ACCOUNT = {
  Type: "Bank account",
  IBAN: "GB29NWBK60161331926819",
  Name: "Operating account",
  Reason: "Where the treasury keeps its pounds",
};

/**
 * Acme's Slack workspace and Rail service with the product between them, in one process and on
 * loopback only. Anybody can act as anybody there: throws a `ConfigError` in production, and beside
 * settings of a real workspace.
 */
export async function startSandbox(env: NodeJS.ProcessEnv) {
  const { PORT, SLACK_COMMAND, LOG_LEVEL, DATA_DIR } = readSettings(env);
  const directory = join(DATA_DIR, "sandbox");
  mkdirSync(directory, { recursive: true });
  await using opening = new AsyncDisposableStack();
  const slack = await startSlack(PORT, directory, SLACK_COMMAND);
  opening.defer(slack.stop);
  const token = keptSecret(directory, "rail-token");
  const rails = await startRails(directory, token, slack.clock);
  opening.defer(rails.stop);
  addToPage(slack, rails, SLACK_COMMAND);
  const dataDir = join(directory, "signalbox");
  const app = await startApp(
    {
      ...{ SLACK_COMMAND, LOG_LEVEL, DATA_DIR: dataDir, PORT: "0" },
      ...{ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken },
      SLACK_API_URL: slack.apiUrl,
      APPROVALS_CHANNEL: acme.APPROVALS,
      APPROVERS: [acme.BEN, acme.CAL, acme.DEE].join(),
      COOL_DOWN_HOURS: "0",
      RAIL_API_URL: rails.baseUrl,
      RAIL_API_TOKEN: token,
      RAIL_NETWORKS: "SOLANA_DEVNET:solana,ETHEREUM_SEPOLIA:ethereum",
      // The pool is used in its place.
      DATABASE_URL: "postgres://embedded/signalbox",
      ENCRYPTION_KEYS: keptSecret(directory, "encryption-key"),
    },
    {
      pool: await openDatabase(dataDir, slack.clock),
      now: slack.clock.now,
      hostname: "127.0.0.1",
    },
  );
  opening.defer(app.stop);
  const registered = join(directory, "registered");
  if (!existsSync(registered)) {
    for (const fields of [WALLET, ACCOUNT]) await register(slack.url, SLACK_COMMAND, fields);
    writeFileSync(registered, "");
  }
  const opened = opening.move();
  return { greeting: greeting(slack.url, rails, SLACK_COMMAND), stop: () => opened.disposeAsync() };
}

const OWN = environment.pick({ PORT: true, DATA_DIR: true, SLACK_COMMAND: true, LOG_LEVEL: true });

function readSettings(env: NodeJS.ProcessEnv) {
  const given = trimmed(env);
  const { data, error } = OWN.safeParse({ LOG_LEVEL: "warn", ...given });
  const isReal = (name: string) => name in environment.shape && !(name in OWN.shape);
  const faults = [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join()} ${message}`),
    ...Object.keys(given)
      .filter((name) => isReal(name.replace(/_FILE$/, "")))
      .map((name) => `${name} is not for the sandbox: remove it, or set SLACK_BOT_TOKEN too.`),
  ];
  if (/^prod/i.test(given.NODE_ENV ?? "")) {
    faults.push("NODE_ENV must not be production: anybody can act as anybody here.");
  }
  if (faults.length > 0 || !data) throw new ConfigError(faults);
  return data;
}

/** 32 bytes in base64, made at the first start. */
function keptSecret(directory: string, name: string): string {
  const file = join(directory, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** At this port, or at the next free one of twenty. */
async function startSlack(first: number, directory: string, command: string) {
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
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code === "ERR_SQLITE_ERROR") throw new Error("Another process has this DATA_DIR open.");
      if (code !== "EADDRINUSE" || port === first + 20) throw error;
    }
  }
}

/** At its last address if that is free: to approvals another address is another connection. */
async function startRails(directory: string, token: string, clock: Clock): Promise<RailService> {
  const account = { iban: ACCOUNT.IBAN };
  const wallet = { name: WALLET.Name, address: WALLET.Address };
  return startRailService({
    port: await freePort(join(directory, "rail-port")),
    dataDir: join(directory, "rail-service"),
    companies: [{ name: COMPANY, token, outside: usualOutside({ account, wallet }) }],
    clock: () => new Date(clock.now()).toISOString(),
  });
}

/** PostgreSQL in this process. Its clock follows the workspace's. */
async function openDatabase(directory: string, clock: Clock): Promise<Pool> {
  const pool = await openEmbedded(directory);
  const follow = async () => {
    const time = `clock_timestamp() + interval '${Math.round(clock.aheadMs())} milliseconds'`;
    const client = await pool.connect();
    await client.query({
      text: `create or replace function signalbox.clock() returns timestamptz
        language sql stable as $$ select date_trunc('milliseconds', ${time}) $$`,
    });
    client.release();
  };
  await applySchema(pool);
  await follow();
  // It may be moved while all of it stops.
  clock.onMove(() => follow().catch(() => {}));
  return pool;
}

/** The Rail service's page and faults beside the conversations, and a tour for a first visit. */
function addToPage(slack: SlackWorkspace, rails: RailService, command: string): void {
  slack.offerFaults(railFaults(rails, () => COMPANY));
  slack.showPanel({
    label: "Bank and chain",
    url: () => rails.pageUrl(COMPANY),
    linksIn(_, words) {
      const found = rails.railsIn(COMPANY, words);
      const labelOf = (id: string) => `Pay into ${found.length === 1 ? "this Rail" : id}`;
      const link = (id: string) => ({ label: labelOf(id), url: rails.pageUrl(COMPANY, id) });
      // A message may name many Rails.
      return found.slice(0, 3).map(link);
    },
  });
  const asAna = { label: "Be Ana in #treasury", person: acme.ANA, channel: acme.TREASURY };
  const asBen = { label: "Be Ben among the approvers", person: acme.BEN, channel: acme.APPROVALS };
  slack.offerTour([
    { ...asAna, text: `As Ana, request a Rail: send ${command} new.`, typed: `${command} new` },
    { ...asBen, text: "As Ben and then as Cal, choose Review. Your records: Bank and chain." },
    { ...asAna, text: "As Ana again, choose Pay into this Rail, and send a deposit." },
  ]);
}

const greeting = (page: string, rails: RailService, command: string) =>
  `Signalbox is running in its sandbox. Open ${page}

  You are Ana there. Type ${command} new in #treasury, then approve as Ben and as Cal.

  Rail service    ${rails.baseUrl}
  Bank and chain  ${rails.pageUrl(COMPANY)}
  Nothing here is real, and no real money moves. Ctrl-C stops it.`;
