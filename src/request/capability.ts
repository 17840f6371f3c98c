import type { Gauge } from "../platform/metrics/gauge.ts";

/** What a capability adds to Signalbox. Its `contents.ts` lists it, and `capabilities.ts` gathers the lists. */
export interface Contents {
  gauges?: readonly Gauge[];
}
