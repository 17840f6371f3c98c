import type { SocketModeReceiver } from "@slack/bolt";

/** Then it has told the person that the app did not respond. */
const SLACK_WAITS_MS = 3_000;

/**
 * Counts the deliveries that were not acknowledged yet. Socket Mode has no way to ask for no more of them, and nothing can
 * be acknowledged over a connection that is being closed: so it has to be closed in a moment at which none is open.
 */
export function countUnacknowledged({ client }: Pick<SocketModeReceiver, "client">) {
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

  return {
    /** Resolves as soon as none is open that Slack still waits for. */
    none: () =>
      new Promise<void>((resolve) => {
        whenNone = resolve;
        if (open.size === 0) resolve();
      }),
  };
}
