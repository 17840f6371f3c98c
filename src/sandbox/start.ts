import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, environment, trimmed } from "../config.ts";
import { applySchema } from "../platform/database/check-start.ts";
import type { Pool } from "../platform/database/db.ts";
import { openEmbedded } from "../platform/database/open-embedded.ts";
import { addToPage, COMPANY, tourWith } from "./add-to-page.ts";
import { freePort } from "./free-port.ts";
import { type RailService, startRailService } from "./rail-service/server.ts";
import { register } from "./register.ts";
import type { Clock } from "./slack-workspace/control/clock.ts";
import type { Seed, World } from "./slack-workspace/seed.ts";
import * as acme from "./slack-workspace/seed.ts";
import { type SlackWorkspace, startSlackWorkspace } from "./slack-workspace/server.ts";
import { twoCompanies } from "./two-companies.ts";

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
 * settings of a real workspace. `say` hears where the page is as soon as it answers: the rest takes
 * a few seconds, which the page says too.
 */
export async function startSandbox(env: NodeJS.ProcessEnv, say: Say = () => {}) {
  const settings = readSettings(env);
  const isMany = env.WORLD === "many";
  const directory = join(settings.DATA_DIR, isMany ? "sandbox-many" : "sandbox");
  mkdirSync(directory, { recursive: true });
  return isMany ? startMany(settings, directory, say) : startOne(settings, directory, say);
}

type Say = (line: string) => void;

async function startOne(settings: Settings, directory: string, say: Say) {
  const { PORT, SLACK_COMMAND, LOG_LEVEL } = settings;
  await using opening = new AsyncDisposableStack();
  const { app: seeded, ...around } = acme.acmeSeed;
  const commands = seeded.commands.map((each) => ({ ...each, command: SLACK_COMMAND }));
  const slack = await startSlack(PORT, directory, { ...around, app: { ...seeded, commands } });
  opening.defer(slack.stop);
  const token = keptSecret(directory, "rail-token");
  const rails = await startRails(directory, [{ name: COMPANY, token }], slack.clock);
  opening.defer(rails.stop);
  addToPage(slack, rails);
  const registered = join(directory, "registered");
  const isFirst = !existsSync(registered);
  announce(slack, say, isFirst ? "registers a wallet and a bank account" : "connects");
  const app = await startSignalbox(directory, slack, {
    ...{ SLACK_COMMAND, LOG_LEVEL, PORT: "0" },
    ...{ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken },
    APPROVALS_CHANNEL: acme.APPROVALS,
    APPROVERS: [acme.BEN, acme.CAL, acme.DEE].join(),
    COOL_DOWN_HOURS: "0",
    ...{ RAIL_API_URL: rails.baseUrl, RAIL_API_TOKEN: token },
  });
  opening.defer(app.stop);
  if (isFirst) {
    for (const fields of [WALLET, ACCOUNT]) await register(slack.url, SLACK_COMMAND, fields);
    writeFileSync(registered, "");
  }
  slack.showNotice(undefined);
  slack.offerTour(tourWith(SLACK_COMMAND));
  const opened = opening.move();
  return { greeting: greeting(slack.url, rails, SLACK_COMMAND), stop: () => opened.disposeAsync() };
}

/**
 * Acme and Globex, in whose workspaces people install the app over OAuth, and set it up with the
 * token of their own company.
 */
async function startMany(settings: Settings, directory: string, say: Say) {
  const { PORT, SLACK_COMMAND, LOG_LEVEL } = settings;
  await using opening = new AsyncDisposableStack();
  const slack = await startSlack(PORT, directory, twoCompanies(SLACK_COMMAND));
  opening.defer(slack.stop);
  const companies = [COMPANY, "Globex"].map((name) => ({
    name,
    token: keptSecret(directory, `rail-token-of-${name}`),
  }));
  const rails = await startRails(directory, companies, slack.clock);
  opening.defer(rails.stop);
  announce(slack, say, "connects");
  const port = await freePort(join(directory, "bot-port"));
  const url = `http://127.0.0.1:${port}`;
  const app = await startSignalbox(directory, slack, {
    ...{ SLACK_COMMAND, LOG_LEVEL, PORT: String(port), PUBLIC_URL: url },
    ...{ SLACK_CLIENT_ID: slack.clientId, SLACK_CLIENT_SECRET: slack.clientSecret },
    SLACK_SIGNING_SECRET: slack.signingSecret,
    RAIL_API_URLS: `rails=${rails.baseUrl}=sandbox`,
  });
  opening.defer(app.stop);
  await slack.verifyUrl(`${url}/slack/events`);
  slack.sendTo(`${url}/slack/events`);
  slack.addRedirectUrl(`${url}/slack/`);
  slack.addLink({ label: "Add Signalbox to Slack", url: `${url}/slack/install` });
  slack.showNotice(undefined);
  const opened = opening.move();
  const tokens = companies.map(({ name, token }) => `  Token of ${name.padEnd(7)} ${token}`);
  const greeting = `Signalbox is running in its sandbox, with two workspaces. Open ${slack.url}

  Add it to Slack at ${url}/slack/install, then type ${SLACK_COMMAND} setup in each of them.

${tokens.join("\n")}
  Nothing here is real, and no real money moves. Ctrl-C stops it.`;
  return { greeting, stop: () => opened.disposeAsync() };
}

/** The page answers before the app does. */
function announce(slack: SlackWorkspace, say: Say, what: string): void {
  slack.showNotice(`Signalbox is starting, and ${what}: a few seconds`);
  say(`Open ${slack.url}. Signalbox ${what} there, which takes a few seconds.`);
}

/** The product, with a database in this process and by the workspace's clock. */
async function startSignalbox(
  directory: string,
  { apiUrl, clock }: SlackWorkspace,
  env: Record<string, string>,
) {
  const dataDir = join(directory, "signalbox");
  // Its code is read only now, so that the page is there first.
  const [pool, { startApp }] = await Promise.all([
    openDatabase(dataDir, clock),
    import("../app.ts"),
  ]);
  const common = {
    ...{ DATA_DIR: dataDir, SLACK_API_URL: apiUrl },
    RAIL_NETWORKS: "SOLANA_DEVNET:solana,ETHEREUM_SEPOLIA:ethereum",
    ENCRYPTION_KEYS: keptSecret(directory, "encryption-key"),
    // The pool is used in its place.
    DATABASE_URL: "postgres://embedded/signalbox",
  };
  return startApp({ ...common, ...env }, { pool, now: clock.now, hostname: "127.0.0.1" });
}

type Settings = ReturnType<typeof readSettings>;

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
async function startSlack(first: number, directory: string, seed: Seed | World) {
  for (let port = first; ; port += 1) {
    try {
      return await startSlackWorkspace({
        port,
        dataDir: join(directory, "slack-workspace"),
        seed,
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
async function startRails(
  directory: string,
  companies: readonly { name: string; token: string }[],
  clock: Clock,
): Promise<RailService> {
  const known = { iban: ACCOUNT.IBAN, wallet: { name: WALLET.Name, address: WALLET.Address } };
  return startRailService({
    port: await freePort(join(directory, "rail-port")),
    dataDir: join(directory, "rail-service"),
    companies: companies.map((each) => ({ ...each, ...known })),
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

const greeting = (page: string, rails: RailService, command: string) =>
  `Signalbox is running in its sandbox. Open ${page}

  You are Ana there. Type ${command} new in #treasury, then approve as Ben and as Cal.

  Rail service    ${rails.baseUrl}
  Bank and chain  ${rails.pageUrl(COMPANY)}
  Nothing here is real, and no real money moves. Ctrl-C stops it.`;
