import { on } from "node:events";
import { type ClientOptions, WebSocket } from "ws";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { webClient } from "../slack-workspace/bolt-app.ts";

interface Envelope {
  type: string;
  envelope_id: string;
  payload: Record<string, unknown>;
  reason?: string;
  num_connections?: number;
}

/** A Socket Mode connection without Bolt, for what Bolt keeps to itself. */
export async function openSocket(workspace: SlackWorkspace, options: ClientOptions = {}) {
  const { url = "" } = await webClient(workspace, workspace.appToken).apps.connections.open();
  const socket = new WebSocket(url, options);
  const received = on(socket, "message", { close: ["close"] });

  return {
    socket,
    async next(): Promise<Envelope | undefined> {
      const { value, done } = await received.next();
      return done ? undefined : JSON.parse(String(value[0]));
    },
    acknowledge(envelope: Envelope | undefined, payload: object = {}): void {
      socket.send(JSON.stringify({ envelope_id: envelope?.envelope_id, payload }));
    },
  };
}
