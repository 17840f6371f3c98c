import { App, SocketModeReceiver } from "@slack/bolt";
import { boltLogger } from "../logger.ts";
import type { ListenerDeps } from "./listeners/deps.ts";
import { tellFailure } from "./listeners/tell-failure.ts";
import { register } from "./register.ts";
import { createSocketConnection } from "./socket-connection.ts";
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
}

const STOP_AT_MOST_MS = 5_000;

/** Bolt in Socket Mode for one workspace. */
export function createSlackApp(options: SlackAppOptions, deps: ListenerDeps): SlackApp {
  const { logger } = deps;
  const receiver = new SocketModeReceiver({
    appToken: options.appToken,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: clientOptions(options.slackApiUrl, logger) },
    logger: boltLogger(logger),
  });
  const connection = createSocketConnection(receiver.client, logger);
  const app = new App({
    receiver,
    // The token was tried before. Bolt would try it once more, and where Slack fails just then answer no click ever after.
    authorize: async () => ({ botToken: options.botToken }),
    clientOptions: clientOptions(options.slackApiUrl, logger),
    logger: boltLogger(logger),
  });
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
  app.use(tellFailure(logger));
  app.error(async (error) => logger.error({ err: error }, "Bolt met an error"));
  register(app, deps);

  return {
    async start() {
      await app.start();
      connection.keep();
    },
    async stop() {
      connection.letGo();
      await app.stop();
      const deadline = new Promise((resolve) => setTimeout(resolve, STOP_AT_MOST_MS).unref());
      await Promise.race([Promise.allSettled(underWay), deadline]);
    },
  };
}
