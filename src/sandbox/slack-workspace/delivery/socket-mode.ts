import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { LIMITS } from "../blocks/limits.ts";
import { secret } from "../kept/ids.ts";
import { jsonOrNothing } from "../parse-json.ts";

const PING_EVERY_MS = 10_000;
const GOODBYE_MS = 500;

export interface Envelope {
  type: "slash_commands" | "interactive" | "events_api";
  payload: object;
  accepts_response_payload: boolean;
  retry_attempt?: number;
  retry_reason?: string;
}

export type Receipt =
  | { isAcknowledged: true; answer: Record<string, unknown> }
  | {
      isAcknowledged: false;
      reason: "dispatch_failed" | "operation_timeout";
      /** The reason that a retry gives. */
      why?: "http_error" | "http_timeout" | "connection_failed";
    };

type DisconnectReason = "refresh_requested" | "link_disabled";

const acknowledgement = z.object({
  envelope_id: z.string(),
  payload: z.record(z.string(), z.unknown()).nullish(),
});

/** The server's end of Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode). */
export function createSocketMode({ appId, ackWindowMs }: { appId: string; ackWindowMs: number }) {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  /** The next delivery goes to the first. */
  const connections = new Set<WebSocket>();
  const waiting = new Map<string, (receipt: Receipt) => void>();

  /** By these an app knows that its connection lives. */
  const pings = setInterval(() => {
    for (const connection of connections) connection.ping();
  }, PING_EVERY_MS).unref();

  function welcome(connection: WebSocket): void {
    connection.on("error", () => connection.terminate());
    if (connections.size >= LIMITS.connections) {
      dismiss(connection, "too_many_websockets");
      return;
    }
    connections.add(connection);
    connection.on("message", (data) => settle(String(data)));
    connection.on("close", () => connections.delete(connection));
    tell(connection, {
      type: "hello",
      num_connections: connections.size,
      connection_info: { app_id: appId },
      debug_info: { host: "sandbox", approximate_connection_time: 18_060 },
    });
  }

  function settle(text: string): void {
    const { data } = acknowledgement.safeParse(jsonOrNothing(text));
    if (data) waiting.get(data.envelope_id)?.({ isAcknowledged: true, answer: data.payload ?? {} });
  }

  function dismiss(connection: WebSocket, reason: DisconnectReason | "too_many_websockets"): void {
    tell(connection, { type: "disconnect", reason, debug_info: { host: "sandbox" } });
    if (reason === "too_many_websockets") connection.close();
  }

  /** Breaks every connection. */
  function cut(): void {
    for (const connection of connections) connection.terminate();
    connections.clear();
  }

  return {
    /** The path of the next connection, with a single-use ticket. */
    ticketPath(): string {
      const ticket = secret();
      tickets.add(ticket);
      return `/link/?ticket=${ticket}&app_id=${appId}`;
    },

    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const { pathname, searchParams } = new URL(request.url ?? "/", "ws://sandbox");
      if (pathname !== "/link/" || !tickets.delete(searchParams.get("ticket") ?? "")) {
        socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
        return;
      }
      server.handleUpgrade(request, socket, head, welcome);
    },

    /** Sends to one connection, in turn, and waits for its acknowledgement. */
    async send(envelope: Envelope): Promise<Receipt> {
      // A closing connection takes nothing more.
      const connection = [...connections].find(({ readyState, OPEN }) => readyState === OPEN);
      if (!connection) return { isAcknowledged: false, reason: "dispatch_failed" };
      connections.delete(connection);
      connections.add(connection);

      const envelope_id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<Receipt>();
      const late: Receipt = { isAcknowledged: false, reason: "operation_timeout" };
      waiting.set(envelope_id, resolve);
      tell(connection, { envelope_id, ...envelope });
      const receipt = await Promise.race([promise, pause(ackWindowMs, late, { ref: false })]);
      waiting.delete(envelope_id);
      return receipt;
    },

    cut,

    /** Sends https://docs.slack.dev/reference/events/app_rate_limited, and awaits no answer. */
    limitEvents(): void {
      const payload = { type: "app_rate_limited", minute_rate_limited: 0, api_app_id: appId };
      const envelope = { envelope_id: randomUUID(), type: "events_api", payload };
      for (const connection of connections) tell(connection, envelope);
    },

    /** Asks every connection to reconnect, as Slack does now and then. */
    disconnect(reason: DisconnectReason = "refresh_requested"): void {
      for (const connection of connections) dismiss(connection, reason);
    },

    /** Closes every connection, and cuts those that do not answer. */
    async close(): Promise<void> {
      clearInterval(pings);
      for (const settleOne of waiting.values()) {
        settleOne({ isAcknowledged: false, reason: "dispatch_failed" });
      }
      const goodbyes = [...connections].map((connection) => once(connection, "close"));
      for (const connection of connections) connection.close(1001);
      await Promise.race([Promise.all(goodbyes), pause(GOODBYE_MS, undefined, { ref: false })]);
      cut();
      server.close();
    },
  };
}

export type SocketMode = ReturnType<typeof createSocketMode>;

const tell = (connection: WebSocket, message: object) => connection.send(JSON.stringify(message));
