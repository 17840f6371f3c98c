import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Slack waits for three seconds. */
const ACKNOWLEDGED_WITHIN = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const ANSWERED_WITHIN = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What Prometheus is told, in a registry of its own. Labels are words of ours or of the two services' documents: no ids,
 * names, addresses or texts. Times are in seconds.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    acknowledgements: new Histogram({
      name: "signalbox_acknowledgement_seconds",
      help: "From the arrival of a command, press or submission until Slack was told that it has arrived.",
      labelNames: ["listener"] as const,
      buckets: ACKNOWLEDGED_WITHIN,
      registers,
    }),
    listenerFailures: new Counter({
      name: "signalbox_listener_failures_total",
      help: "Commands, presses and submissions that ended in an error and told the person.",
      labelNames: ["listener"] as const,
      registers,
    }),
    railCalls: new Histogram({
      name: "signalbox_rail_api_call_seconds",
      help: "Calls of the Rail service with the repeats of reads, page by page for lists.",
      labelNames: ["operation", "outcome"] as const,
      buckets: ANSWERED_WITHIN,
      registers,
    }),
    slackCalls: new Histogram({
      name: "signalbox_slack_api_call_seconds",
      help: "Calls of Slack's Web API, each repeat on its own.",
      labelNames: ["method", "outcome"] as const,
      buckets: ANSWERED_WITHIN,
      registers,
    }),
    storeUp: new Gauge({
      name: "signalbox_store_up",
      help: "1 if the database answered when this was read; the figures from it are left out otherwise.",
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
