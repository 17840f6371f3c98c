import type { Receiver } from "@slack/bolt";
import { App } from "@slack/bolt";
import type { FetchFunction } from "@slack/web-api";
import { boltLogger } from "../logger.ts";
import type { DeliveryWatch } from "./delivery-watch.ts";
import { watchAcknowledgements } from "./delivery-watch.ts";
import type { HttpReceiverOptions, SlackRoutes } from "./http/http-receiver.ts";
import { createHttpReceiver } from "./http/http-receiver.ts";
import type { ListenerDeps } from "./listeners/deps.ts";
import { tellFailure } from "./listeners/tell-failure.ts";
import { register } from "./register.ts";
import type { SocketCalls, SocketIntake } from "./socket-intake.ts";
import { createSocketIntake } from "./socket-intake.ts";
import { clientOptions } from "./web-client.ts";

export interface SlackApp {
  /** Where Slack sends its requests, to be mounted in our own server; absent in Socket Mode. */
  routes?: SlackRoutes;
  /** Opens the connection to Slack, where it is ours to open. */
  start(): Promise<void>;
  /** Takes nothing more from Slack, and waits for the clicks under way. */
  stop(): Promise<void>;
}

/** How Slack's deliveries come in, and with which token they are answered. */
export type SlackIntake = { botToken: string } & (
  | { kind: "socket"; appToken: string }
  | { kind: "http"; signingSecret: string }
);

/** How Bolt calls Slack, and who is told of what it takes in. */
export interface SlackSurroundings {
  /** Where the Web API is called. */
  apiUrl: string;
  /** For every call of Slack that Bolt makes. */
  fetch: FetchFunction;
  watch: DeliveryWatch;
  /** Of what comes over HTTP; see the receiver. */
  takeIn?: HttpReceiverOptions["takeIn"];
}

/** With the seconds until the last acknowledgement and those of the jobs, within what a process has for its end. */
const STOP_AT_MOST_MS = 1_500;

/** Bolt for one workspace, over either way to Slack. */
export function createSlackApp(
  intake: SlackIntake,
  { apiUrl, fetch, watch, takeIn }: SlackSurroundings,
  deps: ListenerDeps,
): SlackApp {
  const { logger } = deps;
  const calls = clientOptions({ apiUrl, fetch, logger });
  const { routes, socket, receiver } = intakeOf(intake, { logger, clientOptions: calls }, takeIn);
  const { botToken } = intake;
  const app = new App({
    receiver,
    // The token was tried before: Bolt would try it once more, and where Slack fails just then answer no click ever after.
    // It must not throw: Bolt tells Slack that all is well, and nobody hears of the click.
    authorize: async () => ({ botToken }),
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

interface Intake {
  receiver: Receiver;
  routes?: SlackRoutes;
  socket?: SocketIntake;
}

function intakeOf(
  intake: SlackIntake,
  calls: SocketCalls,
  takeIn: HttpReceiverOptions["takeIn"],
): Intake {
  switch (intake.kind) {
    case "socket": {
      const socket = createSocketIntake(intake.appToken, calls);
      return { receiver: socket.receiver, socket };
    }
    case "http": {
      const { signingSecret } = intake;
      const receiver = createHttpReceiver({
        signingSecret,
        logger: calls.logger,
        ...(takeIn && { takeIn }),
      });
      return { receiver, routes: receiver.routes };
    }
  }
}
