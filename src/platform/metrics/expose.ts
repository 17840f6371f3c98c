import { collectDefaultMetrics } from "prom-client";
import type { Change } from "../../request/rules/change.ts";
import type { Status } from "../../request/rules/change-request.ts";
import type { Metrics } from "./metrics.ts";

/** What the database knows, of all workspaces together. */
export interface Stored {
  requests: readonly { kind: string; state: string; count: number }[];
  queues: readonly { queue: string; waiting: number; oldestSeconds: number }[];
  deadLetters: readonly { job: string; count: number }[];
  isFrozen: boolean;
}

export interface Exposition {
  contentType: string;
  /** All metrics in Prometheus's text format. */
  text: () => Promise<string>;
}

/**
 * Adds what Node tells of its process, and with every scrape what `read` finds; where that throws, the figures of the
 * database are left out.
 */
export function expose(metrics: Metrics, read: () => Promise<Stored>): Exposition {
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  return {
    contentType: registry.contentType,
    async text() {
      const stored = await read().catch(() => undefined);
      forget(metrics);
      metrics.storeUp.set(stored ? 1 : 0);
      if (stored) show(metrics, stored);
      return registry.metrics();
    },
  };
}

function forget({ requests, waiting, oldest, deadLetters, frozen }: Metrics): void {
  for (const gauge of [requests, waiting, oldest, deadLetters]) gauge.reset();
  // Without labels, its absence has to be put into a value.
  frozen.set(Number.NaN);
}

function show(metrics: Metrics, { requests, queues, deadLetters, isFrozen }: Stored): void {
  // What has not happened yet is 0, so that an alert sees it rise.
  for (const kind of Object.keys(KINDS)) {
    for (const state of Object.keys(STATES)) metrics.requests.set({ kind, state }, 0);
  }
  for (const { kind, state, count } of requests) metrics.requests.set({ kind, state }, count);
  for (const { queue, waiting, oldestSeconds } of queues) {
    metrics.waiting.set({ queue }, waiting);
    metrics.oldest.set({ queue }, oldestSeconds);
  }
  for (const { job, count } of deadLetters) metrics.deadLetters.set({ job }, count);
  metrics.frozen.set(isFrozen ? 1 : 0);
}

const KINDS: Record<Change["kind"], true> = {
  "create-rail": true,
  "whitelist-destination": true,
  "import-destination": true,
  "retire-destination": true,
  "change-policy": true,
  "change-channel": true,
  "change-connection": true,
};

const STATES: Record<Status, true> = {
  pending: true,
  approved: true,
  blocked: true,
  sending: true,
  unknown: true,
  created: true,
  verified: true,
  done: true,
  quarantined: true,
  "needs-a-person": true,
  "in-force": true,
  denied: true,
  withdrawn: true,
  expired: true,
  voided: true,
  failed: true,
};
