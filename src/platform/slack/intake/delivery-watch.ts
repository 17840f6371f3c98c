import { performance } from "node:perf_hooks";
import type { App } from "@slack/bolt";
import { z } from "zod";
import { action, callback, shortcut } from "../blocks/ids.ts";

/** Hears how deliveries from Slack fare. `listener` is one of our own words. */
export interface DeliveryWatch {
  /** Slack was told this many seconds after the delivery came in. */
  acknowledged(listener: string, seconds: number): void;
  /** It ended in an error, and the person was told. */
  failed(listener: string): void;
}

/** Times every delivery from where Bolt takes it in, which is before any middleware. */
export function watchAcknowledgements(app: App, watch: DeliveryWatch): void {
  const processEvent = app.processEvent.bind(app);
  app.processEvent = (event) => {
    const startedAt = performance.now();
    return processEvent({
      ...event,
      async ack(answer) {
        await event.ack(answer);
        watch.acknowledged(listenerOf(event.body), (performance.now() - startedAt) / 1_000);
      },
    });
  };
}

const ACTIONS = new Set<string>(Object.values(action));
const CALLBACKS = new Set<string>([...Object.values(callback), ...Object.values(shortcut)]);

const named = z.object({ callback_id: z.string() });
const delivery = z.object({
  command: z.string().optional(),
  actions: z.tuple([z.object({ action_id: z.string() })]).optional(),
  view: named.optional(),
  callback_id: z.string().optional(),
});

/** What a delivery is for. What somebody typed after the command, and identifiers that are not ours, stay out. */
export function listenerOf(body: unknown): string {
  const { command, actions, view, callback_id } = delivery.safeParse(body).data ?? {};
  if (command !== undefined) return "command";
  if (actions) return known("action", actions[0].action_id, ACTIONS);
  if (view) return known("view", view.callback_id, CALLBACKS);
  return known("shortcut", callback_id, CALLBACKS);
}

function known(kind: string, id: string | undefined, ours: ReadonlySet<string>): string {
  return id !== undefined && ours.has(id) ? `${kind} ${id}` : "other";
}
