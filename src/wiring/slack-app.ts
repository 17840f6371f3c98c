import { randomUUID } from "node:crypto";
import type { AllMiddlewareArgs, AnyMiddlewareArgs, Middleware, Receiver } from "@slack/bolt";
import type { FetchFunction } from "@slack/web-api";
import type { Logger } from "pino";
import type { SlackAccess } from "../config/slack-access.ts";
import { isKeyMissing, isRowChanged } from "../platform/database/store-error.ts";
import type { Clock } from "../platform/process/clock.ts";
import { slackSaid } from "../platform/process/error-facts.ts";
import { inTime } from "../platform/process/in-time.ts";
import { boltLogger } from "../platform/process/logger.ts";
import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import { serviceTroubleSentence } from "../platform/rail-api/service-trouble.ts";
import { note } from "../platform/slack/blocks/note.ts";
import { noticeModal } from "../platform/slack/blocks/notice-modal.ts";
import { App } from "../platform/slack/bolt.ts";
import { createDeliveryClient } from "../platform/slack/intake/delivery-client.ts";
import {
  type DeliveryWatch,
  listenerOf,
  watchAcknowledgements,
} from "../platform/slack/intake/delivery-watch.ts";
import { fromServed, type Serving } from "../platform/slack/intake/from-served.ts";
import {
  createHttpReceiver,
  type HttpReceiverOptions,
  type SlackRoutes,
} from "../platform/slack/intake/http-receiver.ts";
import { overForm } from "../platform/slack/intake/over-form.ts";
import { tellPrivately } from "../platform/slack/intake/privately.ts";
import {
  createSocketIntake,
  type SocketCalls,
  type SocketIntake,
} from "../platform/slack/intake/socket-intake.ts";
import { asOneDeed } from "../platform/slack/recent.ts";
import { clientOptions } from "../platform/slack/web-client.ts";
import type { Context } from "../request/context.ts";
import { register } from "./bind-slack.ts";

export interface SlackApp {
  /** Handles Slack's requests, for our own server to mount; absent in Socket Mode. */
  routes?: SlackRoutes;
  /** Opens the connection to Slack, if we have to open it. */
  start(): Promise<void>;
  /** Takes nothing more from Slack, and waits for the clicks under way. */
  stop(): Promise<void>;
}

/** How Bolt calls Slack, whose deliveries it answers, and what hears of them. */
export interface SlackSurroundings {
  /** The address of the Web API. */
  apiUrl: string;
  /** For every call of Slack that Bolt makes. */
  fetch: FetchFunction;
  serving: Serving;
  watch: DeliveryWatch;
  /** Takes in what comes over HTTP; see the receiver. */
  takeIn?: HttpReceiverOptions["takeIn"];
}

/** Leaves time within a process's end for the last acknowledgement and for the jobs. */
const STOP_AT_MOST_MS = 1_500;

/** Bolt for all workspaces in which the app is installed, over either way to Slack. */
export function createSlackApp(
  intake: SlackAccess,
  { apiUrl, fetch, serving, watch, takeIn }: SlackSurroundings,
  context: Context,
): SlackApp {
  const { logger, clock } = context;
  const calls = clientOptions({ apiUrl, fetch, logger });
  const sockets = { logger, clientOptions: calls };
  const { routes, socket, receiver } = intakeOf(intake, sockets, clock, takeIn);
  const app = new App({
    receiver,
    // Bolt acknowledges what throws here, and nobody hears of the click: `fromServed` judges a delivery below.
    // Bolt would keep a client for each token that it is given.
    authorize: async () => ({}),
    clientOptions: calls,
    // A process must not remember anything that another does not know.
    convoStore: false,
    logger: boltLogger(logger),
  });
  const { client, within } = createDeliveryClient(calls);
  app.client = client;
  watchAcknowledgements(app, watch);
  const underWay = new Set<Promise<void>>();

  app.use(async ({ next }) => {
    const run = asOneDeed(next);
    underWay.add(run);
    try {
      await run;
    } finally {
      underWay.delete(run);
    }
  });
  app.use(tellFailure({ logger, watch }));
  app.use(fromServed({ ...serving, within, logger }));
  // Once more: within a delivery it can also send a direct message, in the name of its workspace.
  app.use(tellFailure({ logger, watch }));
  app.error(async (error) => logger.error({ err: error }, "Bolt met an error"));
  register(app, context);

  return {
    ...(routes && { routes }),
    async start() {
      await app.start();
      socket?.keep();
    },
    async stop() {
      await socket?.letGo();
      await app.stop();
      await inTime(Promise.allSettled(underWay), STOP_AT_MOST_MS);
    },
  };
}

interface Intake {
  receiver: Receiver;
  routes?: SlackRoutes;
  socket?: SocketIntake;
}

function intakeOf(
  intake: SlackAccess,
  calls: SocketCalls,
  clock: Clock,
  takeIn: HttpReceiverOptions["takeIn"],
): Intake {
  if (intake.kind === "socket") {
    const socket = createSocketIntake(intake.appToken, calls);
    return { receiver: socket.receiver, socket };
  }
  const { signingSecret } = intake;
  const { logger } = calls;
  const receiver = createHttpReceiver({ signingSecret, clock, logger, ...(takeIn && { takeIn }) });
  return { receiver, routes: receiver.routes };
}

/**
 * The one place that catches around listeners: logs the failure under a short reference, and tells the person who
 * clicked in plain words. A click is never swallowed.
 */
export function tellFailure({
  logger,
  watch,
}: {
  logger: Logger;
  watch: DeliveryWatch;
}): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    try {
      await args.next();
    } catch (error) {
      // A second delivery of the same click: its view is open already.
      if (slackSaid(error) === "exchanged_trigger_id") return;
      watch.failed(listenerOf(args.body));
      const reference = randomUUID().slice(0, 8);
      logger.error({ err: error, reference, type: args.body.type }, "a listener failed");
      await tell(args, sentenceFor(error, reference));
    }
  };
}

function sentenceFor(error: unknown, reference: string): string {
  if (error instanceof RailApiError) {
    return `${serviceTroubleSentence(error.code)} (Reference ${reference})`;
  }
  if (isKeyMissing(error)) {
    return `A token of this workspace cannot be opened, or a row of it cannot be checked. The operator of Signalbox has to put the key back into ENCRYPTION_KEYS. If no key is missing, somebody changed its row in the database. (Reference ${reference})`;
  }
  if (isRowChanged(error)) {
    return `The database holds something that Signalbox did not write, so nothing was changed. The approvers will be told. (Reference ${reference})`;
  }
  if (slackSaid(error) === "expired_trigger_id") {
    return "That took longer than Slack allows for opening a form. Nothing was changed; try again.";
  }
  return `Something went wrong here. If you were changing something, look whether it was done before you try again. If it stays like this, give an administrator this reference: ${reference}`;
}

async function tell(args: AnyMiddlewareArgs & AllMiddlewareArgs, sentence: string): Promise<void> {
  if ("view" in args && args.body.type === "view_submission") {
    const view = noticeModal({ title: "That did not work", sentences: [sentence] });
    await args.ack(overForm(args.view, view));
  } else {
    await tellPrivately(args, note(sentence));
  }
}
