import { SocketModeReceiver } from "@slack/bolt";
import type { WebClientOptions } from "@slack/web-api";
import type { Logger } from "pino";
import { boltLogger } from "../../process/logger.ts";
import { createSocketConnection } from "./socket-connection.ts";
import { countUnacknowledged } from "./unacknowledged.ts";

export interface SocketCalls {
  /** For the calls with which connections are asked for. */
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
  const receiver = new SocketModeReceiver({
    appToken,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions },
    logger: boltLogger(logger),
  });
  const unacknowledged = countUnacknowledged(receiver);
  const connection = createSocketConnection(receiver.client, logger);
  return {
    receiver,
    keep: connection.keep,
    async letGo() {
      connection.letGo();
      await unacknowledged.none();
    },
  };
}
