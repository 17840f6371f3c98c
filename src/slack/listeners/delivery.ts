import type { AllMiddlewareArgs, AnyMiddlewareArgs, Middleware } from "@slack/bolt";
import type { ListenerDeps } from "./deps.ts";

/** What a delivery of Slack's is known by: a second one of the same key is the same click. */
interface Delivered {
  trigger_id?: string;
  team_id?: string;
  team?: { id: string } | null;
}

/**
 * The key under which a delivery is remembered. A listener that changes something hands on `effect`, which is kept in
 * the transaction of that change; `seen` is for those that only answer.
 */
export function deliveryOf(body: Delivered, kind: "seen" | "effect"): string {
  return `${kind}:${body.team_id ?? body.team?.id}:${body.trigger_id}`;
}

type Acknowledged = { ack: () => Promise<void>; body: Delivered };

/** For listeners that change nothing: acknowledged at once; a second delivery of the same click does no more than that. */
export function once<Args extends AnyMiddlewareArgs>(
  { store }: Pick<ListenerDeps, "store">,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
): Middleware<Args> {
  return async (args) => {
    const { ack, body } = args as unknown as Acknowledged;
    await ack();
    if (await store.isFirstDelivery(deliveryOf(body, "seen"))) await listener(args);
  };
}
