import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { ConfigError, environment, trimmed } from "../config.ts";
import { applySchema } from "../platform/database/check-start.ts";
import type { Pool } from "../platform/database/db.ts";
import { openEmbedded } from "../platform/database/open-embedded.ts";
import { railFaults } from "./rail-service/rail-faults.ts";
import { type RailService, startRailService } from "./rail-service/server.ts";
import { register } from "./register.ts";
import { LOOPBACK, listen } from "./shared/listen.ts";
import type { Clock } from "./slack-workspace/control/clock.ts";
import type { TourStep } from "./slack-workspace/page-routes/panel.ts";
import { ANA, APPROVALS, acmeWith, BEN, CAL, DEE, TREASURY } from "./slack-workspace/seed.ts";
import { twoCompanies } from "./slack-workspace/seeds/two-companies.ts";
import { type SlackWorkspace, startSlackWorkspace } from "./slack-workspace/server.ts";

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

/** `startApp` puts the product between the two. */
interface Around {
  slack: SlackWorkspace;
  rails: RailService;
  companies: readonly { name: string; token: string }[];
  directory: string;
  command: string;
  startApp(env: Record<string, string>): Promise<void>;
}

/**
 * A Slack workspace and a Rail service with the product between them, in one process and on
 * loopback only. Anybody can act as anybody there: throws a `ConfigError` in production, and beside
 * settings of a real workspace. `say` hears where the page is as soon as it answers; the product
 * takes a few seconds more.
 */
export async function startSandbox(env: NodeJS.ProcessEnv, say: (line: string) => void = () => {}) {
  const { PORT, DATA_DIR, SLACK_COMMAND: command, LOG_LEVEL } = readSettings(env);
  const isMany = env.WORLD === "many";
  const directory = join(DATA_DIR, isMany ? "sandbox-many" : "sandbox");
  await using opening = new AsyncDisposableStack();

  const slack = await startSlackWorkspace({
    ...{ port: PORT, ports: 20, dataDir: join(directory, "slack-workspace"), rates: "slack" },
    seed: isMany ? twoCompanies(command) : acmeWith(command),
    banner: "SANDBOX: nothing here is real, and no real money moves",
  });
  opening.defer(slack.stop);
  const tokenOf = (file: string) => kept(directory, file, () => randomBytes(32).toString("base64"));
  const companies = isMany
    ? [COMPANY, "Globex"].map((name) => ({ name, token: tokenOf(`rail-token-of-${name}`) }))
    : [{ name: COMPANY, token: tokenOf("rail-token") }];
  const rails = await startRails(directory, companies, slack.clock);
  opening.defer(rails.stop);
  slack.show({ notice: "Signalbox is starting: a few seconds" });
  say(`Open ${slack.url}. Signalbox is starting there, which takes a few seconds.`);

  const common = { SLACK_COMMAND: command, LOG_LEVEL, ENCRYPTION_KEYS: tokenOf("encryption-key") };
  const startApp: Around["startApp"] = async (own) => {
    opening.defer((await startSignalbox(directory, slack, { ...common, ...own })).stop);
  };
  const around = { slack, rails, companies, directory, command, startApp };
  const lines = await (isMany ? startMany(around) : startOne(around));
  slack.show({ notice: undefined });
  const opened = opening.move();
  const greeting = `Signalbox is running in its sandbox. Open ${slack.url}

${lines.map((line) => `  ${line}\n`).join("")}
  Nothing here is real, and no real money moves. Ctrl-C stops it.`;
  return { greeting, stop: () => opened.disposeAsync() };
}

/** Acme, with a wallet and a bank account to begin with. */
async function startOne({ slack, rails, companies, directory, command, startApp }: Around) {
  addToPage(slack, rails);
  await startApp({
    ...{ PORT: "0", SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken },
    ...{ APPROVALS_CHANNEL: APPROVALS, APPROVERS: [BEN, CAL, DEE].join(), COOL_DOWN_HOURS: "0" },
    ...{ RAIL_API_URL: rails.baseUrl, RAIL_API_TOKEN: companies[0]?.token ?? "" },
  });
  const registered = join(directory, "registered");
  if (!existsSync(registered)) {
    for (const fields of [WALLET, ACCOUNT]) await register(slack.url, command, fields);
    writeFileSync(registered, "");
  }
  slack.show({ tour: tourWith(command) });
  return [
    `You are Ana there. Type ${command} new in #treasury, then approve as Ben and as Cal.`,
    `Rail service    ${rails.baseUrl}`,
    `Bank and chain  ${rails.pageUrl(COMPANY)}`,
  ];
}

/** The Rail service's page and faults beside the conversations. */
function addToPage(slack: SlackWorkspace, rails: RailService): void {
  slack.show({
    faults: railFaults(rails, COMPANY),
    panel: {
      label: "Bank and chain",
      url: rails.pageUrl(COMPANY),
      linksIn(words) {
        const found = words.includes("Do not pay") ? [] : rails.railsIn(COMPANY, words);
        // A message may name many Rails.
        return found.slice(0, 3).map((id) => ({
          label: `Pay into ${found.length === 1 ? "this Rail" : id}`,
          url: rails.pageUrl(COMPANY, id),
        }));
      },
    },
  });
}

/** For a first visit. */
function tourWith(command: string): TourStep[] {
  const asAna = { label: "Be Ana in #treasury", person: ANA, channel: TREASURY };
  const asBen = { label: "Be Ben among the approvers", person: BEN, channel: APPROVALS };
  return [
    { ...asAna, text: `As Ana, request a Rail: send ${command} new.`, typed: `${command} new` },
    { ...asBen, text: "As Ben and then as Cal, choose Review. Your records: Bank and chain." },
    { ...asAna, text: "As Ana again, choose Pay into this Rail, and send a deposit." },
  ];
}

/** Acme and Globex: people install the app over OAuth, and set it up with their own token. */
async function startMany({ slack, rails, companies, directory, command, startApp }: Around) {
  const PORT = String(await keptPort(directory, "bot-port"));
  const url = `http://${LOOPBACK}:${PORT}`;
  await startApp({
    ...{ PORT, PUBLIC_URL: url, SLACK_SIGNING_SECRET: slack.signingSecret },
    ...{ SLACK_CLIENT_ID: slack.clientId, SLACK_CLIENT_SECRET: slack.clientSecret },
    RAIL_API_URLS: `rails=${rails.baseUrl}=sandbox`,
  });
  await slack.verifyUrl(`${url}/slack/events`);
  slack.sendTo(`${url}/slack/events`);
  slack.addRedirectUrl(`${url}/slack/`);
  slack.show({ links: [{ label: "Add Signalbox to Slack", url: `${url}/slack/install` }] });
  return [
    `Add it to Slack at ${url}/slack/install, then type ${command} setup in each workspace.`,
    ...companies.map(({ name, token }) => `Token of ${name.padEnd(7)} ${token}`),
  ];
}

const OWN = environment.pick({ PORT: true, DATA_DIR: true, SLACK_COMMAND: true, LOG_LEVEL: true });

function readSettings(env: NodeJS.ProcessEnv) {
  const given = trimmed(env);
  const { data, error } = OWN.safeParse({ LOG_LEVEL: "warn", ...given });
  const isReal = (name: string) => name in environment.shape && !(name in OWN.shape);
  const real = Object.keys(given).filter((name) => isReal(name.replace(/_FILE$/, "")));
  const faults = [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join()} ${message}`),
    ...real.map((name) => `${name} is not for the sandbox: remove it, or set SLACK_BOT_TOKEN too.`),
  ];
  if (/^prod/i.test(given.NODE_ENV ?? "")) {
    faults.push("NODE_ENV must not be production: anybody can act as anybody here.");
  }
  if (faults.length > 0 || !data) throw new ConfigError(faults);
  return data;
}

/** What the first start wrote into this file. */
function kept(directory: string, name: string, make: () => string): string {
  const file = join(directory, name);
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** A port that is free at the first start. If it is taken later, the start fails and says so. */
async function keptPort(directory: string, name: string): Promise<number> {
  const server = createServer();
  const free = String(await listen(server, 0));
  server.close();
  return Number(kept(directory, name, () => free));
}

/** Always at the same address: to approvals another address is another connection. */
async function startRails(directory: string, companies: Around["companies"], clock: Clock) {
  const known = { iban: ACCOUNT.IBAN, wallet: { name: WALLET.Name, address: WALLET.Address } };
  return startRailService({
    port: await keptPort(directory, "rail-port"),
    dataDir: join(directory, "rail-service"),
    companies: companies.map((each) => ({ ...each, ...known })),
    clock: () => new Date(clock.now()).toISOString(),
  });
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
    DATABASE_URL: "postgres://the-pool/is-used-instead",
  };
  return startApp({ ...common, ...env }, { pool, now: clock.now, hostname: LOOPBACK });
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
