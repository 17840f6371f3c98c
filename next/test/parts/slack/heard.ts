import { type Answer, createBolt } from "../../../src/platform/slack/bolt.ts";
import type { Delivery } from "../../../src/platform/slack/delivery.ts";
import { APP } from "./bodies.ts";
import { silent } from "./logs.ts";

interface Parts {
  listener?: (delivery: Delivery, answer: Answer) => Promise<void>;
  onError?: (delivery: Delivery, error: unknown, answer: Answer) => Promise<void>;
  appId?: string | null;
  serves?: (workspace: string) => Promise<boolean> | boolean;
}

/** Bolt with a listener that keeps what it hears. */
export function bolt({ listener, onError, appId = APP, serves = () => true }: Parts = {}) {
  const heard: Delivery[] = [];
  const made = createBolt({
    command: "/rail",
    apiUrl: "https://slack.example/api/",
    fetch: () => Promise.reject(new Error("nothing is called")),
    log: silent,
    appId: () => appId,
    serves,
    listener: async (delivery, answer) => {
      heard.push(delivery);
      if (listener) await listener(delivery, answer);
      else answer.ack();
    },
    onError: async (delivery, error, answer) => {
      if (!onError) throw error;
      await onError(delivery, error, answer);
    },
  });
  return { ...made, heard };
}
