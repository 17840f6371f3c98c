import { sql } from "kysely";
import type { Logger } from "pino";
import { WORK } from "./capabilities.ts";
import type { SlackConfig } from "./config/config.ts";
import { type SeededDestination, seedDestination } from "./destination/seed-destination.ts";
import { openEnforced } from "./evidence/enforced-files.ts";
import { isPutBack, markerKeeping, rememberIdentity } from "./freeze/restored-database.ts";
import { KINDS } from "./kinds.ts";
import { databaseTime } from "./platform/database/database-time.ts";
import { canRewriteHistory, keepRetention } from "./platform/database/history-rights.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { reseal } from "./platform/database/reseal.ts";
import { createSeal } from "./platform/database/seal.ts";
import { meteredFetch } from "./platform/metrics/metered-fetch.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import { type Clock, MOST_OFF_MS, startClock } from "./platform/process/clock.ts";
import { createOutageLog } from "./platform/process/outage-log.ts";
import { repeat } from "./platform/process/repeat.ts";
import { startQueue } from "./platform/queue/queue.ts";
import { createTransaction } from "./platform/queue/transaction.ts";
import type { DeliveryWatch } from "./platform/slack/intake/delivery-watch.ts";
import { workspaceOfToken } from "./platform/slack/one-workspace.ts";
import { createPace } from "./platform/slack/pace.ts";
import type { Pace } from "./platform/slack/slack.ts";
import { createSkewWatch } from "./platform/slack/slack-probe.ts";
import { createSlackClients } from "./platform/slack/web-client.ts";
import { createSigner } from "./platform/web/signer.ts";
import { registerKinds } from "./request/change-kind.ts";
import { freezeAllAfterRestore } from "./request/freezing/restored.ts";
import { applySettings } from "./wiring/apply-settings.ts";
import { bindChores, bindJobs } from "./wiring/bind-work.ts";
import { botsOf } from "./wiring/bots.ts";
import { makeContext } from "./wiring/make-context.ts";
import { serveWeb } from "./wiring/serve-web.ts";
import { createSlackApp } from "./wiring/slack-app.ts";
import { createSetupLinks } from "./workspace/connection/setup-link.ts";
import { appRemoved, forgetLeft } from "./workspace/install/app-removed.ts";

export interface RunningApp {
  /** The port of our own HTTP server. */
  port: number;
  /**
   * Whitelists at the Rail service and registers, without approval: only for the sandbox's start. Uses the workspace
   * that the environment names, unless told another.
   */
  whitelist(destination: SeededDestination, workspaceId?: string): Promise<void>;
  /** Takes nothing more in, finishes the work under way, and closes everything. */
  stop(): Promise<void>;
}

export interface AppOptions {
  /** This machine's clock, in milliseconds since 1970; the process's own when absent. */
  machine?: () => number;
  /** How far the whole sandbox is ahead of it; not at all when absent. */
  aheadMs?: () => number;
  /** A chore keeps its usual times when absent. */
  choresEverySeconds?: Readonly<Record<string, number>>;
  /** The host at which our own HTTP server listens; all of them when absent. */
  host?: string;
  /** Replaces Slack's pace for messages, for a Slack that takes more. */
  pace?: (kept: Pace) => Pace;
}

/** A restore is noticed before anything is sent. A lost denial, for example, is noticed if it is this old. */
const KEEP_MARKER_EVERY_MS = 5_000;
const MEASURE_EVERY_MS = 30_000;
const CLOCK_OFF =
  "The clock of this machine is far from the database's: nothing is sent by this process until it is set";

/** Wires the store, the jobs, the Rail service and Slack together, and starts them. */
export async function startApp(
  config: SlackConfig,
  logger: Logger,
  {
    machine = Date.now,
    aheadMs = () => 0,
    choresEverySeconds,
    host,
    pace = (kept) => kept,
  }: AppOptions = {},
): Promise<RunningApp> {
  registerKinds(KINDS);
  const metrics = createMetrics();
  const { slack, railApis: railServices } = config;
  // Until the database has said its own time.
  let clock: Clock = () => new Date(machine() + aheadMs()).toISOString();
  const skew = createSkewWatch(() => clock());
  const slackFetch = skew.watching(meteredFetch(metrics, config.SLACK_API_URL));
  const calls = { apiUrl: config.SLACK_API_URL, fetch: slackFetch, logger };
  // A wrong token is reported at once, before anything is opened.
  const only =
    slack.kind === "http-installations" ? null : await workspaceOfToken(slack.botToken, calls);

  // Closed in the opposite order, at the end or when a later step of the start fails.
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase(config.database, (error) =>
    logger.warn({ err: error }, "a database connection was lost"),
  );
  opened.defer(() => database.close());
  const { db } = database;
  await database.migrate();
  const time = await startClock({ machine, database: () => databaseTime(db), aheadMs });
  clock = time.now;
  if (Math.abs(time.offMs()) > MOST_OFF_MS) {
    logger.error({ offMs: time.offMs() }, CLOCK_OFF);
  }
  const canBeRewritten = await canRewriteHistory(db);
  if (canBeRewritten && config.database.kind === "postgres") {
    logger.warn(
      "The database role of this process can change the audit: give it one that does not own the tables, as docs/operations.md says",
    );
  }
  const seal = createSeal(config.ENCRYPTION_KEYS, openEnforced(config.DATA_DIR));

  const outageLog = createOutageLog(() => sql`select 1`.execute(db), logger);
  opened.defer(() => outageLog.stop());
  const queue = await startQueue(database.bossOptions, WORK, logger, outageLog.tell);
  opened.defer(() => queue.stop());
  const { closed } = await reseal(db, seal, { what: "former-release", listed: railServices });
  if (closed.length > 0) logger.warn({ closed }, "tokens of the former release cannot be opened");
  const transaction = createTransaction(db, queue.enqueue, queue.wake);
  if (only) {
    const { settings } = config;
    await applySettings({ db, seal, transaction, clock, railServices, logger }, only, settings);
  }
  if (canBeRewritten && slack.kind === "http-installations") {
    await keepRetention(db, slack.dataKeptDays);
  }
  const bots = botsOf(slack, only, { db, seal, calls, clock, logger });
  const { installed } = bots;
  const clients = createSlackClients(bots.tokens, calls);
  const links = {
    links: createSetupLinks(db),
    signer: createSigner(config.ENCRYPTION_KEYS),
    clock,
  };
  const context = await makeContext(config, {
    ...{ db, transaction, seal, clock, logger, bots, clients, queue, time, metrics, links },
    ...{ canBeRewritten, skewMs: skew.skewMs, pace: pace(createPace(db)), tell: outageLog.tell },
  });
  if (await isPutBack(db)) await freezeAllAfterRestore(context);
  await rememberIdentity(db);
  const keepMarkers = markerKeeping(context);
  await keepMarkers();
  const keep = repeat(KEEP_MARKER_EVERY_MS, keepMarkers, (error) =>
    outageLog.tell(error, "what has happened could not be counted outside"),
  );
  opened.defer(keep);
  const measuring = repeat(MEASURE_EVERY_MS, time.measure, (error) =>
    outageLog.tell(error, "the clock could not be held against the database's"),
  );
  opened.defer(measuring);
  const watch: DeliveryWatch = {
    acknowledged: (listener, seconds) => metrics.acknowledgements.observe({ listener }, seconds),
    failed: (listener) => metrics.listenerFailures.inc({ listener }),
  };
  const slackApp = createSlackApp(
    slack,
    {
      ...calls,
      serving: { as: clients.as, ...bots.serving },
      watch,
      ...(installed && { takeIn: appRemoved({ ...context, ...installed }) }),
    },
    context,
  );
  opened.defer(() => slackApp.stop());
  // Stops before Bolt does: intake ends, requests under way get their answer, and then we wait for the work behind them.
  const web = await serveWeb(config, context, {
    ...{ installed, slackRoutes: slackApp.routes, calls, clients, links, queue, metrics, host },
    tell: outageLog.tell,
  });
  opened.defer(() => web.stop());
  await slackApp.start();
  // Last: a failing start would cut off a job in the middle.
  const chore = bindChores({
    ...context,
    startedAt: clock(),
    ...(installed && { forgetLeft: () => forgetLeft({ ...context, ...installed }) }),
  });
  const job = bindJobs(context, installed?.installations.hasLeft);
  await queue.work({ job, chore }, choresEverySeconds);
  // The process is no longer ready, and still takes in what comes during the grace period.
  opened.defer(() => queue.rest());

  const running = opened.move();
  return {
    port: web.port,
    async whitelist(destination, workspaceId = only?.id) {
      if (workspaceId === undefined) throw new TypeError("Name the workspace");
      await seedDestination(context, workspaceId, destination);
    },
    stop: () => running.disposeAsync(),
  };
}
