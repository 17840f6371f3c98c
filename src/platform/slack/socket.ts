import { setTimeout as pause } from "node:timers/promises";
import { SocketModeClient } from "@slack/socket-mode";
import { WebAPIRateLimitedError } from "@slack/web-api";
import type { Logger } from "pino";
import { z } from "zod";
import { slackLogger } from "../log/logger.ts";
import type { Deliver } from "./delivery.ts";
import { clientOptions } from "./send.ts";

// For `app.ts` alone: a connection of the real outside, with timers of its own.

interface Socket {
  /** Whether Slack has welcomed a connection that has not ended. */
  isOpen(): boolean;
  /** Ends it, once nothing is open that Slack waits for, or after three seconds. */
  stop(): Promise<void>;
}

interface SocketOptions {
  appToken: string;
  /** Such as `https://slack.com/api/`. */
  apiUrl: string;
  deliver: Deliver;
  /** Hears how many connections of the app Slack counts. */
  greeted: (connections: number) => void;
  log: Logger;
}

/** What lasted this long was a good connection: the next one needs no pause. */
const LASTED_MS = 1_000;
const PAUSES_MS = [0, 1_000, 2_000, 5_000, 10_000, 30_000];
/** After this Slack has told the person that the app did not respond. */
const SLACK_WAITS_MS = 3_000;
const CLOSES_WITHIN_MS = 1_000;

/**
 * Slack's deliveries over Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode),
 * kept open whatever ends it. The client's own reconnecting is off: it waits five seconds even
 * where Slack only asks to change over, and ends the process where Slack is down or refuses the
 * token.
 */
export function openSocket({ appToken, apiUrl, deliver, greeted, log }: SocketOptions): Socket {
  const client = new SocketModeClient({
    appToken,
    autoReconnectEnabled: false,
    logger: slackLogger(log),
    clientOptions: { ...clientOptions({ apiUrl, log }), timeout: 10_000 },
  });
  const stopping = new AbortController();
  const unacknowledged = new Set<Promise<void>>();
  let isOpen = false;

  client.on("ws_message", (data: unknown) => {
    if (typeof data !== "string" || !data.includes("num_connections")) return;
    const { data: greeting } = hello.safeParse(JSON.parse(data));
    if (greeting) greeted(greeting.num_connections);
  });
  catchFaults(client, log);
  client.on("slack_event", ({ ack, body }: Envelope) => {
    const work = deliver(body)
      .then((answer) => answer && ack(answer.payload ?? undefined))
      .catch((error: unknown) => {
        log.warn({ err: error }, "Slack could not be told of an acknowledgement");
      })
      .then(() => void unacknowledged.delete(work));
    unacknowledged.add(work);
  });

  /** Until it ends. Throws if it does not open. */
  async function hold(): Promise<void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    client.once("disconnected", resolve);
    try {
      await client.start();
      isOpen = true;
      if (stopping.signal.aborted) await client.disconnect();
      await ended;
    } finally {
      isOpen = false;
      client.off("disconnected", resolve);
    }
  }

  async function keep(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const begun = performance.now();
      const error: unknown = await hold().catch((thrown) => thrown);
      const hasLasted = performance.now() - begun >= LASTED_MS;
      if (error) failures += 1;
      else failures = hasLasted ? 0 : 1;
      const usual = PAUSES_MS[failures] ?? 30_000;
      const isLimited = error instanceof WebAPIRateLimitedError;
      const waitMs = isLimited ? Math.max(usual, error.retryAfter * 1_000) : usual;
      if (error) log.warn({ err: error, waitMs }, "Slack takes no connection; tried again");
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const kept = keep();
  return {
    isOpen: () => isOpen,
    async stop() {
      const late = pause(SLACK_WAITS_MS, "late", { ref: false });
      while (unacknowledged.size > 0) {
        if ((await Promise.race([Promise.all(unacknowledged), late])) === "late") break;
      }
      stopping.abort();
      void client.disconnect();
      await Promise.race([kept, pause(CLOSES_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** The first message of a connection. */
const hello = z.object({ type: z.literal("hello"), num_connections: z.int() });

interface Envelope {
  ack: (answer?: object) => Promise<void>;
  body: Record<string, unknown>;
}

/**
 * Puts a net under the client, which throws where nobody can catch it at what it does not know,
 * such as `app_rate_limited`.
 */
function catchFaults(client: SocketModeClient, log: Logger): void {
  for (const read of client.listeners("ws_message")) {
    client.off("ws_message", read);
    client.on("ws_message", async (...message) => {
      try {
        await read(...message);
      } catch (error) {
        log.warn({ err: error }, "Slack sent something that its own client cannot read");
      }
    });
  }
}
