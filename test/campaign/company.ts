import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { APPROVALS, acmeSeed, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { skipFirstStart } from "../support/embedded.ts";
import type { Person } from "../support/person.ts";
import { person } from "../support/person.ts";
import { createDatabaseOn } from "../support/postgres-server.ts";
import { COLD_WALLET } from "../support/production.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TOKEN = "acme-token";

/** The bot as a process of its own, configured as outside the sandbox. */
export interface Bot {
  start(): Promise<void>;
  /** As a machine that loses its power: nothing is finished, nothing is said. */
  kill(): Promise<void>;
  /** As an orchestrator that replaces it. Returns its exit code. */
  stop(): Promise<number | null>;
  /** It was ready, and has not ended. */
  isUp(): boolean;
}

/** Its Slack workspace and its Rail service live in this process, and outlive every bot. */
export interface Company {
  bots: readonly Bot[];
  slack: SlackWorkspace;
  rails: RailService;
  /** Undefined on the embedded engine, which only its bot can read. */
  databaseUrl: string | undefined;
  as(userId: string): Person;
  /** How often the bots said a thing in their logs as an error or worse. */
  troubles: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export interface CompanyOptions {
  /** The superuser's address of a PostgreSQL; the embedded engine, and so one bot, when absent. */
  postgresUrl?: string;
  bots: number;
  /** How long a bot may take to acknowledge; Slack's three seconds when absent. */
  ackWindowMs?: number;
  /** A checkout of an earlier release, with its packages. The bots begin with it; a bot that is started again is this one. */
  former?: string;
}

export async function startCompany({
  postgresUrl,
  bots: count,
  ackWindowMs,
  former = ROOT,
}: CompanyOptions): Promise<Company> {
  await using opened = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), "signalbox-campaign-"));
  opened.defer(() => rm(directory, { recursive: true, force: true }));
  const database = postgresUrl === undefined ? undefined : await createDatabaseOn(postgresUrl);
  if (database) opened.defer(() => database.drop());
  const slack = await startSlackWorkspace({
    seed: acmeSeed,
    ...(ackWindowMs !== undefined && { ackWindowMs }),
  });
  opened.defer(() => slack.stop());
  const rails = await startRailService({ companies: [{ name: "Acme", token: TOKEN }] });
  opened.defer(() => rails.stop());

  const env = {
    ...(database && { NODE_ENV: "production", DATABASE_URL: database.url }),
    PORT: "0",
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
    RAIL_API_URL: rails.baseUrl,
    RAIL_API_TOKEN: TOKEN,
    RAIL_API_ENVIRONMENT: "sandbox",
    // Short, so that what nobody saw the end of comes to a person while the campaign looks on.
    RAIL_LOOK_PAUSES: "1,2,3",
    APPROVALS_CHANNEL: APPROVALS,
    APPROVERS: [BEN, CAL, DEE].join(","),
    // One person asks for all of them, and what was killed may stay open for long.
    OPEN_REQUESTS_PER_PERSON: "9999",
    OPEN_REQUESTS_PER_WORKSPACE: "9999",
    LOG_LEVEL: "info",
  };
  const dataDirOf = (index: number) => join(directory, `bot-${index}`);
  if (!database) skipFirstStart(dataDirOf(0));
  await whitelist(former, { ...env, DATA_DIR: dataDirOf(0) });

  const troubles = new Map<string, number>();
  const bots = Array.from({ length: count }, (_, index) =>
    aBot({ ...env, DATA_DIR: dataDirOf(index) }, former, troubles),
  );
  opened.defer(async () => void (await Promise.all(bots.map((bot) => bot.kill()))));
  await Promise.all(bots.map((bot) => bot.start()));

  const running = opened.move();
  return {
    bots,
    slack,
    rails,
    databaseUrl: database?.url,
    as: (userId) => person(slack.url, userId),
    troubles,
    stop: () => running.disposeAsync(),
  };
}

/** Only a process that is asked from within may register a destination without approvals. */
async function whitelist(tree: string, env: Record<string, string>): Promise<void> {
  const of = <Module>(path: string): Promise<Module> => import(join(tree, "src", path));
  const { startApp } = await of<typeof import("../../src/app.ts")>("app.ts");
  const { readConfig } = await of<typeof import("../../src/config/config.ts")>("config/config.ts");
  const { createLogger } = await of<typeof import("../../src/platform/process/logger.ts")>(
    "platform/process/logger.ts",
  );
  const read = readConfig(env);
  if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
  const app = await startApp(read.config, createLogger("silent"));
  await app.whitelist(COLD_WALLET);
  await app.stop();
}

function aBot(env: Record<string, string>, former: string, troubles: Map<string, number>): Bot {
  let tree = former;
  let running: ChildProcess | undefined;
  let hasStarted = false;
  async function end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    if (!running || running.exitCode !== null || running.signalCode !== null) return null;
    const isGone = once(running, "exit");
    running.kill(signal);
    await isGone;
    return running.exitCode;
  }
  return {
    isUp: () => hasStarted && running?.exitCode === null && running.signalCode === null,
    async start() {
      hasStarted = false;
      const child = spawn(process.execPath, ["src/main.ts"], {
        cwd: tree,
        env: { ...childEnvironment(), ...env },
        stdio: ["ignore", "pipe", "inherit"],
      });
      running = child;
      const { promise: isReady, resolve, reject } = Promise.withResolvers<void>();
      child.once("exit", () => reject(new Error("The bot ended before it was ready")));
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (line.includes("Signalbox is running")) resolve();
        note(line, troubles);
      });
      await isReady;
      tree = ROOT;
      hasStarted = true;
    },
    async kill() {
      await end("SIGKILL");
    },
    stop: () => end("SIGTERM"),
  };
}

const ERROR = 50;

function note(line: string, troubles: Map<string, number>): void {
  const said = JSON.parse(line) as {
    level: number;
    msg?: string;
    job?: string;
    err?: { message?: string };
  };
  if (said.level < ERROR) return;
  const what = [said.job, said.msg, said.err?.message].filter(Boolean).join(": ");
  troubles.set(what, (troubles.get(what) ?? 0) + 1);
}
