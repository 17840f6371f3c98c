import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import { announceFreeze } from "./jobs/announce-freeze.ts";
import { createOutageLog } from "./jobs/outage-log.ts";
import { postInstructions } from "./jobs/post-instructions.ts";
import type { Handler } from "./jobs/queue.ts";
import { startQueue } from "./jobs/queue.ts";
import type { ChoreName } from "./jobs/queues.ts";
import { raiseAlarm } from "./jobs/raise-alarm.ts";
import { remindApprovers } from "./jobs/remind-approvers.ts";
import { repeat } from "./jobs/repeat.ts";
import { tellEnding } from "./jobs/tell-ending.ts";
import { updateApprovalCard } from "./jobs/update-approval-card.ts";
import { watchCards } from "./jobs/watch-cards.ts";
import { watchChannels } from "./jobs/watch-channels.ts";
import { watchQuorums } from "./jobs/watch-quorums.ts";
import { withdrawInstructions } from "./jobs/withdraw-instructions.ts";
import { expose } from "./metrics/expose.ts";
import { meteredFetch } from "./metrics/metered-fetch.ts";
import { meteredRailApi } from "./metrics/metered-rail-api.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createRailApi } from "./rail-api/client.ts";
import { railApiWithoutToken } from "./rail-api/without-token.ts";
import { applyCommand } from "./services/apply-command.ts";
import { applySetupChange } from "./services/apply-setup-change.ts";
import { changeRegister } from "./services/change-register.ts";
import { checkToken } from "./services/check-token.ts";
import { createRail } from "./services/create-rail.ts";
import { forgetLeft } from "./services/forget-left.ts";
import { freezeAfterRestore, keepMarker } from "./services/freeze.ts";
import type { Clock, JobName, RailApis } from "./services/ports.ts";
import { readRails } from "./services/read-rails.ts";
import { reconcileRail } from "./services/reconcile-rail.ts";
import { rememberingRails } from "./services/remember-rails.ts";
import type { SeededDestination } from "./services/seed-destination.ts";
import { seedDestination } from "./services/seed-destination.ts";
import { sweep } from "./services/sweep.ts";
import { verifyRail } from "./services/verify-rail.ts";
import { whitelistDestination } from "./services/whitelist-destination.ts";
import type { DeliveryWatch } from "./slack/delivery-watch.ts";
import { appRemoved } from "./slack/installations/app-removed.ts";
import { createInstallRoutes } from "./slack/installations/install-routes.ts";
import { createMaySetUp } from "./slack/may-set-up.ts";
import { createMessenger } from "./slack/messenger.ts";
import { createPeople } from "./slack/people.ts";
import { createSlackApp } from "./slack/slack-app.ts";
import { createSkewWatch, createSlackProbe } from "./slack/slack-probe.ts";
import { createSlackClients } from "./slack/web-client.ts";
import type { SlackAccess } from "./slack-access.ts";
import type { SlackConfig } from "./slack-config.ts";
import {
  isTokenKept,
  readAccess,
  saveCurrentConnection,
  savePolicy,
  saveWorkspace,
} from "./store/companies.ts";
import { createInstallations } from "./store/create-installations.ts";
import { createStore } from "./store/create-store.ts";
import { isPutBack, rememberIdentity } from "./store/identity.ts";
import { createInstallStates } from "./store/install-states.ts";
import { openMarkerFiles } from "./store/marker-file.ts";
import { openDatabase } from "./store/open-database.ts";
import { createPace } from "./store/pace.ts";
import { createSeal } from "./store/seal.ts";
import { findOnlySlackInstallation } from "./store/slack-installations.ts";
import { readVersion } from "./version.ts";
import { startWebServer } from "./web/server.ts";

export interface RunningApp {
  /** Of our own HTTP server. */
  port: number;
  /** Whitelists with the Rail service and registers, without approval: for the sandbox's start only. */
  whitelist(destination: SeededDestination): Promise<void>;
  /** Takes nothing more in, finishes what is under way, closes everything. */
  stop(): Promise<void>;
}

export interface AppOptions {
  /** ISO 8601 in UTC. */
  clock?: Clock;
  expiresInHours?: number;
  /** The usual times of a chore when absent. */
  choresEverySeconds?: Partial<Record<ChoreName, number>>;
  /** Where our own HTTP server listens; everywhere when absent. */
  host?: string;
}

/** A restore is noticed before anything is sent; what else it loses, such as a denial, is noticed if it is this old. */
const KEEP_MARKER_EVERY_MS = 5_000;

/** Wires the store, the jobs, the Rail service and Slack together, and starts them. */
export async function startApp(
  config: SlackConfig,
  logger: Logger,
  {
    clock = () => new Date().toISOString(),
    expiresInHours = 24,
    choresEverySeconds,
    host,
  }: AppOptions = {},
): Promise<RunningApp> {
  const metrics = createMetrics();
  const { apiUrl } = config.slack;
  const skew = createSkewWatch(clock);
  const slackFetch = skew.watching(meteredFetch(metrics, apiUrl));
  const botToken = await botTokenOf(config, logger);
  const { bot, ...clients } = createSlackClients(botToken, { apiUrl, fetch: slackFetch, logger });
  const { team_id: workspaceId, team: workspaceName = "" } = await bot.auth.test();
  if (!workspaceId) throw new Error("Slack accepted the bot token without naming a workspace");

  // Closed in the opposite order, at the end or when a later step of the start fails.
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase(config.database, lossLogged(logger));
  opened.defer(() => database.close());
  const { db } = database;
  await database.migrate();
  const seal = createSeal(config.encryptionKeys);
  const { channel, policy } = config.approvals;
  await saveWorkspace(db, workspaceId, workspaceName);
  await savePolicy(db, workspaceId, policy);

  const outageLog = createOutageLog(() => sql`select 1`.execute(db), logger);
  opened.defer(() => outageLog.stop());
  const queue = await startQueue(database.bossOptions, logger, outageLog.tell);
  opened.defer(() => queue.stop());
  const store = createStore(db, queue.enqueue);
  const connection = connectionOf(workspaceId, config.rail);
  const { token } = config.rail;
  if (!(await isTokenKept(db, seal, workspaceId, connection.id, token))) {
    const rails = meteredRailApi(metrics, createRailApi({ baseUrl: connection.baseUrl, token }));
    await checkToken({ store, rails }, connection.id);
  }
  await saveCurrentConnection(db, seal, workspaceId, connection, token);
  const railApis: RailApis = async (workspace, connectionId) => {
    const access = await readAccess(db, seal, workspace, connectionId);
    const rails = meteredRailApi(
      metrics,
      access.token === "" ? railApiWithoutToken : createRailApi(access),
    );
    return rememberingRails({ store, clock }, workspace, connectionId, rails);
  };
  const marker = await openMarkerFiles(config.dataDir);
  const installations = createInstallations(db, seal);
  const deps = {
    store,
    marker,
    railApis,
    slackProbe: createSlackProbe(clients.quickClientOf),
    skewMs: skew.skewMs,
    version: readVersion(process.env),
    maySetUp: createMaySetUp({
      clientOf: clients.quickClientOf,
      logger,
      installerOf: async (id) => (await installations.servingWorkspace(id))?.installedBy ?? null,
    }),
    people: createPeople({ clientOf: clients.quickClientOf, logger }),
    messenger: createMessenger({ ...clients, pace: createPace(db), logger }),
    clock,
    logger,
    workspaceId,
    command: config.command,
    catalogue: config.rail.catalogue,
    ...(config.rail.pauses && { pauses: config.rail.pauses }),
    queue,
    // What was said to whoever froze is true all the same: the chore comes by itself.
    announceFreeze: () =>
      queue
        .hasten("announce-freeze")
        .catch((error) => outageLog.tell(error, "a freeze is told in the channel a little later")),
    approvalsChannelOf: () => channel,
    newId: randomUUID,
    newNonce: () => randomBytes(16).toString("hex"),
    expiresInHours,
  };
  const handlers: Record<JobName, Handler> = {
    "create-rail": (ref) => createRail(deps, ref),
    "reconcile-rail": (ref) => reconcileRail(deps, ref),
    "verify-rail": (ref) => verifyRail(deps, ref),
    "post-instructions": (ref) => postInstructions(deps, ref),
    "update-approval-card": (ref) => updateApprovalCard(deps, ref),
    "raise-alarm": (ref) => raiseAlarm(deps, ref),
    "withdraw-instructions": (ref) => withdrawInstructions(deps, ref),
    "remind-approvers": (ref) => remindApprovers(deps, ref),
    "tell-ending": (ref) => tellEnding(deps, ref),
    "expire-request": async (ref) => void (await applyCommand(deps, ref, { type: "expire" })),
    "void-request": async (ref) => void (await applyCommand(deps, ref, { type: "void" })),
    "whitelist-destination": (ref) => whitelistDestination(deps, ref),
    "keep-register": (ref) => changeRegister(deps, ref),
    "keep-setup": (ref) => applySetupChange(deps, ref),
  };
  if (await isPutBack(db)) await freezeAfterRestore(deps, workspaceId);
  await rememberIdentity(db);
  await keepMarker(deps, workspaceId);
  const keep = repeat(
    KEEP_MARKER_EVERY_MS,
    async () => void (await keepMarker(deps, workspaceId)),
    (error) => outageLog.tell(error, "what has happened could not be counted outside"),
  );
  opened.defer(keep);
  const watch: DeliveryWatch = {
    acknowledged: (listener, seconds) => metrics.acknowledgements.observe({ listener }, seconds),
    failed: (listener) => metrics.listenerFailures.inc({ listener }),
  };
  const slackApp = createSlackApp(
    { ...intakeOf(config.slack), botToken },
    {
      apiUrl,
      fetch: slackFetch,
      watch,
      ...(config.slack.kind === "http-installations" && {
        takeIn: appRemoved({ ...deps, installations }),
      }),
    },
    deps,
  );
  opened.defer(() => slackApp.stop());
  if (config.slack.kind === "http-installations") {
    const { publicUrl, clientId, clientSecret, stateSecret } = config.slack;
    const routes = createInstallRoutes({
      installations,
      states: createInstallStates(db),
      client: { clientId, clientSecret, stateSecret },
      publicUrl,
      calls: { apiUrl, fetch: slackFetch, logger },
      command: config.command,
      isSetUp: async (id) => id === workspaceId,
      clock,
      logger,
    });
    slackApp.routes?.route("/", routes);
  }
  const { metricsToken } = config;
  // Stops before Bolt does: intake ends, what came in is answered, and then the work behind the answers is waited for.
  const web = await startWebServer({
    ...(slackApp.routes && { slack: slackApp.routes, graceMs: config.stopGraceMs }),
    ...(host !== undefined && { host }),
    port: config.port,
    // Throws where the database does not answer.
    isReady: async () =>
      (await queue.isAtWork()) && Boolean(await store.currentConnection(workspaceId)),
    failed: (error) => outageLog.tell(error, "a request to our own HTTP server failed"),
    ...(metricsToken !== undefined && {
      metrics: {
        token: metricsToken,
        ...expose(metrics, async () => ({
          requests: await store.countRequests(),
          ...(await queue.backlog()),
          isFrozen: await store.isAnyFrozen(),
        })),
      },
    }),
  });
  opened.defer(() => web.stop());
  await slackApp.start();
  // Last: a job that is under way when the start fails would be cut off in the middle.
  const chores = {
    async sweep() {
      await sweep(deps);
      await watchChannels(deps, workspaceId);
      await watchCards(deps, workspaceId);
      if (config.slack.kind === "http-installations") {
        await forgetLeft({ ...deps, installations, dataKeptDays: config.slack.dataKeptDays });
      }
    },
    "read-rails": () => readRails(deps),
    "announce-freeze": () => announceFreeze(deps, workspaceId),
    "watch-quorums": () => watchQuorums(deps),
  };
  await queue.work(handlers, chores, choresEverySeconds);
  // From now on it is not ready, and the grace begins in which it still takes in what comes.
  opened.defer(() => queue.rest());

  const running = opened.move();
  return {
    port: web.port,
    whitelist: (destination) => seedDestination(deps, workspaceId, destination),
    stop: () => running.disposeAsync(),
  };
}

const lossLogged = (logger: Logger) => (error: Error) =>
  logger.warn({ err: error }, "a database connection was lost");

/** Of the workspace that is served: configured, or of the one installation that there is. */
async function botTokenOf(config: SlackConfig, logger: Logger): Promise<string> {
  if (config.slack.kind !== "http-installations") return config.slack.botToken;
  const database = await openDatabase(config.database, lossLogged(logger));
  try {
    await database.migrate();
    const seal = createSeal(config.encryptionKeys);
    return (await findOnlySlackInstallation(database.db, seal)).botToken;
  } finally {
    await database.close();
  }
}

const intakeOf = (slack: SlackAccess) =>
  slack.kind === "socket"
    ? { kind: slack.kind, appToken: slack.appToken }
    : { kind: "http" as const, signingSecret: slack.signingSecret };

/** The same address and environment are the same connection, in every replica and after every start. */
function connectionOf(workspaceId: string, { baseUrl, environment }: SlackConfig["rail"]) {
  const identity = JSON.stringify([workspaceId, baseUrl, environment]);
  const id = `con_${createHash("sha256").update(identity).digest("hex").slice(0, 20)}`;
  return { id, baseUrl, environment };
}
