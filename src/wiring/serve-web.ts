import { sql } from "kysely";
import { GAUGES } from "../capabilities.ts";
import type { SlackConfig } from "../config/config.ts";
import { expose } from "../platform/metrics/expose.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { Tell } from "../platform/process/outage-log.ts";
import { rememberedFor } from "../platform/process/remembered.ts";
import type { JobQueue } from "../platform/queue/queue.ts";
import type { SlackRoutes } from "../platform/slack/intake/http-receiver.ts";
import type { SlackCalls, SlackClients } from "../platform/slack/web-client.ts";
import { clientOf } from "../platform/web/client-address.ts";
import { startWebServer, type WebServer } from "../platform/web/server.ts";
import type { Context } from "../request/context.ts";
import { findSetup, isChannelGoverned } from "../request/queries/setups.ts";
import { tellEntered } from "../workspace/connection/set-up-connection.ts";
import type { Linking } from "../workspace/connection/setup-link.ts";
import { createTokenRoutes } from "../workspace/connection/token-routes.ts";
import { createInstallRoutes } from "../workspace/install/install-routes.ts";
import { createInstallStates } from "../workspace/install/install-states.ts";
import type { Bots } from "./bots.ts";

const READY_FOR_MS = 1_000;

export interface WebParts {
  installed: Bots["installed"];
  /** Absent in Socket Mode. */
  slackRoutes: SlackRoutes | undefined;
  calls: SlackCalls;
  clients: SlackClients;
  links: Linking;
  queue: JobQueue;
  metrics: Metrics;
  /** All of the machine's addresses when absent. */
  host: string | undefined;
  tell: Tell;
}

/** Starts our own HTTP server, with Slack's deliveries, OAuth, the page for tokens and the metrics where they are on. */
export async function serveWeb(
  config: SlackConfig,
  context: Context,
  { installed, slackRoutes: slack, calls, clients, links, queue, metrics, host, tell }: WebParts,
): Promise<WebServer> {
  const { db } = context;
  if (installed) slack?.route("/", installRoutes(config, context, installed, calls));
  const publicUrl = installed?.access.publicUrl;
  // Anybody may ask whether it is ready, as often as they like. Throws where the database does not answer.
  const databaseAnswers = rememberedFor(READY_FOR_MS, async () => {
    await queue.read();
    return Boolean(await sql`select 1`.execute(db));
  });
  const { METRICS_TOKEN: token } = config;
  return startWebServer({
    ...(slack && { slack, graceMs: config.STOP_GRACE_SECONDS * 1_000 }),
    ...(host !== undefined && { host }),
    ...(publicUrl !== undefined && {
      setup: createTokenRoutes({
        ...{ ...context, ...context.setup, ...links, publicUrl },
        tell: (entered) => tellEntered(context, clients, entered),
      }),
    }),
    port: config.PORT,
    isReady: async () => queue.isAtWork() && (await databaseAnswers()),
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    failed: (error) => tell(error, "a request to our own HTTP server failed"),
    ...(token !== undefined && { metrics: { token, ...expose(metrics, GAUGES, db) } }),
  });
}

function installRoutes(
  config: SlackConfig,
  context: Context,
  installed: NonNullable<Bots["installed"]>,
  calls: SlackCalls,
) {
  const { publicUrl, clientId, clientSecret, stateSecret } = installed.access;
  const states = createInstallStates(context.db, {
    perAddress: config.INSTALLS_PER_ADDRESS,
    inAll: config.INSTALLS_IN_ALL,
  });
  return createInstallRoutes({
    ...{ ...context, ...installed, states, publicUrl, calls },
    client: { clientId, clientSecret, stateSecret },
    isSetUp: async (id) => isChannelGoverned(await findSetup(context.db, id)),
    clientOf: (request) => clientOf(request, config.PROXIES_IN_FRONT),
  });
}
