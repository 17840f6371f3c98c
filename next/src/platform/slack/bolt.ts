import { App, type CodedError, ErrorCode } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { z } from "zod";
import { slackLogger } from "../log/logger.ts";
import type { Message } from "./blocks/views.ts";
import { checkMessage, checkView } from "./check-limits.ts";
import type { AckAnswer, Deliver, Delivery } from "./delivery.ts";
import { readDelivery } from "./read-delivery.ts";
import { clientOptions, type Outside } from "./send.ts";

/** With nothing, a private message, or what becomes of the submitted view. */
export type AckPayload =
  | Message
  /** By the block_id of a field that is in the view: Slack refuses any other. */
  | { errors: Readonly<Record<string, string>> }
  | { update: ModalView }
  | { push: ModalView }
  | { clear: true };

export interface Answer {
  readonly isAcknowledged: boolean;
  /** Tells Slack that all is saved; only the first counts. If it throws, nothing was told. */
  ack(payload?: AckPayload): void;
}

interface BoltOptions extends Pick<Outside, "apiUrl" | "fetch" | "log"> {
  /** Such as `/rail`. */
  command: string;
  /** The id that Slack gave the app; null while it is not known. */
  appId: () => string | null;
  serves: (workspace: string) => Promise<boolean> | boolean;
  listener: (delivery: Delivery, answer: Answer) => Promise<void>;
  /** Hears what the listener throws. */
  onError: (delivery: Delivery, error: unknown, answer: Answer) => Promise<void>;
}

const origin = z.object({ api_app_id: z.string().nullish() });

/**
 * Slack's Bolt behind a receiver that receives nothing: `deliver` hands it bodies. It resolves with
 * the acknowledgement, or with null where the listener ended without. Refused without one: other
 * apps, workspaces that are not served, and what cannot be read. `idle` resolves once no listener
 * runs.
 */
export function createBolt(options: BoltOptions): { deliver: Deliver; idle(): Promise<void> } {
  const { log, appId } = options;
  const running = new WeakMap<object, { delivery: Delivery; answer: Answer }>();
  const underWay = new Set<Promise<void>>();
  const app = createApp(options, running);

  const deliver: Deliver = async (given) => {
    // Told apart from a second delivery of the same object.
    const body = { ...given };
    const from = origin.safeParse(body).data?.api_app_id;
    const expected = appId();
    if (expected !== null && from !== expected) {
      log.warn({ app: from }, "a delivery for another app is refused");
      return null;
    }
    if (body.type === "app_rate_limited") {
      log.warn("Slack holds back events for a minute: there are too many");
      return { payload: null };
    }
    const delivery = readDelivery(body);
    // Slack would send an event again that nobody here wants.
    if (!delivery && "event" in body) return { payload: null };
    if (!delivery) {
      log.warn({ type: body.type }, "a delivery that cannot be read is refused");
      return null;
    }
    const { promise, resolve } = Promise.withResolvers<AckAnswer>();
    running.set(body, { delivery, answer: createAnswer(resolve) });
    // Bolt acknowledges events before anybody has saved them: its own word goes nowhere.
    const work = app
      .processEvent({ body, ack: async () => {} })
      .catch((error: unknown) => log.error({ err: error }, "a delivery ended in an error"))
      .then(() => {
        resolve(null);
        underWay.delete(work);
      });
    underWay.add(work);
    return promise;
  };

  return {
    deliver,
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function createApp(
  { command, listener, onError, serves, apiUrl, fetch, log }: BoltOptions,
  running: WeakMap<object, { delivery: Delivery; answer: Answer }>,
): App {
  const nothing = async () => {};
  const app = new App({
    receiver: { init() {}, start: nothing, stop: nothing },
    // Bolt would acknowledge a delivery for which this fails.
    authorize: async () => ({}),
    clientOptions: { ...clientOptions({ apiUrl, log }), fetch },
    logger: slackLogger(log),
    convoStore: false,
    ignoreSelf: false,
    extendedErrorHandler: true,
  });

  app.use(async ({ body, next }) => {
    const { kind, workspace } = running.get(body)?.delivery ?? {};
    // A workspace that has just been left is no longer served, and its second event still has to be
    // heard.
    if (workspace !== undefined && (kind === "removed" || (await serves(workspace)))) await next();
    else log.warn({ workspace }, "a delivery of a workspace that is not served is refused");
  });
  app.error(async ({ error, body }: { error: CodedError; body: object }) => {
    const found = running.get(body);
    // Bolt wraps what has no code of its own.
    const isWrapped = error.code === ErrorCode.UnknownError;
    const thrown = isWrapped ? (error.original ?? error) : error;
    if (found) await onError(found.delivery, thrown, found.answer);
  });

  const hear = async ({ body }: { body: object }) => {
    const found = running.get(body);
    if (found) await listener(found.delivery, found.answer);
  };
  app.command(command, hear);
  app.action({ type: "block_actions" }, hear);
  app.view({ type: "view_submission" }, hear);
  app.shortcut({ type: "message_action" }, hear);
  for (const event of ["app_home_opened", "message", "app_uninstalled", "tokens_revoked"]) {
    app.event(event, hear);
  }
  return app;
}

function createAnswer(resolve: (answer: AckAnswer) => void): Answer {
  let isAcknowledged = false;
  return {
    get isAcknowledged() {
      return isAcknowledged;
    },
    ack(payload) {
      const answer = { payload: payload ? toWire(payload) : null };
      isAcknowledged = true;
      resolve(answer);
    },
  };
}

/** In Slack's words (https://docs.slack.dev/surfaces/modals#response_actions). */
function toWire(payload: AckPayload): object {
  if ("text" in payload) return { response_type: "ephemeral", ...checkMessage(payload) };
  if ("errors" in payload) return { response_action: "errors", errors: payload.errors };
  if ("update" in payload) return { response_action: "update", view: checkView(payload.update) };
  if ("push" in payload) return { response_action: "push", view: checkView(payload.push) };
  return { response_action: "clear" };
}
