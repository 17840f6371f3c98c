import type { SocketModeReceiver } from "@slack/bolt";
import type { WebClientOptions } from "@slack/web-api";
import type { Logger } from "pino";
import { boltLogger } from "../../process/logger.ts";
import { SocketModeReceiver as Receiver } from "../bolt.ts";
import { createSocketConnection } from "./socket-connection.ts";

export interface SocketCalls {
  /** Asks for connections with these. */
  clientOptions: WebClientOptions;
  logger: Logger;
}

export interface SocketIntake {
  receiver: SocketModeReceiver;
  /** Opens the connection again from now on, whenever it ends. */
  keep(): void;
  /** Lets it end, once nothing is open that Slack waits for. */
  letGo(): Promise<void>;
}

/** Slack's deliveries over Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode). */
export function createSocketIntake(
  appToken: string,
  { clientOptions, logger }: SocketCalls,
): SocketIntake {
  const receiver = new Receiver({
    appToken,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions },
    logger: boltLogger(logger),
  });
  const noneUnacknowledged = countUnacknowledged(receiver);
  const connection = createSocketConnection(receiver.client, logger);
  return {
    receiver,
    keep: connection.keep,
    async letGo() {
      connection.letGo();
      await noneUnacknowledged();
    },
  };
}

/** After this Slack has told the person that the app did not respond. */
const SLACK_WAITS_MS = 3_000;

/**
 * Resolves, when called, as soon as no delivery is open that Slack still waits for. Socket Mode cannot ask for no more of
 * them, and nothing can be acknowledged over a connection that is being closed: it has to close while none is open.
 */
function countUnacknowledged({ client }: SocketModeReceiver): () => Promise<void> {
  const open = new Map<string, NodeJS.Timeout>();
  let whenNone: (() => void) | undefined;

  function settle(id: string): void {
    clearTimeout(open.get(id));
    open.delete(id);
    if (open.size === 0) whenNone?.();
  }

  client.on("slack_event", ({ envelope_id: id }: { envelope_id: string }) => {
    open.set(id, setTimeout(settle, SLACK_WAITS_MS, id));
  });
  client.on("outgoing_message", ({ envelope_id: id }: { envelope_id: string }) => settle(id));

  return () =>
    new Promise((resolve) => {
      whenNone = resolve;
      if (open.size === 0) resolve();
    });
}
