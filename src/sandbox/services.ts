import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunningApp } from "../app.ts";
import type { SandboxConfig } from "../config/config.ts";
import { processReader } from "../config/config.ts";
import { railFaults } from "./rail-faults.ts";
import { type Company, type RailService, startRailService } from "./rail-service/server.ts";
import { StartError } from "./rail-service/start-error.ts";
import type { SandboxOptions } from "./sandbox.ts";
import type { Panel } from "./slack-workspace/page-routes/panel.ts";
import {
  type SlackWorkspace,
  type SlackWorkspaceOptions,
  startSlackWorkspace,
} from "./slack-workspace/server.ts";

interface Options extends Pick<SlackWorkspaceOptions, "seed"> {
  /** The directory of all of this sandbox's data. */
  dataDir: string;
  companies: readonly Company[];
  /** The company of a workspace. */
  companyOf(teamId: string): string;
  rates: SandboxOptions["rates"];
  say: SandboxOptions["say"];
}

interface Services {
  slack: SlackWorkspace;
  rails: RailService;
}

/** Stops the bot before the services that it uses. */
export async function stopAll(app: RunningApp, { slack, rails }: Services): Promise<void> {
  await app.stop();
  await rails.stop();
  await slack.stop();
}

/** Starts both services. The Rail service's page is shown beside the conversations of Slack. */
export async function startServices(
  config: SandboxConfig,
  { seed, dataDir, companies, companyOf, rates = "slack", say = () => {} }: Options,
): Promise<Services> {
  const slack = await startOnNextPort(config.PORT, (port) =>
    startSlackWorkspace({
      port,
      dataDir: join(dataDir, "slack-workspace"),
      seed,
      banner: "SANDBOX: nothing here is real, and no real money moves",
      rates,
    }),
  );
  const port = Number(new URL(slack.url).port);
  if (config.PORT !== 0 && config.PORT !== port) {
    say(`Port ${config.PORT} is in use by another process, so the page has port ${port}.`);
  }
  say(`The bot follows in a few seconds. The page is at ${slack.url}`);
  const clock = () => new Date(slack.clock.now()).toISOString();
  const rails = await startOnKeptPort(join(dataDir, "rail-port"), (port) =>
    startRailService({ port, dataDir: join(dataDir, "rail-service"), companies, clock }),
  );
  slack.showPanel(bankAndChainPanel(rails, companyOf));
  slack.offerFaults(railFaults(rails, companyOf));
  return { slack, rails };
}

interface Own {
  port: number;
  dataDir: string;
  pauses: SandboxOptions["pauses"];
  databaseUrl: SandboxOptions["databaseUrl"];
}

/** The settings of the bot that are the same in every sandbox. */
export function usualSettings(
  { SLACK_COMMAND, LOG_LEVEL }: SandboxConfig,
  { slack, rails }: Services,
  { port, dataDir, pauses, databaseUrl: url }: Own,
) {
  const botDir = join(dataDir, "signalbox");
  return {
    mode: "slack" as const,
    ...processReader.parse({
      SLACK_API_URL: slack.apiUrl,
      SLACK_COMMAND,
      PORT: String(port),
      DATA_DIR: botDir,
      ENCRYPTION_KEYS: keptSecret(dataDir, "encryption-key", newKey),
      AUDIT_SIGNING_KEY: keptSecret(dataDir, "audit-signing-key", newKey),
      RAIL_NETWORKS: "SOLANA_DEVNET:solana,ETHEREUM_SEPOLIA:ethereum",
      STOP_GRACE_SECONDS: "0",
      LOG_LEVEL,
    }),
    ...(pauses && { RAIL_LOOK_PAUSES: pauses }),
    database:
      url === undefined
        ? { kind: "embedded" as const, dataDir: botDir }
        : { kind: "postgres" as const, url },
    railApis: [{ name: "sandbox", baseUrl: rails.baseUrl, environment: "sandbox" }] as const,
  };
}

const newKey = () => randomBytes(32).toString("base64");

/** A secret of this sandbox, made at the first start and kept beside its data. */
export function keptSecret(
  dataDir: string,
  name: string,
  make = () => randomBytes(24).toString("hex"),
): string {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

const MOST_PORTS = 20;

/** Starts at this port, or at the next free one. */
async function startOnNextPort<T>(first: number, start: (port: number) => Promise<T>): Promise<T> {
  for (let port = first; ; port += 1) {
    try {
      return await start(port);
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || port === first + MOST_PORTS) throw error;
    }
  }
}

/**
 * Starts the Rail service at its last address: another address would be another connection, and would void every approval
 * given before the restart. Takes a free port if the last one is in use.
 */
async function startOnKeptPort(
  file: string,
  start: (port: number) => Promise<RailService>,
): Promise<RailService> {
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const rails = await start(last).catch((error: unknown) => {
    const isTaken = error instanceof StartError && error.code === "port-unusable";
    if (last === 0 || !isTaken) throw error;
    return start(0);
  });
  writeFileSync(file, new URL(rails.baseUrl).port);
  return rails;
}

/** A message may list many Rails; the panel shows the rest. */
const MOST_LINKS = 3;

/** The Rail service's page, on which each workspace sees its own company. */
function bankAndChainPanel(rails: RailService, companyOf: (teamId: string) => string): Panel {
  return {
    label: "Bank and chain",
    url: (teamId) => rails.pageUrl(companyOf(teamId)),

    linksIn(teamId, words) {
      const company = companyOf(teamId);
      const found = rails.railsIn(company, words);
      return found.slice(0, MOST_LINKS).map((id) => ({
        label: found.length === 1 ? "Pay into this Rail" : `Pay into ${id}`,
        url: rails.pageUrl(company, id),
      }));
    },
  };
}
