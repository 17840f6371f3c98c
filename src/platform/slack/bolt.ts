import { App, type CodedError, type Context, ErrorCode } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { slackLogger } from "../log/logger.ts";
import type { Message } from "./blocks/views.ts";
import { checkMessage, checkView } from "./check-limits.ts";
import type { AckAnswer, Deliver, Delivery } from "./delivery.ts";
import { readDelivery } from "./read-delivery.ts";
import { clientOptions, type SlackOutside } from "./send.ts";

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

interface BoltOptions extends Pick<SlackOutside, "apiUrl" | "fetch" | "log"> {
  /** Such as `/rail`. */
  command: string;
  /** Whether the app with this id is installed in a workspace. */
  serves: (workspace: string, app: unknown) => Promise<boolean>;
  /** Tells somebody of another workspace, such as from a shared channel, that it is not theirs. */
  turnAway: (responseUrl: string) => Promise<void>;
  listener: (delivery: Delivery, answer: Answer) => Promise<void>;
  /** Hears what the listener throws. */
  onError: (delivery: Delivery, error: unknown, answer: Answer) => Promise<void>;
}

/**
 * Slack's Bolt behind a receiver that receives nothing: `deliver` hands it bodies. It resolves with
 * the acknowledgement, or with null where the listener ended without. Refused without one: other
 * apps, workspaces that are not served, and what cannot be read. `idle` resolves once no listener
 * runs.
 */
export function createBolt(options: BoltOptions): { deliver: Deliver; idle(): Promise<void> } {
  const { command, serves, turnAway, listener, onError, apiUrl, fetch, log } = options;
  const underWay = new Set<Promise<void>>();
  const nothing = async () => {};
  const app = new App({
    receiver: { init: nothing, start: nothing, stop: nothing },
    // Bolt would acknowledge a delivery for which this fails.
    authorize: async () => ({}),
    clientOptions: { ...clientOptions({ apiUrl, log }), fetch },
    logger: slackLogger(log),
    convoStore: false,
    ignoreSelf: false,
    extendedErrorHandler: true,
  });

  app.use(async ({ context, next }) => {
    const { delivery, app: id, answer } = heardIn(context);
    const { workspace, kind, responseUrl } = delivery;
    if (await serves(workspace, id)) return next();
    log.warn({ workspace, app: id }, "a delivery of no workspace of ours is refused");
    // Its removal is known already.
    if (kind === "removed") answer.ack();
    if (responseUrl !== null) await turnAway(responseUrl);
  });
  app.error(async ({ error, context }: { error: CodedError; context: Context }) => {
    const { delivery, answer } = heardIn(context);
    // Bolt wraps what has no code of its own.
    const isWrapped = error.code === ErrorCode.UnknownError;
    await onError(delivery, isWrapped ? (error.original ?? error) : error, answer);
  });
  const hear = async ({ context }: { context: Context }) => {
    const { delivery, answer } = heardIn(context);
    await listener(delivery, answer);
  };
  app.command(command, hear);
  app.action({ type: "block_actions" }, hear);
  app.view({ type: "view_submission" }, hear);
  app.shortcut({ type: "message_action" }, hear);
  app.event("message", hear);
  app.event("app_home_opened", hear);
  app.event("app_uninstalled", hear);
  app.event("tokens_revoked", hear);

  const deliver: Deliver = async (body) => {
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
    const heard: Heard = { delivery, answer: createAnswer(resolve), app: body.api_app_id };
    // Bolt acknowledges events before anybody has saved them: its own word goes nowhere.
    const work = app
      .processEvent({ body, ack: nothing, customProperties: { heard } })
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

interface Heard {
  delivery: Delivery;
  answer: Answer;
  /** The id of the app that it is for. */
  app: unknown;
}

/** A boundary: Bolt hands on what `deliver` gave it, without its type. */
const heardIn = ({ heard }: Context): Heard => heard;

function createAnswer(resolve: (answer: AckAnswer) => void): Answer {
  const answer = {
    isAcknowledged: false,
    ack(payload?: AckPayload) {
      resolve({ payload: payload ? toWire(payload) : null });
      answer.isAcknowledged = true;
    },
  };
  return answer;
}

/** In Slack's words (https://docs.slack.dev/surfaces/modals#response_actions). */
function toWire(payload: AckPayload): object {
  if ("text" in payload) return { response_type: "ephemeral", ...checkMessage(payload) };
  if ("errors" in payload) return { response_action: "errors", errors: payload.errors };
  if ("update" in payload) return { response_action: "update", view: checkView(payload.update) };
  if ("push" in payload) return { response_action: "push", view: checkView(payload.push) };
  return { response_action: "clear" };
}
