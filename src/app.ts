import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import { NO_PINS } from "./authority/pins.ts";
import { COMMANDS, GAUGES, WORK } from "./capabilities.ts";
import type { SlackConfig } from "./config/config.ts";
import type { SlackAccess } from "./config/slack-access.ts";
import type { SeededDestination } from "./destination/seed-destination.ts";
import { seedDestination } from "./destination/seed-destination.ts";
import { freezeAllAfterRestore } from "./freeze/freeze.ts";
import { isPutBack, rememberIdentity } from "./freeze/identity.ts";
import { markerKeeping } from "./freeze/keep-markers.ts";
import { openMarkerFiles } from "./freeze/marker-file.ts";
import { KINDS } from "./kinds.ts";
import { databaseTime } from "./platform/database/database-time.ts";
import { canRewriteHistory, keepRetention } from "./platform/database/history-rights.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { reseal } from "./platform/database/reseal.ts";
import { createSeal } from "./platform/database/seal.ts";
import { expose } from "./platform/metrics/expose.ts";
import { meteredFetch } from "./platform/metrics/metered-fetch.ts";
import { meteredRailApi } from "./platform/metrics/metered-rail-api.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import type { Clock } from "./platform/process/clock.ts";
import { MOST_OFF_MS, startClock } from "./platform/process/clock.ts";
import { createOutageLog } from "./platform/process/outage-log.ts";
import { rememberedFor } from "./platform/process/remembered.ts";
import { repeat } from "./platform/process/repeat.ts";
import { readVersion } from "./platform/process/version.ts";
import { startQueue } from "./platform/queue/queue.ts";
import { createTransaction } from "./platform/queue/transaction.ts";
import { listedClients } from "./platform/rail-api/listed-clients.ts";
import type { RailApis } from "./platform/rail-api/rail-api.ts";
import { createAdministrators } from "./platform/slack/administrators.ts";
import type { DeliveryWatch } from "./platform/slack/intake/delivery-watch.ts";
import { createLastAnswers } from "./platform/slack/last-answers.ts";
import { createMessenger } from "./platform/slack/messenger.ts";
import { workspaceOfToken } from "./platform/slack/one-workspace.ts";
import { createPace } from "./platform/slack/pace.ts";
import { createPeople } from "./platform/slack/people.ts";
import type { Pace } from "./platform/slack/slack.ts";
import { createSkewWatch, createSlackProbe } from "./platform/slack/slack-probe.ts";
import { createUserGroups } from "./platform/slack/user-groups.ts";
import { createSlackClients } from "./platform/slack/web-client.ts";
import { clientOf } from "./platform/web/client-address.ts";
import { startWebServer } from "./platform/web/server.ts";
import { createSigner } from "./platform/web/signer.ts";
import { rememberingRails } from "./rail/creating/remember-rails.ts";
import { registerKinds } from "./request/change-kind.ts";
import { findAuditCheck, findAuditEnd } from "./request/queries/audit-checks.ts";
import { readAccess } from "./request/queries/companies.ts";
import { findSetup } from "./request/queries/setups.ts";
import { applySettings } from "./wiring/apply-settings.ts";
import { bindChores, bindJobs } from "./wiring/bind-work.ts";
import { botsOf } from "./wiring/bots.ts";
import { createSlackApp } from "./wiring/slack-app.ts";
import type { LinkAbout } from "./workspace/connection/setup-link.ts";
import { createSetupLinks, newSetupLink } from "./workspace/connection/setup-link.ts";
import { tellEntered } from "./workspace/connection/token-entered.ts";
import { createTokenRoutes, tokenPageUrl } from "./workspace/connection/token-routes.ts";
import { appRemoved } from "./workspace/install/app-removed.ts";
import { forgetLeft } from "./workspace/install/forget-left.ts";
import { createInstallRoutes } from "./workspace/install/install-routes.ts";
import { createInstallStates } from "./workspace/install/install-states.ts";
import { whyNoRight } from "./workspace/set-up/may-set-up.ts";

export interface RunningApp {
  /** Of our own HTTP server. */
  port: number;
  /**
   * Whitelists with the Rail service and registers, without approval: for the sandbox's start only. In the one workspace
   * that the environment names, unless told.
   */
  whitelist(destination: SeededDestination, workspaceId?: string): Promise<void>;
  /** Takes nothing more in, finishes what is under way, closes everything. */
  stop(): Promise<void>;
}

export interface AppOptions {
  /** The clock of this machine, in milliseconds since 1970: the process's own when absent. */
  machine?: () => number;
  /** How far the whole sandbox is ahead of it; not at all when absent. */
  aheadMs?: () => number;
  /** The usual times of a chore when absent. */
  choresEverySeconds?: Readonly<Record<string, number>>;
  /** Where our own HTTP server listens; everywhere when absent. */
  host?: string;
  /** In the place of the pace at which Slack takes messages, where there is a Slack that takes more. */
  pace?: (kept: Pace) => Pace;
}

/** A restore is noticed before anything is sent; what else it loses, such as a denial, is noticed if it is this old. */
const KEEP_MARKER_EVERY_MS = 5_000;
const MEASURE_EVERY_MS = 30_000;
const CLOCK_OFF =
  "The clock of this machine is far from the database's: nothing is sent by this process until it is set";

const READY_FOR_MS = 1_000;

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
  // Before anything is opened: a wrong token is told at once.
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
  const seal = createSeal(config.ENCRYPTION_KEYS);

  const outageLog = createOutageLog(() => sql`select 1`.execute(db), logger);
  opened.defer(() => outageLog.stop());
  const queue = await startQueue(database.bossOptions, WORK, logger, outageLog.tell);
  opened.defer(() => queue.stop());
  const { closed } = await reseal(db, seal, { what: "former-release", listed: railServices });
  if (closed.length > 0) logger.warn({ closed }, "tokens of the former release cannot be opened");
  const transaction = createTransaction(db, queue.enqueue, queue.wake);
  const pins = config.settings.pins ?? NO_PINS;
  const clientFor = listedClients(railServices);
  if (only)
    await applySettings(
      { db, seal, transaction, clock, railServices, logger },
      only,
      config.settings,
    );
  const railApis: RailApis = async (workspaceId, connectionId) => {
    const access = await readAccess(db, seal, workspaceId, connectionId, railServices);
    const rails = meteredRailApi(metrics, clientFor(access));
    return rememberingRails(
      { db, transaction, seal, pins, clock },
      workspaceId,
      connectionId,
      rails,
    );
  };
  if (canBeRewritten && slack.kind === "http-installations") {
    await keepRetention(db, slack.dataKeptDays);
  }
  const bots = botsOf(slack, only, { db, seal, calls, clock, logger });
  const clients = createSlackClients(bots.tokens, calls);
  const links = {
    links: createSetupLinks(db),
    signer: createSigner(config.ENCRYPTION_KEYS),
    clock,
  };
  const publicUrl = bots.installed?.access.publicUrl;
  const people = createPeople({
    ...clients,
    logger,
    clock,
    lastAnswers: createLastAnswers(db, clock),
  });
  const turns = pace(createPace(db));
  const administrators = createAdministrators({ ...clients, logger });
  const right = { administrators, installerOf: bots.installerOf };
  const deps = {
    db,
    transaction,
    seal,
    pins,
    draftsPerPerson: config.DRAFTS_PER_PERSON,
    marker: await openMarkerFiles(config.DATA_DIR),
    railApis,
    railServices,
    slackProbe: createSlackProbe(clients),
    skewMs: skew.skewMs,
    clockOffMs: time.offMs,
    checkClock: time.check,
    auditState: async (workspaceId: string) => ({
      check: await findAuditCheck(db, workspaceId),
      ends: await findAuditEnd(db, workspaceId),
      canBeRewritten,
    }),
    version: readVersion(process.env),
    maySetUp: async (workspaceId: string, userId: string) =>
      (await whyNoRight({ db, people, ...right }, workspaceId, userId, "open-set-up")) ===
      undefined,
    setup: {
      offered: railServices,
      railApiAt: (access: { baseUrl: string; token: string }) =>
        meteredRailApi(metrics, clientFor(access)),
      ...right,
      groups: createUserGroups({ ...clients, logger }),
      ...(publicUrl !== undefined && {
        linkFor: async (about: LinkAbout) => {
          const secret = randomBytes(32).toString("base64url");
          return tokenPageUrl(publicUrl, await newSetupLink(links, about, secret));
        },
      }),
    },
    people,
    messenger: createMessenger({ ...clients, pace: turns, logger }),
    pace: turns,
    clock,
    logger,
    command: config.SLACK_COMMAND,
    verbs: COMMANDS,
    catalogue: {
      fiatAssets: config.RAIL_FIAT_ASSETS,
      stablecoins: config.RAIL_STABLECOINS,
      networks: config.RAIL_NETWORKS,
    },
    ...(config.RAIL_LOOK_PAUSES && { pauses: config.RAIL_LOOK_PAUSES }),
    queue,
    // What was said to whoever froze is true all the same: the chore comes by itself.
    announceFreeze: () =>
      queue
        .hasten("announce-freeze")
        .catch((error) => outageLog.tell(error, "a freeze is told in the channel a little later")),
    announceChanges: () =>
      queue
        .hasten("announce-changes")
        .catch((error) =>
          outageLog.tell(error, "a change is told to the approvers a little later"),
        ),
    approvalsChannelOf: async (workspaceId: string) =>
      (await findSetup(db, workspaceId)).approvalsChannel,
    newId: randomUUID,
    newNonce: () => randomBytes(16).toString("hex"),
    openRequests: {
      perPerson: config.OPEN_REQUESTS_PER_PERSON,
      perWorkspace: config.OPEN_REQUESTS_PER_WORKSPACE,
    },
    questionsAMinute: config.QUESTIONS_A_MINUTE,
  };
  if (await isPutBack(db)) await freezeAllAfterRestore(deps);
  await rememberIdentity(db);
  const keepMarkers = markerKeeping(deps);
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
  const { installed } = bots;
  const slackApp = createSlackApp(
    intakeOf(slack),
    {
      ...calls,
      serving: { as: clients.as, ...bots.serving },
      watch,
      ...(installed && { takeIn: appRemoved({ ...deps, ...installed }) }),
    },
    deps,
  );
  opened.defer(() => slackApp.stop());
  if (installed) {
    const { publicUrl, clientId, clientSecret, stateSecret } = installed.access;
    const client = { clientId, clientSecret, stateSecret };
    const isSetUp = async (id: string) => (await findSetup(db, id)).setUpAt !== null;
    const states = createInstallStates(db, {
      perAddress: config.INSTALLS_PER_ADDRESS,
      inAll: config.INSTALLS_IN_ALL,
    });
    const routes = createInstallRoutes({
      ...{ ...deps, ...installed },
      ...{ states, client, publicUrl, calls, isSetUp },
      clientOf: (request) => clientOf(request, config.PROXIES_IN_FRONT),
    });
    slackApp.routes?.route("/", routes);
  }
  // Anybody may ask whether it is ready, as often as they like. Throws where the database does not answer.
  const databaseAnswers = rememberedFor(READY_FOR_MS, async () => {
    await queue.read();
    return Boolean(await sql`select 1`.execute(db));
  });
  const metricsToken = config.METRICS_TOKEN;
  // Stops before Bolt does: intake ends, what came in is answered, and then the work behind the answers is waited for.
  const web = await startWebServer({
    ...(slackApp.routes && { slack: slackApp.routes, graceMs: config.STOP_GRACE_SECONDS * 1_000 }),
    ...(host !== undefined && { host }),
    ...(publicUrl !== undefined && {
      setup: createTokenRoutes({
        ...{ ...deps, ...deps.setup, ...links, publicUrl },
        tell: (entered) => tellEntered(deps, clients, entered),
      }),
    }),
    port: config.PORT,
    isReady: async () => queue.isAtWork() && (await databaseAnswers()),
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    failed: (error) => outageLog.tell(error, "a request to our own HTTP server failed"),
    ...(metricsToken !== undefined && {
      metrics: {
        token: metricsToken,
        ...expose(metrics, GAUGES, db),
      },
    }),
  });
  opened.defer(() => web.stop());
  await slackApp.start();
  // Last: a job that is under way when the start fails would be cut off in the middle.
  const chore = bindChores({
    ...deps,
    db,
    startedAt: clock(),
    ...(installed && { forgetLeft: () => forgetLeft({ ...deps, ...installed }) }),
  });
  const job = bindJobs(deps, installed?.installations.hasLeft);
  await queue.work({ job, chore }, choresEverySeconds);
  // From now on it is not ready, and the grace begins in which it still takes in what comes.
  opened.defer(() => queue.rest());

  const running = opened.move();
  return {
    port: web.port,
    async whitelist(destination, workspaceId = only?.id) {
      if (workspaceId === undefined) throw new TypeError("In which of the workspaces?");
      await seedDestination(deps, workspaceId, destination);
    },
    stop: () => running.disposeAsync(),
  };
}

const intakeOf = (slack: SlackAccess) =>
  slack.kind === "socket"
    ? { kind: slack.kind, appToken: slack.appToken }
    : { kind: "http" as const, signingSecret: slack.signingSecret };
