import { setTimeout as pause } from "node:timers/promises";
import type { SocketModeReceiver } from "@slack/bolt";
import { WebAPIRateLimitedError } from "@slack/web-api";
import type { Logger } from "pino";
import { inTime, LATE } from "../../process/in-time.ts";

type Client = SocketModeReceiver["client"];

export interface SocketConnection {
  /** Opens it again from now on, whenever it ends. */
  keep(): void;
  /** Lets it end. */
  letGo(): void;
}

/** Asking for a connection, opening it and Slack's hello. */
const OPENS_WITHIN_MS = 30_000;
/** What held for so long was a good connection: the next one is asked for without a pause. */
const HELD_MS = 1_000;
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

/**
 * Keeps a client's Socket Mode connection, whatever ends it and for as long as Slack lets nobody in. The client's own
 * reconnecting has to be switched off: it waits five seconds even where Slack only asks to change over, and ends the
 * process where Slack is down or refuses the token.
 */
export function createSocketConnection(client: Client, logger: Logger): SocketConnection {
  const lettingGo = new AbortController();
  const isOver = () => lettingGo.signal.aborted;
  let isKept = false;
  let isOpening = false;
  let openedAt = 0;

  async function reopen(): Promise<void> {
    if (!isKept || isOpening || isOver()) return;
    isOpening = true;
    let waitMs = performance.now() - openedAt < HELD_MS ? pauseAfter(0) : 0;
    for (let failures = 0, isOpen = false; !isOpen && !isOver(); failures += 1) {
      // An ended wait is no failure.
      await pause(waitMs, undefined, { signal: lettingGo.signal }).catch(() => {});
      try {
        isOpen = isOver() || (await opened(client));
      } catch (error) {
        waitMs = pauseAfter(failures, error);
        logger.warn({ err: error, waitMs }, "Slack does not take a connection; tried again");
      }
    }
    openedAt = performance.now();
    isOpening = false;
    if (isOver()) await client.disconnect();
  }

  surviveUnreadable(client, logger);
  client.on("disconnected", () => void reopen());
  return {
    keep() {
      isKept = true;
    },
    letGo() {
      lettingGo.abort();
    },
  };
}

async function opened(client: Client): Promise<true> {
  if ((await inTime(client.start(), OPENS_WITHIN_MS)) !== LATE) return true;
  await client.disconnect();
  throw new Error("Slack did not say hello in time");
}

function pauseAfter(failures: number, error?: unknown): number {
  const usual = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
  return error instanceof WebAPIRateLimitedError
    ? Math.max(usual, error.retryAfter * 1_000)
    : usual;
}

/** The client throws, where nobody can catch it, at an unknown envelope such as `app_rate_limited`. */
function surviveUnreadable(client: Client, logger: Logger): void {
  for (const read of client.listeners("ws_message")) {
    client.off("ws_message", read);
    client.on("ws_message", async (...message) => {
      try {
        await read(...message);
      } catch (error) {
        logger.warn({ err: error }, "Slack sent something that its own client cannot read");
      }
    });
  }
}
