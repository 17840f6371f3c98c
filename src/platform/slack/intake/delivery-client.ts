import { AsyncLocalStorage } from "node:async_hooks";
import { type WebAPICallResult, WebClient, type WebClientOptions } from "@slack/web-api";
import type { InNameOf } from "../web-client.ts";

export interface DeliveryClient {
  /** Bolt hands this to every listener as `client`. Calls Slack in the name of the workspace whose delivery is answered. */
  client: WebClient;
  /** Answers a delivery: everything that `answer` calls, even in the background, is called in this name. */
  within<Answer>(name: InNameOf, answer: () => Promise<Answer>): Promise<Answer>;
}

/**
 * One client for the deliveries of all workspaces. Where Bolt is told a token it makes a client for each workspace and
 * token, and keeps them all for ever.
 */
export function createDeliveryClient(options: WebClientOptions): DeliveryClient {
  const current = new AsyncLocalStorage<InNameOf>();
  return {
    client: new ClientWithin(current, options),
    within: (name, answer) => current.run(name, answer),
  };
}

/** In a class of its own because a client binds its methods to `apiCall` when it is made. */
class ClientWithin extends WebClient {
  readonly #current: AsyncLocalStorage<InNameOf>;

  constructor(current: AsyncLocalStorage<InNameOf>, options: WebClientOptions) {
    super(undefined, options);
    this.#current = current;
  }

  // Here, and not where it is sent: calls wait in a queue, which runs one in the course of another's delivery.
  override async apiCall(method: string, args?: object): Promise<WebAPICallResult> {
    const name = this.#current.getStore();
    if (!name) throw new Error(`${method} was called outside of a delivery: in whose name?`);
    return super.apiCall(method, { ...args, ...name });
  }
}
