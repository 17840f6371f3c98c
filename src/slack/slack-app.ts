import { App } from "@slack/bolt";
import type { FetchFunction } from "@slack/web-api";
import { boltLogger } from "../logger.ts";
import type { DeliveryWatch } from "./delivery-watch.ts";
import { watchAcknowledgements } from "./delivery-watch.ts";
import type { ListenerDeps } from "./listeners/deps.ts";
import { tellFailure } from "./listeners/tell-failure.ts";
import { register } from "./register.ts";
import { clientOptions } from "./web-client.ts";

export interface SlackApp {
  /** Opens the connection to Slack. */
  start(): Promise<void>;
  /** Takes nothing more from Slack, and waits for the clicks under way. */
  stop(): Promise<void>;
}

export interface SlackAppOptions {
  appToken: string;
  botToken: string;
  slackApiUrl: string;
  /** For every call of Slack that Bolt makes. */
  fetch: FetchFunction;
  watch: DeliveryWatch;
}

const STOP_AT_MOST_MS = 5_000;

/** Bolt in Socket Mode for one workspace. */
export function createSlackApp(options: SlackAppOptions, deps: ListenerDeps): SlackApp {
  const { logger } = deps;
  const app = new App({
    appToken: options.appToken,
    token: options.botToken,
    socketMode: true,
    clientOptions: clientOptions(options.slackApiUrl, logger, options.fetch),
    logger: boltLogger(logger),
  });
  watchAcknowledgements(app, options.watch);
  const underWay = new Set<Promise<void>>();

  app.use(async ({ context, next }) => {
    if (context.teamId !== deps.workspaceId) {
      logger.warn(
        { workspaceId: context.teamId },
        "a delivery from another workspace is not answered",
      );
      return;
    }
    const run = next();
    underWay.add(run);
    try {
      await run;
    } finally {
      underWay.delete(run);
    }
  });
  app.use(tellFailure({ logger, watch: options.watch }));
  app.error(async (error) => logger.error({ err: error }, "Bolt met an error"));
  register(app, deps);

  return {
    async start() {
      await app.start();
    },
    async stop() {
      await app.stop();
      const deadline = new Promise((resolve) => setTimeout(resolve, STOP_AT_MOST_MS).unref());
      await Promise.race([Promise.allSettled(underWay), deadline]);
    },
  };
}
