import type { AppOptions, Authorize } from "@slack/bolt";
import { App } from "@slack/bolt";
import type { FetchFunction } from "@slack/web-api";
import { boltLogger } from "../logger.ts";
import type { Routes } from "../web/server.ts";
import type { DeliveryWatch } from "./delivery-watch.ts";
import { watchAcknowledgements } from "./delivery-watch.ts";
import { createHttpReceiver } from "./http/http-receiver.ts";
import type { ListenerDeps } from "./listeners/deps.ts";
import { tellFailure } from "./listeners/tell-failure.ts";
import { register } from "./register.ts";
import type { SocketCalls, SocketIntake } from "./socket-intake.ts";
import { createSocketIntake } from "./socket-intake.ts";
import { clientOptions } from "./web-client.ts";

export interface SlackApp {
  /** Where Slack sends its requests, to be mounted in our own server; absent in Socket Mode. */
  routes?: Routes;
  /** Opens the connection to Slack, where it is ours to open. */
  start(): Promise<void>;
  /** Takes nothing more from Slack, and waits for the clicks under way. */
  stop(): Promise<void>;
}

/** How Slack's deliveries come in, and with which token they are answered. */
export type SlackIntake =
  | { kind: "socket"; appToken: string; botToken: string }
  | { kind: "http"; signingSecret: string; botToken: string }
  | {
      kind: "http-installations";
      signingSecret: string;
      /** Undefined for a workspace in which the app is not installed. */
      installationOf: (workspaceId: string) => Promise<Installation | undefined>;
    };

interface Installation {
  botToken: string;
  botId: string;
  botUserId: string;
}

/** How Bolt calls Slack, and who is told of what it takes in. */
export interface SlackSurroundings {
  /** Where the Web API is called. */
  apiUrl: string;
  /** For every call of Slack that Bolt makes. */
  fetch: FetchFunction;
  watch: DeliveryWatch;
}

/** With the seconds until the last acknowledgement and those of the jobs, within what a process has for its end. */
const STOP_AT_MOST_MS = 1_500;

/** Bolt for one workspace, over either way to Slack. */
export function createSlackApp(
  intake: SlackIntake,
  { apiUrl, fetch, watch }: SlackSurroundings,
  deps: ListenerDeps,
): SlackApp {
  const { logger } = deps;
  const calls = clientOptions({ apiUrl, fetch, logger });
  const { routes, socket, ...options } = boltOptions(intake, { logger, clientOptions: calls });
  const app = new App({
    ...options,
    clientOptions: calls,
    // Nothing is to be remembered in one process that another does not know.
    convoStore: false,
    logger: boltLogger(logger),
  });
  watchAcknowledgements(app, watch);
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
  app.use(tellFailure({ logger, watch }));
  app.error(async (error) => logger.error({ err: error }, "Bolt met an error"));
  register(app, deps);

  return {
    ...(routes && { routes }),
    async start() {
      await app.start();
      socket?.keep();
    },
    async stop() {
      await socket?.letGo();
      await app.stop();
      const deadline = new Promise((resolve) => setTimeout(resolve, STOP_AT_MOST_MS).unref());
      await Promise.race([Promise.allSettled(underWay), deadline]);
    },
  };
}

type Intake = AppOptions & { routes?: Routes; socket?: SocketIntake };

function boltOptions(intake: SlackIntake, calls: SocketCalls): Intake {
  const { logger } = calls;
  switch (intake.kind) {
    case "socket": {
      const socket = createSocketIntake(intake.appToken, calls);
      return { receiver: socket.receiver, socket, authorize: authorizeWith(intake.botToken) };
    }
    case "http": {
      const receiver = createHttpReceiver({ signingSecret: intake.signingSecret, logger });
      const { routes } = receiver;
      return { receiver, routes, authorize: authorizeWith(intake.botToken) };
    }
    case "http-installations": {
      const receiver = createHttpReceiver({ signingSecret: intake.signingSecret, logger });
      const { routes } = receiver;
      return { receiver, routes, authorize: authorizeFrom(intake.installationOf) };
    }
  }
}

/** The token was tried before. Bolt would try it once more, and where Slack fails just then answer no click ever after. */
const authorizeWith =
  (botToken: string): Authorize<boolean> =>
  async () => ({ botToken });

/** Read for every delivery: an installation may be renewed or go at any time, by way of another process too. */
function authorizeFrom(
  installationOf: (workspaceId: string) => Promise<Installation | undefined>,
): Authorize<boolean> {
  return async ({ teamId = "" }) => {
    const installation = await installationOf(teamId);
    if (!installation) throw new Error("The app is not installed in the workspace");
    const { botToken, botId, botUserId } = installation;
    return { botToken, botId, botUserId, teamId };
  };
}
