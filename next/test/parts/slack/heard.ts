import { createBolt } from "../../../src/platform/slack/bolt.ts";
import type { Delivery } from "../../../src/platform/slack/delivery.ts";
import { APP } from "./bodies.ts";
import { silent } from "./logs.ts";

/** Bolt with a listener that keeps what it hears, and acknowledges it unless given another. */
export function bolt(parts: Partial<Parameters<typeof createBolt>[0]> = {}) {
  const heard: Delivery[] = [];
  const made = createBolt({
    ...{ command: "/rail", apiUrl: "https://slack.example/api/", log: silent },
    fetch: () => Promise.reject(new Error("nothing is called")),
    appId: () => APP,
    serves: () => true,
    onError: (_, error) => Promise.reject(error),
    ...parts,
    async listener(delivery, answer) {
      heard.push(delivery);
      if (parts.listener) await parts.listener(delivery, answer);
      else answer.ack();
    },
  });
  return { ...made, heard };
}
